"""docs/scaling.md and the files in deploy/: they name only what there is."""

import re

import pytest
import yaml
from click import Context

from grader.cli import cli
from grader.service.api import health
from grader.settings import Settings
from tests.conftest import ROOT
from tests.docs.document import commands
from tests.docs.test_documents import _LINK as LINK

PAGE = ROOT / "docs" / "scaling.md"
COMPOSE = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())
KUBERNETES = yaml.safe_load((ROOT / "deploy" / "kubernetes.yaml").read_text())["items"]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
DEPLOYMENTS = {one["metadata"]["name"]: one for one in KUBERNETES if one["kind"] == "Deployment"}
PODS = {name: one["spec"]["template"]["spec"] for name, one in DEPLOYMENTS.items()}
CONTAINERS = {name: pod["containers"][0] for name, pod in PODS.items()}
OURS = {name: one for name, one in COMPOSE["services"].items() if one["image"] == "grader-service"}


def understood(words: list[str]) -> bool:
    """Whether these are a command of ours with options that it has; raises what click has to say."""
    command = cli.commands[words[0]]
    command.make_context(words[0], words[1:], parent=Context(cli)).close()
    return True


def settings_of(variables: dict[str, str]) -> None:
    """Read the settings as the container would."""
    given: dict[str, object] = {}
    for name, value in variables.items():
        path = name.removeprefix("GRADER_").lower().split("__")
        into = given
        for key in path[:-1]:
            into = into.setdefault(key, {})
        into[path[-1]] = value
    Settings.model_validate(given)


def test_the_commands_of_the_containers_are_ours():
    for words in [*(one["command"] for one in OURS.values()), *(one["args"] for one in CONTAINERS.values())]:
        assert understood(words)
    for step in commands(PAGE, "sh"):
        assert understood(step.code.split("#")[0].split()[1:])
    for file in ("compose.yaml", "kubernetes.yaml"):
        for said in re.findall(r" -- grade (.*)$| web grade (.*)$", (ROOT / "deploy" / file).read_text(), re.MULTILINE):
            assert cli.commands["token"].commands[" ".join(said).split()[1]]


def test_their_variables_are_settings():
    for one in OURS.values():
        settings_of(one["environment"])
    for one in CONTAINERS.values():
        settings_of({variable["name"]: variable.get("value", "postgresql://x/y") for variable in one["env"]})


def test_the_probes_ask_what_there_is_at_the_port_that_is_listened_on():
    web = CONTAINERS["grader-web"]
    known = {route.path for route in health.router.routes}
    probes = [web[kind]["httpGet"] for kind in ("livenessProbe", "readinessProbe", "startupProbe")]
    assert {probe["path"] for probe in probes} <= known
    assert {probe["port"] for probe in probes} == {port["name"] for port in web["ports"]}
    assert {f"EXPOSE {port['containerPort']}" for port in web["ports"]} <= {*DOCKERFILE.splitlines()}


@pytest.mark.parametrize("name", PODS)
def test_a_pod_runs_as_the_user_of_the_image_and_writes_where_the_image_does(name):
    pod, container = PODS[name], CONTAINERS[name]
    who = pod["securityContext"]
    assert f"USER {who['runAsUser']}:{who['runAsGroup']}" in DOCKERFILE
    assert container["securityContext"]["readOnlyRootFilesystem"]
    mounts = {mount["name"]: mount["mountPath"] for mount in container["volumeMounts"]}
    assert f"VOLUME {mounts['data']}" in DOCKERFILE
    assert {*mounts} == {volume["name"] for volume in pod["volumes"]}


def test_what_refers_to_something_else_in_the_cluster_finds_it():
    named = {(one["kind"], one["metadata"]["name"]) for one in KUBERNETES}
    for name, pod in PODS.items():
        assert DEPLOYMENTS[name]["spec"]["selector"]["matchLabels"].items() <= (
            DEPLOYMENTS[name]["spec"]["template"]["metadata"]["labels"].items()
        )
        claims = [one["persistentVolumeClaim"]["claimName"] for one in pod["volumes"] if "persistentVolumeClaim" in one]
        assert {("PersistentVolumeClaim", claim) for claim in claims} <= named
    (service,) = [one for one in KUBERNETES if one["kind"] == "Service"]
    assert service["spec"]["selector"] == DEPLOYMENTS["grader-web"]["metadata"]["labels"]


def test_compose_mounts_what_the_image_writes_and_stops_no_sooner_than_the_service():
    for one in OURS.values():
        assert one["read_only"]
        assert one["volumes"] == ["data:/data"]
        assert int(one["stop_grace_period"].removesuffix("s")) >= Settings().service.drain_seconds + 30
    assert "data" in COMPOSE["volumes"]
    assert COMPOSE["services"]["web"]["build"]["target"] in re.findall(r"AS (\w+)", DOCKERFILE)


@pytest.mark.parametrize("page", ["scaling.md", "operator.md"])
def test_their_links_and_files_are_there(page):
    text = (ROOT / "docs" / page).read_text()
    for link in LINK.findall(text):
        assert (ROOT / "docs" / link).exists(), link
    for file in re.findall(r"`(deploy/[\w.]+)`", text):
        assert (ROOT / file).exists(), file
