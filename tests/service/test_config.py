import pytest
from pydantic import ValidationError

from grader.service.config import ServiceSettings
from grader.service.platforms.connections import LtiConnection

PLATFORM = LtiConnection(
    course="LM3", issuer="https://l", client_id="c", deployment_ids=("1",), auth_login_url="https://l/a",
    auth_token_url="https://l/t", key_set_url="https://l/k",
)  # fmt: skip


def test_lti_needs_to_know_its_own_address():
    assert ServiceSettings(lti={"main": PLATFORM}, public_url="https://grader.example").lti == {"main": PLATFORM}
    with pytest.raises(ValidationError, match="public_url"):
        ServiceSettings(lti={"main": PLATFORM})


def test_no_connection_can_speak_of_the_students_of_another():
    with pytest.raises(ValidationError, match="pattern"):
        ServiceSettings(lti={"main:x": PLATFORM}, public_url="https://grader.example")
