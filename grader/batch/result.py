"""What a batch says of one entry: the row of grades.csv, beside the report and the page that are files of their own.

A batch's folder holds

    grades.csv            a row for every entry, whatever happened
    roster.json           the entries, as they were read
    reports/KEY.json      the report of each entry that was tried
    feedback/KEY.html     the page of each
    index.html            the class at a glance
    journal.jsonl         what was done, line by line; what `--resume` reads
    batch.json            what was asked for: the assignment with its digest, the seed, where the submissions lie
"""

from typing import Literal

from grader.report import Frozen, Number, Text


class Row(Frozen):
    """One line of grades.csv. `reason` is one sentence wherever points or a score are missing.

    `status`: as in the report, or why there is no report: nothing handed in, a file that is no code, no match.
    `bugs` are the ids of the named bugs, `failed` those of the checks not passed, `flags` what a person should look at
    (`late`, `policy`, `identical:KEY`, …).
    """

    key: str
    name: Text
    status: Literal["graded", "rejected", "grader_error", "nothing", "not code", "unmatched"]
    score: Number
    max_score: float
    late: bool
    attempt: int
    bugs: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    reason: Text = ""
    file: Text = ""
    sha256: str = ""
    seconds: float = 0.0
