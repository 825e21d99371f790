"""What all pages share: templates that can do no harm, and a policy that lets nothing run but what is ours.

Whatever is put into the templates loses the characters that act (`plain`) and is escaped by Jinja; the page's policy
lets nothing load, and no style and no script work but those whose digests it names, should a mark-up slip through all
the same.
"""

import base64
import functools
import hashlib
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from grader.render.escape import plain
from grader.render.words import points

_TEMPLATES: Final = Path(__file__).parent / "templates"


@functools.cache
def ours(*names: str) -> Markup:
    """Return the text of files beside the templates, one after the other, as it is: style or script."""
    return Markup("".join((_TEMPLATES / name).read_text(encoding="utf-8") for name in names))  # noqa: S704  # our own


def policy(style: str, script: str = "") -> str:
    """Return the content security policy of a page with this style and this script and nothing else."""
    scripts = f"script-src {_digest(script)}; " if script else ""
    return f"default-src 'none'; style-src {_digest(style)}; {scripts}base-uri 'none'; form-action 'none'"


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def environment(folder: Path = _TEMPLATES, /, **names: object) -> Environment:
    """Return an environment for the templates of a folder, which may use `names` and what is put into them."""
    made = Environment(
        loader=FileSystemLoader(folder), autoescape=True, undefined=StrictUndefined, finalize=_harmless,
        trim_blocks=True, lstrip_blocks=True, auto_reload=False,
    )  # fmt: skip
    made.globals.update(names)
    made.filters["plain"] = plain
    made.filters["points"] = points
    return made


def _harmless(value: object) -> object:
    """Take out what acts on a reader's eye; the template's own mark-up is left."""
    return value if isinstance(value, Markup) else plain(str(value))
