"""A platform of LTI 1.3: it signs people in with its own keys, gives tokens to tools that prove who they are, and takes scores."""

import json
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.request import urlopen

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

from tests.service.platforms.loopback import Asked, Said, serving

CLAIM = "https://purl.imsglobal.org/spec/lti/claim/"
MEMBER = "http://purl.imsglobal.org/vocab/lis/v2/membership#"
GRADES = "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint"
SCORE = "https://purl.imsglobal.org/spec/lti-ags/scope/score"
SUBMISSION = "https://canvas.instructure.com/lti/submission"


def new_key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(65537, 2048)


KEY, STRANGERS_KEY = new_key(), new_key()


@dataclass
class FakePlatform:
    url: str = ""
    client_id: str = "client-7"
    jwks_url: str = ""  # of the tool
    kid: str = "platform-key-1"
    tokens: set[str] = field(default_factory=set)
    assertions: set[str] = field(default_factory=set)
    scores: dict[str, dict[str, Any]] = field(default_factory=dict)  # the gradebook, by user
    posted: list[dict[str, Any]] = field(default_factory=list)
    submissions: int = 0
    refusals: list[Said] = field(default_factory=list)
    token_lifetime: int = 3600
    asked: list[Asked] = field(default_factory=list)

    def answer(self, asked: Asked) -> Said:
        self.asked.append(asked)
        return {"/jwks": self.jwks, "/token": self.token, "/lineitem/scores": self.score}[asked.path](asked)

    def jwks(self, _asked: Asked) -> Said:
        key = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(KEY.public_key()))
        return Said({"keys": [{**key, "kid": self.kid, "alg": "RS256", "use": "sig"}]})

    def token(self, asked: Asked) -> Said:
        assert asked.one("grant_type") == "client_credentials"
        assert asked.one("client_assertion_type") == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
        assert asked.one("scope") == SCORE, "no more than is needed"
        assertion = asked.one("client_assertion")
        with urlopen(self.jwks_url) as answer:
            keys = {key["kid"]: jwt.PyJWK(key) for key in json.load(answer)["keys"]}
        said = jwt.decode(
            assertion, keys[jwt.get_unverified_header(assertion)["kid"]], ["RS256"], audience=f"{self.url}/token"
        )
        if said["iss"] != self.client_id or said["sub"] != self.client_id or said["jti"] in self.assertions:
            return Said({"error": "invalid_client"}, 401)
        self.assertions.add(said["jti"])
        token = uuid.uuid4().hex
        self.tokens.add(token)
        return Said({"access_token": token, "token_type": "bearer", "expires_in": self.token_lifetime, "scope": SCORE})

    def score(self, asked: Asked) -> Said:
        assert asked.query == {"type_id": ["1"]}, "what belongs to the address of the line item stays"
        assert asked.headers["content-type"] == "application/vnd.ims.lis.v1.score+json"
        if asked.headers.get("authorization", "").removeprefix("Bearer ") not in self.tokens:
            return Said({"error": "unauthorized"}, 401)
        if self.refusals:
            return self.refusals.pop(0)
        score = json.loads(asked.body)
        assert {"userId", "timestamp", "activityProgress", "gradingProgress"} <= set(score)
        assert ("scoreGiven" in score) == ("scoreMaximum" in score) == (score["gradingProgress"] == "FullyGraded")
        self.posted.append(score)
        kept = self.scores.get(score["userId"])
        if kept and kept["timestamp"] > score["timestamp"]:
            return Said({"error": "older"}, 409)
        self.submissions += score[SUBMISSION]["new_submission"]
        self.scores[score["userId"]] = score
        return Said(b"")

    def id_token(
        self, issued: str, key: rsa.RSAPrivateKey = KEY, kid: str = "", algorithm: str = "RS256", **changed: Any
    ) -> str:
        """Sign a person in; a claim that is changed to None is left out."""
        now = int(time.time())
        claims: dict[str, Any] = {
            "iss": self.url, "aud": self.client_id, "sub": "user-3", "iat": now, "exp": now + 300, "nonce": issued, "name": "Student 3",
            CLAIM + "deployment_id": "1", CLAIM + "version": "1.3.0", CLAIM + "message_type": "LtiResourceLinkRequest",
            CLAIM + "target_link_uri": "https://grader.example/", CLAIM + "resource_link": {"id": "link-1"},
            CLAIM + "context": {"id": "course-1", "title": "Lesson 3"},
            CLAIM + "roles": [MEMBER + "Learner"], CLAIM + "custom": {"assignment": "attention"},
            GRADES: {"scope": [SCORE], "lineitem": f"{self.url}/lineitem?type_id=1"},
        }  # fmt: skip
        claims = {name: value for name, value in {**claims, **changed}.items() if value is not None}
        return jwt.encode(claims, key, algorithm=algorithm, headers={"kid": kid or self.kid})


@contextmanager
def fake_platform() -> Iterator[FakePlatform]:
    platform = FakePlatform()
    with serving(platform.answer) as platform.url:
        yield platform
