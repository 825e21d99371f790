"""`grader.toml` and the environment, read once: GRADER_… variables go before the file, the file before defaults."""

import os
from pathlib import Path

from pydantic import ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from grader.errors import UsageError

FILE_NAME = "grader.toml"
_PREFIX = "GRADER_"


class Settings(BaseSettings):
    """What an installation decides. Relative paths start at the folder of the file that names them."""

    model_config = SettingsConfigDict(env_prefix=_PREFIX, extra="forbid", frozen=True)

    default_assignment: str = "attention"
    assignments: Path = Path("assignments")

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Put the environment before the file; there are no other sources."""
        return env_settings, TomlConfigSettingsSource(settings_cls, _file())


def _file() -> Path:
    """The `grader.toml` of the working folder, of a folder above it, or of the source tree."""
    here = Path.cwd()
    places = [here, *here.parents, Path(__file__).resolve().parent.parent]
    return next((place / FILE_NAME for place in places if (place / FILE_NAME).is_file()), here / FILE_NAME)


def load_settings() -> Settings:
    """Read the settings; raise `UsageError` for what is wrong in them, unknown GRADER_… variables included."""
    path = _file()
    unknown = [
        name
        for name in os.environ
        if name.startswith(_PREFIX) and name.removeprefix(_PREFIX).lower() not in Settings.model_fields
    ]
    if unknown:
        known = ", ".join(_PREFIX + name.upper() for name in Settings.model_fields)
        raise UsageError(f"Unknown environment variable {unknown[0]}; known are {known}.")
    try:
        settings = Settings()
    except ValidationError as error:
        lines = [f"{path}: {'.'.join(map(str, p['loc']))}: {p['msg']}." for p in error.errors()]
        raise UsageError("\n".join(lines)) from error
    except ValueError as error:  # tomllib's
        raise UsageError(f"{path} is not TOML: {error}.") from error
    return settings.model_copy(update={"assignments": path.parent / settings.assignments})


def find_assignment(settings: Settings, wanted: str | None) -> Path:
    """Return the folder of an assignment: `wanted` is an id or a folder, None the default one."""
    name = wanted or settings.default_assignment
    places = [settings.assignments / name, Path(name)]
    if os.sep in name or name.startswith("."):
        places.reverse()
    found = next((place for place in places if place.is_dir()), None)
    if found is None:
        known = sorted(p.name for p in settings.assignments.glob("*") if p.is_dir())
        there = f"Known are: {', '.join(known)}." if known else f"There are none in {settings.assignments}."
        raise UsageError(f"There is no assignment {name!r}, neither an id nor a folder. {there}")
    return found
