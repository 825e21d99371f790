"""The image in real containers: the level that each default seccomp profile leaves, and that it holds.

Docker's profile refuses user namespaces, Podman's allows them. `make container` runs this, as root, where there is
podman, with a minute's worth of the hostile corpus, other attacks each time; with `--soak` too, all of it, as every
user and at both levels.
"""

import json
import re

import pytest

from tests.hostile.corpus import ATTACKS, CONTROLS

pytestmark = pytest.mark.container
ROOT_USER, ORDINARY = "--user=0:0", "--user=1000:1000"
READ_ONLY = ("--read-only", "--tmpfs=/tmp")
CONTAINERS = [
    *[("docker", "landlock", (user, *mode)) for user in (ROOT_USER, ORDINARY) for mode in ((), READ_ONLY)],
    ("docker", "landlock", (ROOT_USER, "--cap-drop=all")),
    ("docker", "landlock", (ORDINARY, "--cap-drop=all", "--security-opt=no-new-privileges", *READ_ONLY)),
    ("docker", "landlock", (ROOT_USER, "--cap-add=SYS_ADMIN")),  # it may unshare and mount, but not change its root
    ("podman", "namespaces", (ROOT_USER,)),
    ("podman", "namespaces", (ORDINARY, *READ_ONLY)),
    ("podman", "landlock", (ROOT_USER, "--cap-drop=all")),  # root needs CAP_SETFCAP to be anybody in a new namespace
    ("none", "namespaces", (ROOT_USER, *READ_ONLY)),
    ("none", "namespaces", (ORDINARY,)),
    ("needed", "namespaces", (ORDINARY, "--cap-drop=all", *READ_ONLY)),
]
CORPORA = [
    (profile, level, (user, *READ_ONLY))
    for profile, level in (("docker", "landlock"), ("podman", "namespaces"))
    for user in (ROOT_USER, ORDINARY)
]


def skip_without_user_namespaces(machine):
    if machine.run("none", ORDINARY, "--entrypoint=unshare", command=("--user", "true")).returncode:
        pytest.skip("this kernel gives no user namespaces to an ordinary user")


def graded(machine, profile, options, example):
    path = f"assignments/attention/examples/{example}.py"
    told = machine.run(profile, *options, command=(path, "--format=json"))
    assert told.returncode == 0, told.stderr
    return json.loads(told.stdout)


@pytest.mark.parametrize(("profile", "level", "options"), CONTAINERS)
def test_a_container_has_the_level_that_its_profile_allows_and_grades(machine, profile, level, options):
    if level == "namespaces":
        skip_without_user_namespaces(machine)
    told = machine.run(profile, *options, command=("doctor",))
    assert told.returncode == 0, told.stderr
    assert f"yes  {level}  <- used by default" in told.stdout
    assert "OPEN" not in told.stdout, told.stdout
    assert (
        len(re.findall(r": refused \((?:PermissionError|FileNotFoundError|AssertionError|the call fails)", told.stdout))
        == 11
    )
    assert (level == "landlock") == ("--security-opt seccomp=unconfined" in told.stdout)

    right = graded(machine, profile, options, "accepted/matmul")
    wrong = graded(machine, profile, options, "wrong/scale_by_dk")
    assert (right["score"], wrong["score"]) == (100, 60)
    assert right["sandbox"]["level"] == wrong["sandbox"]["level"] == level


def corpus(machine, profile, level, options, *how):
    """Run the hostile corpus in a container and return how many attacks and controls were tried."""
    if level == "namespaces":
        skip_without_user_namespaces(machine)
    where = "tests/hostile/test_attacks.py::test_an_"
    ids = (f"{where}odd_but_honest_submission_gets_full_marks", f"{where}attack_is_contained")  # the longest first
    tests = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "--slow", "--soak", *how, "-k", f"[{level}-", *ids)
    told = machine.run(profile, *options, "--entrypoint=python", "--env=PYTHONPATH=/tools", command=tests)
    assert told.returncode == 0, told.stdout[-20000:] + told.stderr
    tried = re.search(r"^(\d+) passed", told.stdout, re.MULTILINE)
    return int(tried[1]) if tried else 0


def test_what_of_the_hostile_corpus_fits_into_a_minute_is_contained(machine):
    assert corpus(machine, "docker", "landlock", (ORDINARY, *READ_ONLY), "--within=60") > 5


@pytest.mark.soak(seconds=300)
@pytest.mark.parametrize(("profile", "level", "options"), CORPORA)
def test_the_hostile_corpus_is_contained(machine, profile, level, options):
    assert corpus(machine, profile, level, options) == len(ATTACKS) + len(CONTROLS)
