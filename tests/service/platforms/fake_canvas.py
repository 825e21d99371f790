"""A Canvas that knows one course: lists in pages, grades, comments, files, and a throttle."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.service.platforms.loopback import Asked, Said, serving

TOKEN = "canvas-secret-token"


@dataclass
class FakeCanvas:
    url: str = ""
    points: float = 100.0
    per_page: int = 2
    students: dict[int, dict[str, Any]] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)
    refusals: list[Said] = field(default_factory=list)  # said to the next requests that would write
    puts: int = 0

    def hand_in(self, user_id: int, content: bytes, attempt: int = 1, name: str = "attention.py", **other: Any) -> None:
        number = f"{user_id}-{attempt}"
        self.files[number] = content
        self.students[user_id] = {
            "id": 1000 + user_id, "user_id": user_id, "assignment_id": 45, "attempt": attempt, "workflow_state": "submitted",
            "submitted_at": "2026-11-30T11:00:00Z", "late": False, "score": None, "submission_comments": [],
            "user": {"id": user_id, "name": f"Student {user_id}"},
            "attachments": [{"id": user_id, "display_name": name, "url": f"{self.url}/files/{number}/download?verifier=v{number}", "size": len(content)}],
            **other,
        }  # fmt: skip

    def answer(self, asked: Asked) -> Said:
        self.asked.append(asked)
        if found := re.fullmatch(r"/files/([\d-]+)/download", asked.path):
            assert "authorization" not in asked.headers, "the file's address has its own key"
            return Said(status=302, headers=(("Location", f"/stored/{found[1]}?sig=x"),))
        if found := re.fullmatch(r"/stored/([\d-]+)", asked.path):
            return Said(self.files[found[1]])
        if asked.headers.get("authorization") != f"Bearer {TOKEN}":
            return Said(
                {"errors": [{"message": "Invalid access token."}]},
                401,
                (("WWW-Authenticate", 'Bearer realm="canvas"'),),
            )
        cost = (("X-Request-Cost", "0.05"), ("X-Rate-Limit-Remaining", "699.9"))
        if asked.path == "/api/v1/courses/12/assignments/45":
            return Said({"id": 45, "course_id": 12, "name": "Attention", "points_possible": self.points}, 200, cost)
        if asked.path == "/api/v1/courses/12/assignments/45/submissions":
            return self.page(asked, cost)
        if found := re.fullmatch(r"/api/v1/courses/12/assignments/45/submissions/(\d+)", asked.path):
            if int(found[1]) not in self.students:
                return Said({"errors": [{"message": "The specified resource does not exist."}]}, 404)
            return (
                self.put(asked, self.students[int(found[1])])
                if asked.method == "PUT"
                else Said(self.students[int(found[1])], 200, cost)
            )
        return Said({"errors": [{"message": "not found"}]}, 404)

    def page(self, asked: Asked, cost: tuple[tuple[str, str], ...]) -> Said:
        page = int(asked.one("page") or 1)
        found = list(self.students.values())
        start = (page - 1) * self.per_page
        links = (
            f'<{self.url}{asked.path}?page={page + 1}&per_page={self.per_page}>; rel="next"'
            if start + self.per_page < len(found)
            else ""
        )
        return Said(found[start : start + self.per_page], 200, (*cost, ("Link", links)) if links else cost)

    def put(self, asked: Asked, student: dict[str, Any]) -> Said:
        if self.refusals:
            return self.refusals.pop(0)
        self.puts += 1
        if "submission[posted_grade]" in asked.form:
            student["score"] = float(asked.one("submission[posted_grade]"))
        if "comment[text_comment]" in asked.form:
            student["submission_comments"].append(
                {
                    "id": self.puts,
                    "comment": asked.one("comment[text_comment]"),
                    "group": asked.one("comment[group_comment]"),
                }
            )
        return Said(student)


@contextmanager
def fake_canvas(**settings: Any) -> Iterator[FakeCanvas]:
    canvas = FakeCanvas(**settings)
    with serving(canvas.answer) as canvas.url:
        yield canvas
