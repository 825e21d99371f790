from pathlib import Path

import pytest
from pydantic import ValidationError

from grader.errors import UsageError
from grader.service.config import ServiceSettings
from grader.settings import Settings, find_assignment, load_settings
from tests.conftest import ATTENTION, ROOT


@pytest.fixture
def here(tmp_path, monkeypatch) -> Path:
    """An empty working folder, without variables of ours."""
    for name in Settings.model_fields:
        monkeypatch.delenv(f"GRADER_{name.upper()}", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def folder(here) -> Path:
    """A folder with the assignments `first` and `second`, and one folder that is none."""
    for name in ("first", "second"):
        (here / "labs" / name).mkdir(parents=True)
        (here / "labs" / name / "assignment.toml").touch()
    (here / "labs" / "notes").mkdir()
    return here / "labs"


def test_without_a_file_of_ones_own_the_shipped_one_counts(here):
    assert load_settings() == Settings(
        default_assignment="attention",
        assignments=ROOT / "assignments",
        service=ServiceSettings(data=ROOT / "data"),
    )


def test_the_file_of_the_working_folder_goes_before_the_shipped_one(here):
    (here / "grader.toml").write_text('default_assignment = "mine"')
    assert load_settings().default_assignment == "mine"


def test_the_file_of_a_folder_above_counts(here, monkeypatch):
    (here / "grader.toml").write_text('default_assignment = "mine"')
    (here / "week" / "one").mkdir(parents=True)
    monkeypatch.chdir(here / "week" / "one")
    assert load_settings().default_assignment == "mine"


def test_a_path_in_the_file_starts_at_the_folder_of_the_file(here, monkeypatch):
    (here / "grader.toml").write_text('assignments = "labs"')
    (here / "week").mkdir()
    monkeypatch.chdir(here / "week")
    assert load_settings().assignments == here / "labs"


def test_a_path_in_a_variable_starts_at_the_working_folder(here, monkeypatch):
    (here / "grader.toml").write_text('assignments = "labs"')
    (here / "week").mkdir()
    monkeypatch.chdir(here / "week")
    monkeypatch.setenv("GRADER_ASSIGNMENTS", "labs")
    assert load_settings().assignments == here / "week" / "labs"


def test_an_absolute_path_is_kept(here):
    (here / "grader.toml").write_text('assignments = "/labs"')
    assert load_settings().assignments == Path("/labs")


def test_a_variable_goes_before_the_file(here, monkeypatch):
    (here / "grader.toml").write_text('default_assignment = "mine"')
    monkeypatch.setenv("GRADER_DEFAULT_ASSIGNMENT", "other")
    assert load_settings().default_assignment == "other"


@pytest.mark.parametrize("name", ["GRADER_DEFAULT_ASSIGNMENT", "GRADER_ASSIGNMENTS"])
def test_an_empty_variable_is_as_good_as_none(here, monkeypatch, name):
    (here / "grader.toml").write_text('default_assignment = "mine"\nassignments = "labs"')
    monkeypatch.setenv(name, "")
    assert load_settings() == Settings(
        default_assignment="mine", assignments=here / "labs", service=ServiceSettings(data=here / "data")
    )


def test_an_unknown_variable_is_named_and_so_are_the_known_ones(here, monkeypatch):
    monkeypatch.setenv("GRADER_DEFAULT", "attention")
    with pytest.raises(UsageError, match=r"GRADER_DEFAULT; known are GRADER_DEFAULT_ASSIGNMENT, GRADER_ASSIGNMENTS"):
        load_settings()


def test_a_variable_of_another_program_is_nobodys_business(here, monkeypatch):
    monkeypatch.setenv("GRADERS", "3")
    assert load_settings().default_assignment == "attention"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("default_asignment = 'x'", 'unknown key "default_asignment"; did you mean "default_assignment"?'),
        ("colour = 'x'", 'unknown key "colour".'),
        ("default_assignment = 3", "default_assignment: Input should be a valid string."),
        ("default_assignment = ", "is not TOML: Invalid value (at end of document)."),
        ("\xff", "is not TOML: "),
    ],
)
def test_what_is_wrong_in_the_file_is_said_in_a_line_that_names_it(here, text, said):
    (here / "grader.toml").write_text(text, encoding="latin-1")
    with pytest.raises(UsageError) as caught:
        load_settings()
    assert str(caught.value).startswith(str(here / "grader.toml"))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_settings_cannot_change(here):
    with pytest.raises(ValidationError, match="frozen"):
        load_settings().default_assignment = "other"


def test_an_assignment_is_found_by_its_id(folder):
    assert find_assignment(Settings(assignments=folder), "second") == folder / "second"


def test_without_a_wish_the_default_is_found(folder):
    assert find_assignment(Settings(assignments=folder, default_assignment="first"), None) == folder / "first"


def test_an_assignment_is_found_by_any_folder(folder):
    assert find_assignment(Settings(assignments=folder), str(ATTENTION)) == ATTENTION


def test_a_folder_of_the_working_folder_needs_no_slash(folder, monkeypatch):
    monkeypatch.chdir(ATTENTION.parent)
    assert find_assignment(Settings(assignments=folder), "attention") == Path("attention")


@pytest.mark.parametrize(("wanted", "found"), [("first", "labs/first"), ("./first", "first")])
def test_an_id_goes_before_a_folder_unless_it_is_written_as_a_path(folder, here, wanted, found):
    (here / "first").mkdir()
    (here / "first" / "assignment.toml").touch()
    assert find_assignment(Settings(assignments=Path("labs")), wanted) == Path(found)


def test_the_working_folder_can_be_the_assignment(folder, monkeypatch):
    monkeypatch.chdir(folder / "first")
    assert find_assignment(Settings(assignments=folder), ".") == Path()


@pytest.mark.parametrize("wanted", ["third", "", "notes", "./labs", "labs/first/assignment.toml"])
def test_what_is_no_assignment_is_refused_with_the_known_ones(folder, wanted):
    with pytest.raises(UsageError, match=r"There is no assignment .* Known are: first, second\."):
        find_assignment(Settings(assignments=folder), wanted)


def test_where_there_are_no_assignments_the_folder_is_named(here):
    with pytest.raises(UsageError, match=r"There are none in nowhere\."):
        find_assignment(Settings(assignments=Path("nowhere")), "first")
