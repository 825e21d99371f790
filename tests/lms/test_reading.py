"""Which layout a download has, and that nothing in it is lost."""

import os
import unicodedata

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.errors import UsageError
from grader.lms.auditing import unaccounted
from grader.lms.gathering import gathered
from grader.lms.layouts import LAYOUTS
from grader.lms.reading import read_roster
from grader.lms.unpacking import unpacked
from tests.lms.downloads import CODE, blackboard, brightspace, canvas, gradescope, laid, latin, moodle, roster
from tests.submission.uploads import zipped

STAMP = "2026-03-03-13-02-03"
DOWNLOADS = {
    "canvas": {canvas("student12", 1001, 5001, "attention.py"): CODE},
    "moodle": {f"{moodle('Student 12', 7)}/attention.py": CODE},
    "blackboard": blackboard("Lab 3", "s001", STAMP, {"attention.py": "attention.py"}),
    "gradescope": {
        "submission_metadata.yml": gradescope((1, [("Student 12", "s012", "a@b")])),
        "submission_1/attention.py": CODE,
    },
    "brightspace": {
        f"{brightspace(1001, 55, 'Student 12', 'Oct 10, 2025 1022 AM')}/attention.py": CODE,
        "index.html": "",
    },
    "nbgrader": {"submitted/s001/ps1/attention.py": CODE},
    "folder": {"s001.py": CODE},
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("around", ["", "download/", "a/b/"])
def test_each_layout_is_recognised_also_inside_a_folder(tmp_path, layout, around):
    laid(tmp_path, {around + name: data for name, data in DOWNLOADS[layout].items()})
    if layout == "folder" and around:
        laid(tmp_path, {f"{around}s002.py": CODE})
    found = read_roster(tmp_path)
    assert found.layout == layout
    assert [entry.status for entry in found.entries][:1] == ["submitted"]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_roster_is_the_same_from_run_to_run(tmp_path, layout):
    laid(tmp_path, DOWNLOADS[layout])
    assert read_roster(tmp_path) == read_roster(tmp_path)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_zip_gives_the_same_roster_as_its_folder(tmp_path, layout):
    files = DOWNLOADS[layout]
    (tmp_path / "class.zip").write_bytes(zipped(files))
    with unpacked(tmp_path / "class.zip") as folder:
        assert read_roster(folder) == read_roster(laid(tmp_path / "class", files))


def test_two_layouts_that_fit_equally_are_an_error_that_says_what_to_do(tmp_path):
    name = f"Lab_3_4_attempt_{STAMP}_attention.py"  # a user called 4, or attachment 4 of user 3
    with pytest.raises(UsageError, match=r"fits canvas and blackboard equally well\. Say which with --layout"):
        roster(tmp_path, name)
    assert read_roster(tmp_path, layout="canvas").entries[0].key == "3"
    assert read_roster(tmp_path, layout="blackboard").entries[0].key == "4"


def test_a_plain_folder_is_read_where_no_platform_fits_most_of_it(tmp_path):
    found = roster(tmp_path, "student12_1001_5001_a.py", "s002.py", "s003.py")
    assert (found.layout, len(found.entries)) == ("folder", 3)


def test_a_layout_that_was_asked_for_is_taken(tmp_path):
    found = roster(tmp_path, "student12_1001_5001_a.py", layout="folder")
    assert (found.layout, found.entries[0].key) == ("folder", "student12_1001_5001_a")


def test_what_an_asked_layout_does_not_name_is_unmatched(tmp_path):
    (entry,) = roster(tmp_path, "s001.py", layout="moodle").entries
    assert (entry.status, entry.passed_over) == ("unmatched", ("s001.py",))


@pytest.mark.parametrize("layout", ["canvsa", "", "Folder"])
def test_an_unknown_layout_is_said_with_those_known(tmp_path, layout):
    with pytest.raises(UsageError, match="Those known are auto, canvas"):
        roster(tmp_path, "s001.py", layout=layout)


def test_nothing_to_read_is_said(tmp_path):
    with pytest.raises(UsageError, match="There is nothing"):
        read_roster(tmp_path)
    with pytest.raises(UsageError, match="is not a folder"):
        read_roster(tmp_path / "x")


def test_entries_stand_in_the_order_of_their_keys(tmp_path):
    keys = [entry.key for entry in roster(tmp_path, *(f"s{n}.py" for n in range(30))).entries]
    assert keys == sorted(keys)


WHO = st.integers(1, 3)
FILE = st.sampled_from(["a.py", "b.py", "a.ipynb", "lab.zip", "c.pdf", "p/a.py", "venv/a.py", "._a.py", "A.py"])
FLAT = FILE.map(lambda file: file.replace("/", "_"))
WHEN = st.sampled_from(["Oct 10, 2025 1022 AM", "Oct 11, 2025 1022 AM", "x"])
ATTEMPT = st.sampled_from([STAMP, "2026-03-04-00-00-00"])
STRANGE = st.lists(
    st.sampled_from(
        ["s1", "S1", "e\u0301.py", "é.py", latin("Ünal.py"), "__MACOSX", ".DS_Store", "index.html", "-x.py", ".git"]
    )
    | st.text(st.characters(codec="utf-8", exclude_characters="/\0"), min_size=1, max_size=8).filter(
        lambda s: s.strip(".")
    ),
    min_size=1,
    max_size=3,
).map("/".join)
#: Names as each platform makes them for three students, so that they meet in every way.
FAMILIES = [
    st.builds(lambda n, aid, file, late: canvas(f"s_{n}", n, aid, file, late=late), WHO, WHO, FLAT, st.booleans()),
    st.builds(lambda n, kind: canvas("s", n, "", f"{kind}.html"), WHO, st.sampled_from(["text", "link"])),
    st.builds(lambda n, old, file: f"{moodle(f'S {n}', n, old=old)}/{file}", WHO, st.booleans(), FILE),
    st.builds(lambda n, file: f"{moodle(f'S {n}', n % 3)}_{file}", WHO, FLAT),
    st.builds(lambda n, stamp, file: f"Lab_s{n}_attempt_{stamp}_{file}", WHO, ATTEMPT, FLAT),
    st.builds(lambda n, stamp: f"Lab_s{n}_attempt_{stamp}.txt", WHO, ATTEMPT),
    st.builds(lambda a, b, n, when, file: f"{brightspace(a, b, f'S {n}', when)}/{file}", WHO, WHO, WHO, WHEN, FILE),
    st.builds(lambda n, file: f"submission_{n}/{file}", WHO, FILE),
    st.builds(lambda n, file: f"submitted/s{n}/ps1/{file}", WHO, FILE | st.just("timestamp.txt")),
    st.builds(lambda n, file: f"s{n}/{file}", WHO, FILE),
    FLAT,
]
KINDS = st.sampled_from("ffffffffel")
TREES = st.lists(st.sampled_from(FAMILIES), min_size=1, max_size=2).flatmap(
    lambda families: st.lists(st.tuples(st.one_of(*families) | STRANGE, KINDS), min_size=1, max_size=12)
)


def grown(root, tree):
    """Make what can be made of a list of paths: files, empty folders, links."""
    for name, kind in tree:
        path = root / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if kind == "f":
                path.write_text(CODE)
            elif kind == "e":
                path.mkdir(exist_ok=True)
            else:
                path.symlink_to("/etc/passwd")
        except OSError:  # a file where a folder should be
            continue


def folded(key):
    return unicodedata.normalize("NFC", key.casefold())


REFUSALS = ("equally", "several assignments", "there is none", "nothing in")


def read_unless_refused(root, layout):
    try:
        return read_roster(root, layout=layout)
    except UsageError as error:
        if any(words in str(error) for words in REFUSALS):
            return None
        raise


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(tree=TREES, layout=st.sampled_from(["auto", *LAYOUTS]), metadata=st.booleans())
def test_any_tree_gives_a_roster_that_accounts_for_every_file(tmp_path_factory, tree, layout, metadata):
    root = tmp_path_factory.mktemp("tree")
    grown(root, tree)
    if metadata and not os.path.lexists(root / "submission_metadata.yml"):
        laid(root, {"submission_metadata.yml": gradescope((1, [("A", "1", "")]), (2, [("A", "1", "")]), (3, []))})
    found = read_unless_refused(root, layout)
    if not found:
        return
    assert unaccounted(root, found) == ()
    keys = [folded(entry.key) for entry in found.entries]
    assert len(keys) == len(set(keys))
    for entry in found.entries:
        assert (entry.status == "submitted") == bool(entry.path)
        if entry.path:
            assert not (root / entry.path).is_symlink()
            with gathered(root, entry) as path:
                assert path.exists()
