import pytest

from grader.service.platforms.connections import LtiConnection
from grader.service.platforms.lti.tool import may_take_scores


@pytest.mark.parametrize(
    "url",
    [
        "http://lms.example/1",
        "https://lms.example@evil.example/",
        "https://evil.example/lms.example",
        "ftp://lms.example/",
        "https://[",
        "",
        "https://lms.example:8443/",
    ],
)
def test_what_looks_like_the_platforms_host_is_not(url):
    here = LtiConnection(
        course="c",
        issuer="https://lms.example",
        client_id="c",
        deployment_ids=("1",),
        auth_login_url="https://lms.example/a",
        auth_token_url="https://lms.example/t",
        key_set_url="https://lms.example/k",
    )
    assert may_take_scores(here, "https://lms.example/1")
    assert not may_take_scores(here, url)
