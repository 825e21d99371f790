import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.errors import UsageError
from grader.lms.gradebooks.sheet import Sheet, read_sheet, table

texts = st.text(alphabet='ab",;\t\r\n é1', min_size=1).filter(str.strip)


@given(texts, st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"]))
def test_what_is_read_is_written_byte_for_byte(text, encoding):
    data = text.encode(encoding)
    assert read_sheet(data).to_bytes() == data


@given(st.lists(st.lists(st.text(alphabet='a",\n\r é '), min_size=2, max_size=4), min_size=1))
def test_cells_are_read_as_pythons_reader_does(rows):
    data = table([["x", "y"], *rows], end="\n")
    read = [record.values() for record in read_sheet(data).records]
    assert read == list(csv.reader(io.StringIO(data.decode(), newline=""))) == [["x", "y"], *rows]


@given(texts, st.text())
def test_a_cell_that_is_put_is_read_again_and_no_other_changes(text, value):
    sheet = read_sheet(text.encode())
    record = sheet.put(sheet.records[0], 0, value)
    again = Sheet((record,), sheet.delimiter)
    assert again.records[0].values() == [value, *sheet.records[0].values()[1:]]
    assert record.cells[1:] == sheet.records[0].cells[1:]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-8-sig", "cp1252"])
def test_encodings_are_recognised(encoding):
    assert read_sheet("Größe;x\n1;2\n".encode(encoding)).header == ["Größe", "x"]


@pytest.mark.parametrize("data", [b"", b" \n", b"\xef\xbb\xbf", b"\xff\xfea"])
def test_what_is_no_text_is_refused(data):
    with pytest.raises(UsageError):
        read_sheet(data)
