"""Each role at each address: what may be seen and done, and what is as if it were not there."""

import pytest

from grader.service.pages import exports, files, instructor, operator, result, signin, student
from tests.render.reports import report

ROLES = ("nobody", "student", "classmate", "other student", "instructor", "other instructor", "operator")
#: What a sent form and an address asked for is answered with: to each of the roles in this order.
#: 303 to nobody is the way to the sign-in page, 401 that there must be one first.
MATRIX = {
    "GET /": (200, 200, 200, 200, 200, 200, 200),
    "POST /": (403, 403, 403, 403, 403, 403, 403),  # without a token
    "GET /a/attention": (303, 200, 200, 200, 200, 200, 403),
    "POST /a/attention": (401, 422, 422, 422, 422, 422, 403),  # without a file
    "GET /s/{mine}": (303, 200, 404, 404, 200, 404, 200),
    "GET /s/{mine}/status": (303, 204, 404, 404, 204, 404, 204),
    "GET /s/{mine}/report": (303, 200, 404, 404, 200, 404, 200),
    "GET /s/{mine}/source": (303, 200, 404, 404, 200, 404, 200),
    "POST /s/{mine}/regrade": (401, 403, 404, 404, 303, 404, 303),
    "POST /s/{waiting}/cancel": (401, 403, 404, 404, 303, 404, 303),
    "GET /teach/attention": (303, 403, 403, 403, 200, 200, 404),  # of no course
    "GET /teach/attention?course={course}": (303, 403, 403, 403, 200, 403, 200),
    "GET /teach/attention/glance?course={course}": (303, 403, 403, 403, 200, 403, 200),
    "GET /teach/attention/feedback/s1.html?course={course}": (303, 403, 403, 403, 303, 403, 303),
    "GET /teach/attention/reports/s1.json?course={course}": (303, 403, 403, 403, 200, 403, 200),
    "GET /teach/attention/export/csv?course={course}": (303, 403, 403, 403, 200, 403, 200),
    "POST /teach/attention/export?course={course}": (401, 403, 403, 403, 200, 403, 200),
    "POST /teach/attention/regrade?course={course}": (401, 403, 403, 403, 303, 403, 303),
    "GET /operate": (303, 403, 403, 403, 403, 403, 200),
    "POST /operate/retry": (401, 403, 403, 403, 403, 403, 303),
    "POST /operate/resend": (401, 403, 403, 403, 403, 403, 303),
    "POST /out": (303, 303, 303, 303, 303, 303, 303),
}  # fmt: skip
FORMS = {"POST /teach/attention/export?course={course}": {"format": "csv"}}


def arrive(site, role):
    match role:
        case "nobody":
            return site.stranger()
        case "student" | "classmate":
            return site.sign_in("student", student={"student": "s1", "classmate": "s2"}[role])
        case "other student":
            return site.sign_in("student", "LM4", student="s1")
        case "instructor" | "other instructor":
            return site.sign_in("instructor", "LM4" if "other" in role else "LM3")
        case "operator":
            return site.sign_in("operator", None)


@pytest.mark.parametrize("role", ROLES)
def test_each_role_sees_and_does_what_it_may(site, role):
    who, answers = arrive(site, role), {}
    for number, where in enumerate(MATRIX):
        mine = site.submission(number=2 * number, graded=report(), student_name="Student 3")
        waiting = site.submission(number=2 * number + 1)
        method, _, address = where.partition(" ")
        address = address.format(mine=mine.id, waiting=waiting.id, course=mine.course_id)
        answer = who.get(address) if method == "GET" else who.post(address, FORMS.get(where))
        answers[where] = answer.status_code
        if answer.status_code >= 400:
            assert "Student 3" not in answer.text
            assert "<h1>" in answer.text
    assert answers == {where: expected[ROLES.index(role)] for where, expected in MATRIX.items()}


def test_the_matrix_has_every_address():
    routers = (signin, student, result, instructor, exports, operator)
    known = {(method, route.path) for part in routers for route in part.router.routes for method in route.methods}
    named = {tuple(where.split("?")[0].split(" ", 1)) for where in MATRIX}
    shapes = {
        (method, path.replace("{mine}", "{id}").replace("{waiting}", "{id}").replace("attention", "{assignment}")
         .replace("/csv", "/{format}").replace("s1.", "{key:path}."))
        for method, path in named
    }  # fmt: skip
    assert shapes == known
    assert [route.path for route in files.router.routes] == ["/static/{digest}/{name}"]


def test_nobody_is_led_to_sign_in_and_back_again(site):
    one = site.submission(graded=report())
    browser = site.stranger()
    led = browser.get(f"/s/{one.id}").headers["location"]
    assert led == f"/?next=%2Fs%2F{one.id}"
    assert f'name="next" value="/s/{one.id}"' in browser.get(led).text
    token = site.token("student", student="s1").text
    answer = browser.post("/", {"token": token, "next": f"/s/{one.id}"})
    assert answer.headers["location"] == f"/s/{one.id}"


@pytest.mark.parametrize(
    "onward",
    ["//evil.example", "https://evil.example", "/\\evil.example", "/s/\r\nx", "javascript:1", "/api", "/s/x\\y"],
)
def test_nobody_is_led_elsewhere(site, onward):
    answer = site.stranger().post("/", {"token": site.token("student", student="s1").text, "next": onward})
    assert answer.headers["location"] == "/"


def test_what_polls_when_its_session_has_ended_is_told_to_load_anew(site):
    answer = site.stranger().get("/s/x/status", headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["hx-refresh"]) == (401, "true")
