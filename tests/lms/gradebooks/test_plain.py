import csv
import io

from grader.lms.gradebooks.plain import plain_csv
from tests.lms.made import line
from tests.render.reports import report


def rows(made) -> list[dict[str, str]]:
    return [*csv.DictReader(io.StringIO(made.data.decode("utf-8-sig"), newline=""))]


def test_every_entry_has_a_line_and_who_has_no_score_an_empty_cell_with_the_reason():
    made = plain_csv([line("a", 5, row_changes={"late": True}), line("b", None)], [], points=None, bom=False)
    first, second = rows(made)
    assert (first["score"], first["late"], first["max_score"]) == ("5", "true", "100")
    assert (second["score"], second["status"], second["reason"]) == ("", "rejected", "The file is empty.")


def test_each_check_has_a_column_with_its_points():
    made = plain_csv([line("a"), line("b", None)], [("a", report())], points=None, bom=False)
    first, second = rows(made)
    assert (first["shapes"], first["row_sums"], second["shapes"]) == ("5", "0", "")


def test_no_cell_is_a_formula_and_none_breaks_its_line():
    made = plain_csv([line("a", 5, row_changes={"name": "=1+1", "reason": "-a\nb"})], [], points=None, bom=False)
    assert (rows(made)[0]["name"], rows(made)[0]["reason"]) == ("'=1+1", "'-a b")
    assert made.data.count(b"\n") == 2


def test_a_bom_is_there_only_if_asked_for():
    assert plain_csv([line()], [], points=None, bom=True).data.startswith(b"\xef\xbb\xbfkey,")
    assert plain_csv([line()], [], points=None, bom=False).data.startswith(b"key,")
