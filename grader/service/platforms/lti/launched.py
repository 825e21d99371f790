"""Who came from a platform, and to what: read from the claims of a launch that was verified."""

import hashlib
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from grader.service.platforms.connections import LtiConnection
from grader.service.platforms.handed import named, said
from grader.service.platforms.lti.tool import may_take_scores

SCORE: Final = "https://purl.imsglobal.org/spec/lti-ags/scope/score"
_CLAIM: Final = "https://purl.imsglobal.org/spec/lti/claim/"
_GRADES: Final = "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint"
_MEMBER: Final = "http://purl.imsglobal.org/vocab/lis/v2/membership#"  # roles in this course, not at the school
_SKEW: Final = 300  # seconds that clocks may differ
_LONGEST_PERSON: Final = 255  # characters, as of every key of a student


class LaunchRefusedError(Exception):
    """Nobody is let in by this. The sentence may be shown."""


@dataclass(frozen=True)
class Launched:
    """One person, let in by a platform. `assignment` is "" where the platform names none by the parameter `assignment`.

    `context` is the platform's id of its course, "" if it says none. `person` is who it is among all platforms, and the
    key of a student. `ids` is what an upload of theirs carries, so that its grade finds its way back; `problem` says
    why none would.
    """

    connection: str
    course: str
    context: str
    person: str
    name: str
    role: Literal["student", "instructor"]
    assignment: str
    ids: Mapping[str, str]
    problem: str


def read(name: str, connection: LtiConnection, claims: Mapping[str, Any]) -> Launched:
    """Return who came; raise `LaunchRefusedError` for what pylti1p3 does not see, or a role without a place."""
    if claims.get(_CLAIM + "message_type") != "LtiResourceLinkRequest":
        raise LaunchRefusedError("This tool is opened by a link to an assignment, and by nothing else.")
    audience = claims["aud"] if isinstance(claims["aud"], list) else [claims["aud"]]
    party = claims.get("azp")
    if (party or len(audience) > 1) and party != connection.client_id:
        raise LaunchRefusedError("This sign-in is for another tool.")
    if not float(claims["iat"]) < time.time() + _SKEW:
        raise LaunchRefusedError("This sign-in is of the future; is a clock wrong?")
    user = claims.get("sub")
    if not isinstance(user, str) or not 0 < len(user) <= 255:
        raise LaunchRefusedError("The platform does not say who you are; it must send its id of a user.")
    context = _context(name, connection, claims.get(_CLAIM + "context"))
    custom = claims.get(_CLAIM + "custom")
    grades = claims.get(_GRADES)
    ids, problem = _way_back(name, connection, grades if isinstance(grades, Mapping) else {})
    return Launched(
        connection=name,
        course=connection.course,
        context=context,
        person=_person(name, user),
        name=named(claims.get("name") or f"{claims.get('given_name', '')} {claims.get('family_name', '')}"),
        role=_role(claims.get(_CLAIM + "roles")),
        assignment=said(custom.get("assignment", "")) if isinstance(custom, Mapping) else "",
        ids={"connection": name, "user": user, **ids},
        problem=problem,
    )


def _context(name: str, connection: LtiConnection, context: object) -> str:
    """Return the platform's id of its course; refuse one that the operator does not name, where any is named."""
    told = context.get("id") if isinstance(context, Mapping) else None
    if connection.contexts and told not in connection.contexts:
        raise LaunchRefusedError(
            f"This tool is not open to this course, whose id (context) is {said(told or 'not told')}. If it should be, "
            f"the operator adds the id to contexts of [service.lti.{name}]."
        )
    return said(told or "")


def _person(name: str, user: str) -> str:
    plain = f"lti:{name}:{user}"
    return plain if len(plain) <= _LONGEST_PERSON else f"lti:{name}:{hashlib.sha256(user.encode()).hexdigest()}"


def _role(roles: object) -> Literal["student", "instructor"]:
    held = {role for role in roles if isinstance(role, str)} if isinstance(roles, list) else set()
    if _MEMBER + "Instructor" in held:
        return "instructor"
    if _MEMBER + "Learner" in held:
        return "student"
    raise LaunchRefusedError("You are neither a learner nor an instructor of this course.")


def _way_back(name: str, connection: LtiConnection, grades: Mapping[str, Any]) -> tuple[dict[str, str], str]:
    """Return the place for scores, or why there is none."""
    place, scopes = grades.get("lineitem"), grades.get("scope")
    if not isinstance(place, str) or not isinstance(scopes, list) or SCORE not in scopes:
        return {}, "The platform gives no place for scores: let the tool post grades, and give the assignment points."
    if not may_take_scores(connection, place):
        return {}, f"Scores may not go to {said(place)}: name its host in hosts of [service.lti.{name}]."
    return {"lineitem": place}, ""
