"""`grader.toml` and the environment, read once: GRADER_… variables go before the file, the file before defaults."""

import difflib
import os
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from grader.errors import UsageError
from grader.service.config import ServiceSettings

FILE_NAME = "grader.toml"
_MANIFEST = "assignment.toml"  # what makes a folder an assignment
_PREFIX = "GRADER_"


class Sandbox(BaseModel):
    """The weakest level of confinement that this installation accepts; see `grade doctor`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    require: Literal["namespaces", "landlock", "process"] = "process"


class Settings(BaseSettings):
    """What an installation decides. Relative paths start at the folder of the file; in a variable, where you are."""

    model_config = SettingsConfigDict(
        env_prefix=_PREFIX, env_nested_delimiter="__", extra="forbid", frozen=True, env_ignore_empty=True
    )

    default_assignment: str = "attention"
    assignments: Path = Path("assignments")
    sandbox: Sandbox = Sandbox()
    service: ServiceSettings = ServiceSettings()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Put arguments before the environment, and that before the file; there are no other sources."""
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls, _file())


def _file() -> Path:
    """The `grader.toml` of the working folder, of a folder above it, or of the source tree."""
    here = Path.cwd()
    places = [here, *here.parents, Path(__file__).resolve().parent.parent]
    return next((place / FILE_NAME for place in places if (place / FILE_NAME).is_file()), here / FILE_NAME)


def load_settings() -> Settings:
    """Read the settings; raise `UsageError` for what is wrong in them, unknown GRADER_… variables included."""
    path = _file()
    given = {name.removeprefix(_PREFIX).lower(): name for name in os.environ if name.startswith(_PREFIX)}
    for key, name in given.items():
        if key.split("__")[0] not in Settings.model_fields:
            known = ", ".join(_PREFIX + field.upper() for field in Settings.model_fields)
            raise UsageError(f"Unknown environment variable {name}; known are {known}.")
    try:
        settings = Settings()
    except ValidationError as error:
        lines = [
            _explain(path, ".".join(map(str, problem["loc"])), problem["type"], problem["msg"])
            for problem in error.errors()
        ]
        raise UsageError("\n".join(lines)) from error
    except ValueError as error:  # tomllib's
        raise UsageError(f"{path} is not TOML: {error}.") from error
    assignments = _start(given, "assignments", path) / settings.assignments
    data = _start(given, "service__data", path) / settings.service.data
    service = settings.service.model_copy(update={"data": data})
    return settings.model_copy(update={"assignments": assignments, "service": service})


def _start(given: dict[str, str], key: str, path: Path) -> Path:
    """Return where a relative path starts: where you are if a variable names it, at the file's folder otherwise."""
    return Path.cwd() if os.environ.get(given.get(key, "")) else path.parent


def _explain(path: Path, key: str, kind: str, message: str) -> str:
    """Say in one line what is wrong with a key of the file."""
    if kind != "extra_forbidden":
        return f"{path}: {key}: {message}."
    near = difflib.get_close_matches(key, Settings.model_fields, n=1)
    return f'{path}: unknown key "{key}"' + (f'; did you mean "{near[0]}"?' if near else ".")


def known_assignments(settings: Settings) -> list[str]:
    """Return the ids of the assignments in the folder of assignments."""
    return sorted(path.parent.name for path in settings.assignments.glob(f"*/{_MANIFEST}"))


def find_assignment(settings: Settings, wanted: str | None) -> Path:
    """Return the folder of an assignment: `wanted` is an id or a folder, None the default one."""
    name = settings.default_assignment if wanted is None else wanted
    places = [settings.assignments / name, Path(name)] if name else []
    if os.sep in name or name.startswith("."):
        places.reverse()
    found = next((place for place in places if (place / _MANIFEST).is_file()), None)
    if found is None:
        known = known_assignments(settings)
        there = f"Known are: {', '.join(known)}." if known else f"There are none in {settings.assignments}."
        raise UsageError(f"There is no assignment {name!r}, neither an id nor a folder with an {_MANIFEST}. {there}")
    return found
