"""docs/operator.md, followed word by word against a service of its own; and its tables are those of the code."""

import re
import socket
import tomllib
from contextlib import ExitStack

import httpx2 as httpx
import pytest

from grader.service.app import ROUTERS
from grader.service.config import Callbacks, ServiceSettings
from grader.service.database import open_database, upgrade
from grader.service.metrics import Tables
from grader.service.platforms.connections import CanvasConnection, LtiConnection, MoodleConnection
from tests.conftest import ROOT
from tests.docs.document import blocks, commands
from tests.docs.following import run_command, running_beside
from tests.docs.scenes import WRONG
from tests.service.running import wait_for

PAGE = ROOT / "docs" / "operator.md"
TEXT = PAGE.read_text(encoding="utf-8")
CONNECTIONS = {"canvas": CanvasConnection, "moodle": MoodleConnection, "lti": LtiConnection}


def block(language: str, words: str) -> str:
    """The text of the only block of this language that holds these words."""
    (found,) = [one.text for one in blocks(PAGE) if one.language == language and words in one.text]
    return found


def free_port() -> str:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return str(taken.getsockname()[1])


def answers(port: str) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", int(port)), timeout=5):
            return True
    except OSError:
        return False


@pytest.mark.slow
def test_a_reader_who_follows_it_sees_what_it_shows(tmp_path):
    ports = {"8000": free_port(), "9000": free_port()}

    def here(text: str) -> str:
        """The page's text, with ports that nobody else has."""
        return re.sub("8000|9000", lambda port: ports[port[0]], text)

    (tmp_path / "grader.toml").write_text(here(block("toml", "port = 8000")))
    (tmp_path / "receiver.py").write_text(here(block("python", "Receiver")))
    (tmp_path / "attention.py").write_text(WRONG)
    (tmp_path / "assignments").symlink_to(ROOT / "assignments")
    with ExitStack() as beside:
        for step in commands(PAGE, "console"):
            step = step._replace(code=here(step.code).rstrip())
            if not step.code.endswith("&"):
                run_command(step, tmp_path)
                continue
            beside.enter_context(running_beside(step, tmp_path))
            wait_for(lambda port=ports["8000" if "serve" in step.code else "9000"]: answers(port))
        page = httpx.get(f"http://127.0.0.1:{ports['8000']}/", headers={"X-Forwarded-Proto": "https"}, timeout=30)
        assert "Secure" in page.headers["Set-Cookie"], "what the proxy is to say is heard"


def test_the_receiver_takes_no_message_that_another_secret_signed(tmp_path):
    port = free_port()
    (tmp_path / "receiver.py").write_text(block("python", "Receiver").replace("9000", port))
    (step,) = [step for step in commands(PAGE, "console") if "python receiver.py" in step.code]
    (tmp_path / "lms.token").write_text("grade_x\nwhsec_" + "A" * 43 + "=\n")
    with running_beside(step, tmp_path):
        wait_for(lambda: answers(port))
        head = {"webhook-id": "m1", "webhook-timestamp": "1", "webhook-signature": "v1,AAAA"}
        assert httpx.post(f"http://127.0.0.1:{port}/graded", headers=head, content=b"{}").status_code == 401


def rows(text: str) -> dict[str, str]:
    """The keys of a table's first column, each with its second column."""
    return {
        key: second
        for first, second in re.findall(r"^\| (`.*?) \| (.*?) \|", text, re.MULTILINE)
        for key in re.findall(r"`(\w[\w.]*)`", first)
    }


def test_the_table_of_settings_is_that_of_the_code():
    table = rows(TEXT.split("## Settings")[1].split("##")[0])
    fields = {name: field for name, field in ServiceSettings.model_fields.items() if name != "callbacks"}
    assert {*table} == {*fields, *(f"callbacks.{name}" for name in Callbacks.model_fields)}
    for key, said in table.items():
        told = tomllib.loads(f"x = {said.strip('`')}")["x"]
        if key != "callbacks.allow":
            default = fields[key].get_default(call_default_factory=True)
            assert told == (default if isinstance(default, int | float | dict) else str(default)), key


@pytest.mark.parametrize("kind", CONNECTIONS)
def test_each_connection_is_one_that_can_be_read_and_says_where_its_keys_are_found(kind):
    shown = tomllib.loads(block("toml", f"[service.{kind}."))
    (connection,) = (
        ServiceSettings.model_validate({"public_url": "https://grader.school.edu", **shown["service"]})
        .__getattribute__(kind)
        .values()
    )
    fields = {*CONNECTIONS[kind].model_fields} - {"course", "url", "token_file"}
    part = TEXT.split(f"[service.{kind}.")[1].split("###")[0].split("## Callbacks")[0]
    assert fields <= {*re.findall(r"`(\w+)`", part)}
    assert connection.course == "LM3"


def test_every_address_in_it_is_one_of_the_service():
    known = [route.path_regex for router in ROUTERS for route in router.routes]
    for said in re.findall(r"`(/[a-z][\w/.]*)`", TEXT):
        if said not in ("/data", "/openapi.json") and not said.startswith(("/etc/", "/courses/")):
            assert any(one.fullmatch(said) for one in known), said
    for said in re.findall(r"PUBLIC_URL/lti(/[\w.]+)", TEXT):
        assert f'"{said}"' in (ROOT / "grader/service/platforms/lti/router.py").read_text(), said


def test_a_proxy_lets_through_what_the_service_takes():
    megabytes = ServiceSettings().max_upload_mb
    for snippet in (block("nginx", "proxy_pass"), block("text", "reverse_proxy")):
        (said,) = re.findall(r"(?:client_max_body_size|max_size) (\d+)", snippet)
        assert int(said) > megabytes


def test_it_names_the_metrics_that_there_are(tmp_path):
    database = open_database(f"sqlite:///{tmp_path}/service.sqlite")
    upgrade(database)
    names = {metric.name for metric in Tables(database).collect()}
    database.dispose()
    assert {*re.findall(r"`(grader_\w+)[`{]", TEXT)} <= names


def test_the_functions_of_moodle_are_those_that_are_called():
    called = "".join((ROOT / "grader/service/platforms/moodle.py").read_text().splitlines(keepends=True)[10:])
    assert {*re.findall(r"`(mod_assign_\w+)`", TEXT)} == {*re.findall(r'"(mod_assign_\w+)"', called)}
