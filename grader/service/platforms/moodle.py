"""Moodle, by its web services: work is listed, and a grade is put there with its comment.

Source: mod/assign/db/services.php and mod/assign/externallib.php of Moodle.
"""

import html
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final

from grader.service.hooks.destination import Lookup, look_up
from grader.service.hooks.outcome import Done, Later, Never, Outcome
from grader.service.platforms.connections import MoodleConnection
from grader.service.platforms.grades import Grade, digits
from grader.service.platforms.handed import (
    MISSHAPEN,
    PlatformError,
    Skipped,
    Wanted,
    Work,
    as_one,
    gathered,
    named,
    said,
)
from grader.service.platforms.webservices import RefusalError, WebServices

#: Errors that a repeat does not mend; others (a token that was withdrawn, a site that is busy) may pass.
_FINAL: Final = ("invalidparameter", "invalidrecord", "invalidrecordunknown", "gradesinvalid", "usernotincourse")


class Moodle:
    """One course in Moodle."""

    def __init__(
        self, name: str, connection: MoodleConnection, *, most: int = 8 * 1024 * 1024, lookup: Lookup = look_up
    ) -> None:
        self.course, self.assignments = connection.course, tuple(connection.assignments)
        self._name, self._connection, self._most = name, connection, most
        self._moodle = WebServices(connection.url, connection.secret, lookup)

    def handed_in(self, assignment: str, wanted: Wanted) -> Iterator[Work | Skipped]:
        """See `Platform.handed_in`."""
        number = self._connection.assignments[assignment]
        try:
            answer = self._moodle.call("mod_assign_get_submissions", {"assignmentids[0]": number})
            found = [one for item in answer["assignments"] for one in item["submissions"]]
            names = self._names(number) if found else {}
        except MISSHAPEN as error:
            raise PlatformError(f"Moodle gives no list of submissions ({type(error).__name__}).") from error
        for submission in found:
            yield from self._work(assignment, number, submission, names, wanted)

    def post(self, grade: Grade, *, dry_run: bool) -> Outcome:
        """Put a grade and its comment there, if neither is there nor work that is newer."""
        try:
            return self._post(grade, dry_run)
        except RefusalError as error:
            return Never(str(error)) if error.code in _FINAL else Later(str(error))
        except (PlatformError, OSError) as error:
            return Later(said(error))
        except MISSHAPEN as error:
            return Later(f"Moodle answers something else than was asked for ({type(error).__name__}).")

    def _post(self, grade: Grade, dry_run: bool) -> Outcome:
        if grade.assignment not in self._connection.assignments:
            return Never(f"grader.toml names no assignment of Moodle for {grade.assignment}.")
        number, user = self._connection.assignments[grade.assignment], grade.ids["user"]
        there = self._moodle.call("mod_assign_get_submission_status", {"assignid": number, "userid": user})
        newest = there["lastattempt"]["submission"]
        if (str(newest["attemptnumber"]), str(newest["timemodified"])) != (grade.ids["attempt"], grade.ids["modified"]):
            return Done("Not posted: other work is there than what this grades.")
        if grade.key in json.dumps((there.get("feedback") or {}).get("plugins", [])):
            return Done("It was there already.")
        settings = self._settings(number)
        points = float(settings["grade"])
        if points < 0:
            return Never("The assignment in Moodle is graded by a scale of words, not by points.")
        score = grade.out_of(points) if points else None
        kept = _grade_there(there) if score is None else None
        if score is None and kept is None:
            return Done("Not posted: Moodle does not tell the grade that is there, and a comment alone would clear it.")
        if dry_run:
            return Done(f"would post {'a comment only' if score is None else digits(score)} to user {user}")
        fields: dict[str, object] = {
            "assignmentid": number, "userid": user, "grade": kept if score is None else score,
            "attemptnumber": grade.ids["attempt"], "addattempt": 0, "applytoall": 0,
            "workflowstate": there["lastattempt"]["gradingstatus"] if settings.get("markingworkflow") else "",
            "plugindata[assignfeedbackcomments_editor][text]": html.escape(grade.comment).replace("\n", "<br>"),
            "plugindata[assignfeedbackcomments_editor][format]": 1,
        }  # fmt: skip
        if _gives_files_back(settings):
            fields["plugindata[files_filemanager]"] = 0
        self._moodle.call("mod_assign_save_grade", fields)
        return Done()

    def _work(
        self,
        assignment: str,
        number: int,
        submission: Any,  # noqa: ANN401
        names: dict[str, str],
        wanted: Wanted,
    ) -> Iterator[Work | Skipped]:
        """Yield one student's work, if it is wanted, or why it cannot be had."""
        student = f"moodle:{self._name}:?"
        try:
            if submission["status"] != "submitted":
                return
            user, attempt, modified = (str(int(submission[key])) for key in ("userid", "attemptnumber", "timemodified"))
            student = f"moodle:{self._name}:{user}"
            key = f"{student}:{number}:{attempt}:{modified}"
            at = datetime.fromtimestamp(int(modified), UTC)
            if not wanted(key, at):
                return
            if user == "0":
                student += f":{int(submission['id'])}"
                yield Skipped(student, "team", "A team handed this in; teams are graded by hand.")
                return
            areas = [area for plugin in submission["plugins"] for area in plugin.get("fileareas", ())]
            listed = [
                (file["filename"], file["fileurl"])
                for area in areas if area["area"] == "submission_files"
                for file in area.get("files", ())
            ]  # fmt: skip
            if not listed:
                yield Skipped(student, "no_file", "No file was handed in.")
                return
            name, content = as_one(gathered(listed, self._moodle.file, self._most))
            yield Work(
                key, assignment, student, names.get(user, ""), name, content, at,
                {"moodle": {"connection": self._name, "user": user, "attempt": attempt, "modified": modified}},
            )  # fmt: skip
        except PlatformError as error:
            yield Skipped(student, "no_download", said(error))
        except MISSHAPEN as error:
            yield Skipped(
                student, "misshapen", f"Moodle says something else of it than was asked for ({type(error).__name__})."
            )

    def _names(self, number: int) -> dict[str, str]:
        """The names of the participants; none where they cannot be had."""
        try:
            people = self._moodle.call("mod_assign_list_participants", {"assignid": number, "groupid": 0, "filter": ""})
            return {str(person["id"]): named(person["fullname"]) for person in people}
        except (PlatformError, *MISSHAPEN):
            return {}

    def _settings(self, number: int) -> Any:  # noqa: ANN401
        answer = self._moodle.call("mod_assign_get_assignments", {"courseids[0]": self._connection.moodle_course})
        for course in answer["courses"]:
            for assignment in course["assignments"]:
                if assignment["id"] == number:
                    return assignment
        raise RefusalError("invalidrecord", f"the course has no assignment {number}")


def _grade_there(status: Any) -> float | None:  # noqa: ANN401
    """The grade that work has now, -1 for none, as Moodle writes it; None where it has one that Moodle does not tell.

    What teachers still hold back (marking workflow) is not told.
    """
    if not status["lastattempt"]["graded"]:
        return -1
    told = ((status.get("feedback") or {}).get("grade") or {}).get("grade")
    return None if told is None else float(told)


def _gives_files_back(settings: Any) -> bool:  # noqa: ANN401
    wanted = {"plugin": "file", "subtype": "assignfeedback", "name": "enabled", "value": "1"}
    return any(all(str(one.get(key)) == value for key, value in wanted.items()) for one in settings.get("configs", ()))
