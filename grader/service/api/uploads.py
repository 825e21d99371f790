"""The body of an upload, in its two forms: multipart with a file, or JSON with the file in base64."""

import base64
import binascii
import json
from typing import Annotated, Any, Final

from fastapi import Request
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from starlette.datastructures import UploadFile

from grader.service.api.body import form_of
from grader.service.api.errors import problems
from grader.service.refused import RefusedError

_FIELDS: Final = ("assignment", "student", "student_name", "callback_url", "ids", "priority")
_MOST_FIELD_BYTES: Final = 64 * 1024
_Short = Annotated[str, StringConstraints(min_length=1, max_length=255)]


class UploadFields(BaseModel):
    """What is said of a submission beside its file.

    `student` is the key by which the course knows the student; a student's own token may leave it out, and says itself
    what the student is called. `ids` holds
    by platform what it calls the submission. `priority`: whether somebody waits for it, or it is one of many.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    assignment: _Short
    student: Annotated[str, StringConstraints(max_length=255)] = ""
    student_name: Annotated[str, StringConstraints(max_length=255)] = ""
    callback_url: Annotated[str, StringConstraints(max_length=2000, pattern=r"^https?://")] | None = None
    ids: dict[Annotated[str, StringConstraints(pattern=r"^(canvas|moodle|lti)$")], dict[str, str]] = Field(
        default_factory=dict
    )
    priority: Annotated[str, StringConstraints(pattern=r"^(student|batch)$")] = "student"


class JsonUpload(UploadFields):
    """An upload as JSON: the name of the file, and its bytes in base64."""

    name: _Short
    content_base64: str


class Body(BaseModel):
    """An upload that was read."""

    fields: UploadFields
    name: str
    data: bytes


#: What OpenAPI says of the body, which is read by hand.
OPENAPI: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["file", "assignment"],
                    "properties": {
                        "file": {"type": "string", "format": "binary"},
                        "assignment": {"type": "string", "minLength": 1, "maxLength": 255},
                        "student": {"type": "string", "maxLength": 255},
                        "student_name": {"type": "string", "maxLength": 255},
                        "callback_url": {"type": "string", "maxLength": 2000, "pattern": "^https?://"},
                        "ids": {"type": "string", "description": 'JSON, as {"canvas": {"user": "7"}}'},
                        "priority": {"type": "string", "enum": ["student", "batch"]},
                    },
                }
            },
            "application/json": {"schema": JsonUpload.model_json_schema(ref_template="#/components/schemas/{model}")},
        },
    }
}


async def read_body(request: Request) -> Body:
    """Read the body of an upload; raise `RefusedError` with what is wrong in it."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "application/json":
        return _from_json(await request.body())
    if kind == "multipart/form-data":
        return await _from_form(request)
    raise RefusedError(415, "unsupported_type", "Send multipart/form-data with a file, or application/json.")


def _from_json(raw: bytes) -> Body:
    try:
        upload = JsonUpload.model_validate_json(raw)
        data = base64.b64decode(upload.content_base64, validate=True)
    except ValidationError as error:
        raise _invalid(error) from error
    except (binascii.Error, ValueError) as error:
        raise RefusedError(422, "invalid", "content_base64: this is not base64.") from error
    fields = UploadFields.model_validate(upload.model_dump(exclude={"name", "content_base64"}))
    return Body(fields=fields, name=upload.name, data=data)


async def _from_form(request: Request) -> Body:
    async with form_of(request, most_fields=len(_FIELDS), most_bytes=_MOST_FIELD_BYTES) as form:
        file = form.get("file")
        if not isinstance(file, UploadFile):
            raise RefusedError(422, "invalid", "file: send the submission as a file of this name.")
        said: dict[str, Any] = {key: value for key, value in form.multi_items() if key != "file"}
        if isinstance(ids := said.get("ids"), str):
            try:
                said["ids"] = json.loads(ids)
            except (ValueError, RecursionError) as error:
                raise RefusedError(422, "invalid", "ids: this is not JSON.") from error
        try:
            fields = UploadFields.model_validate(said)
        except ValidationError as error:
            raise _invalid(error) from error
        return Body(fields=fields, name=file.filename or "", data=await file.read())


def _invalid(error: ValidationError) -> RefusedError:
    found = error.errors(include_input=False)
    return RefusedError(422, "invalid", problems((one["loc"], one["msg"]) for one in found))
