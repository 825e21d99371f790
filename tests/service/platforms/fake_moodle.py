"""A Moodle that knows one course, with its habit of answering 200 whatever happens."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.service.platforms.loopback import Asked, Said, serving

TOKEN = "moodle-secret-token"


def refusal(code: str, message: str) -> dict[str, str]:
    return {"exception": "moodle_exception", "errorcode": code, "message": message}


@dataclass
class FakeMoodle:
    url: str = ""
    points: float = 100
    configs: list[dict[str, str]] = field(default_factory=list)
    submissions: dict[int, dict[str, Any]] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    grades: dict[int, list[dict[str, str]]] = field(default_factory=dict)  # every grade that was ever saved
    asked: list[Asked] = field(default_factory=list)
    refusals: list[Said] = field(default_factory=list)  # said to the next that would save
    names_hidden: bool = False
    workflow: dict[int, str] | None = None  # where marking workflow is on, how far it is with each student

    def hand_in(self, user: int, content: bytes, attempt: int = 0, modified: int = 1_764_500_000, **other: Any) -> None:
        path = f"/webservice/pluginfile.php/{user}/attention.py"
        self.files[path] = content
        files = [
            {
                "filename": "attention.py",
                "filepath": "/",
                "filesize": len(content),
                "fileurl": self.url + path,
                "timemodified": modified,
            }
        ]
        self.submissions[user] = {
            "id": 500 + user, "userid": user, "attemptnumber": attempt, "timecreated": modified, "timemodified": modified,
            "status": "submitted", "groupid": 0, "gradingstatus": "notgraded",
            "plugins": [
                {"type": "file", "name": "File submissions", "fileareas": [{"area": "submission_files", "files": files}]},
                {"type": "comments", "name": "Submission comments"},
            ],
            **other,
        }  # fmt: skip

    def answer(self, asked: Asked) -> Said:
        self.asked.append(asked)
        assert asked.method == "POST"
        assert asked.query == {}, "nothing secret in an address"
        if asked.path in self.files:
            right = asked.one("token") == TOKEN
            return (
                Said(self.files[asked.path]) if right else Said(b'{"error":"Invalid token","errorcode":"invalidtoken"}')
            )
        if asked.path != "/webservice/rest/server.php":
            return Said(b"<html>404</html>", 404)
        if asked.one("wstoken") != TOKEN:
            return Said(refusal("invalidtoken", "Invalid token - token not found"))
        return getattr(self, asked.one("wsfunction"))(asked)

    def mod_assign_get_submissions(self, asked: Asked) -> Said:
        assert asked.one("assignmentids[0]") == "45"
        return Said(
            {"assignments": [{"assignmentid": 45, "submissions": list(self.submissions.values())}], "warnings": []}
        )

    def mod_assign_list_participants(self, _asked: Asked) -> Said:
        if self.names_hidden:
            return Said(refusal("nopermissions", "no"))
        return Said([{"id": user, "fullname": f"Student {user}"} for user in self.submissions])

    def mod_assign_get_assignments(self, asked: Asked) -> Said:
        assert asked.one("courseids[0]") == "12"
        assignment = {
            "id": 45,
            "cmid": 333,
            "course": 12,
            "name": "Attention",
            "grade": self.points,
            "configs": self.configs,
            "markingworkflow": int(self.workflow is not None),
        }
        return Said({"courses": [{"id": 12, "assignments": [assignment]}], "warnings": []})

    def mod_assign_get_submission_status(self, asked: Asked) -> Said:
        user = int(asked.one("userid"))
        if user not in self.submissions:
            return Said(refusal("usernotincourse", "not here"))
        saved = self.grades.get(user)
        graded = bool(saved) and float(saved[-1]["grade"]) >= 0
        stage = ("notgraded", "graded")[graded] if self.workflow is None else self.workflow.get(user) or "notmarked"
        status: dict[str, Any] = {
            "lastattempt": {"submission": self.submissions[user], "graded": graded, "gradingstatus": stage},
            "warnings": [],
        }
        if saved and (self.workflow is None or stage == "released"):  # else it is held back, from us too
            text = saved[-1]["plugindata[assignfeedbackcomments_editor][text]"]
            fields = [{"name": "comments", "description": "Feedback comments", "text": text, "format": 1}]
            status["feedback"] = {
                "grade": {"grade": saved[-1]["grade"]},
                "plugins": [{"type": "comments", "name": "x", "editorfields": fields}],
            }
        return Said(status)

    def mod_assign_save_grade(self, asked: Asked) -> Said:
        if self.refusals:
            return self.refusals.pop(0)
        fields = {name: values[0] for name, values in asked.form.items()}
        assert not [
            name
            for name in ("assignmentid", "grade", "attemptnumber", "addattempt", "workflowstate", "applytoall")
            if name not in fields
        ]
        assert re.fullmatch(r"-?\d+(\.\d+)?", fields["grade"])
        self.grades.setdefault(int(fields["userid"]), []).append(fields)
        if self.workflow is not None:
            self.workflow[int(fields["userid"])] = fields["workflowstate"]
        return Said(b"null")


@contextmanager
def fake_moodle(**settings: Any) -> Iterator[FakeMoodle]:
    moodle = FakeMoodle(**settings)
    with serving(moodle.answer) as moodle.url:
        yield moodle
