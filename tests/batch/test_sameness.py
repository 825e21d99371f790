"""Equal sources, whatever the uploads are called; and reports that tell nobody another's name."""

from dataclasses import replace

from grader.batch.sameness import adopted, digest_of, under_the_usual_name
from grader.report import Notice
from grader.submission.reading import read_submission
from grader.submission.source import Cell
from tests.render.reports import passed, report

TEXT = "def softmax(scores):\n    return scores\n"


def source(path, text=TEXT):
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return under_the_usual_name(read_submission(path, entry="attention.py", notebook="defs"), "attention.py")


def test_a_name_a_byte_order_mark_and_line_ends_make_no_difference_but_a_letter_does(tmp_path):
    one = digest_of(source(tmp_path / "s001.py"))
    assert digest_of(source(tmp_path / "s002_12345_my work.py")) == one
    assert digest_of(source(tmp_path / "s003.py", b"\xef\xbb\xbf" + TEXT.encode())) == one
    assert digest_of(source(tmp_path / "s004.py", TEXT + "# s004\n")) != one


def test_helpers_and_their_names_count(tmp_path):
    one = source(tmp_path / "s001.py")
    helped = replace(one, files={**one.files, "helpers.py": b"x = 1\n"})
    digests = {
        digest_of(one), digest_of(helped), digest_of(replace(one, files={**one.files, "helper.py": b"x = 1\n"})),
        digest_of(replace(helped, entry="helpers.py")), digest_of(replace(one, cells={1: Cell(1, 1)})),
    }  # fmt: skip
    assert len(digests) == 5


def test_several_files_keep_their_names(tmp_path):
    one = source(tmp_path / "s001.py")
    helped = replace(one, entry="mine.py", files={"mine.py": b"", "helpers.py": b""})
    assert under_the_usual_name(helped, "attention.py") == helped


def test_an_adopted_report_has_its_own_name_upload_and_remarks_on_reading(tmp_path):
    style, theirs, mine = (Notice(kind=kind, message=kind) for kind in ("style", "intake", "intake"))
    mine = mine.model_copy(update={"message": "mine"})
    own = replace(source(tmp_path / "s002.py"), notices=(mine,))
    first = report(passed(), notices=(theirs, style))
    made = adopted(first, own)
    assert made.submission.name == "s002.py"
    assert made.submission.sha256 == own.sha256 != first.submission.sha256
    assert made.notices == (mine, style)
    assert made.checks == first.checks
