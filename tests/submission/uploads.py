"""How the tests write notebooks and zips."""

import io
import json
import stat
import zipfile
from collections.abc import Mapping

from hypothesis import HealthCheck, settings

#: For properties that read files or notebooks: a busy machine is no failure.
patient = settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])


def code(source, *tags):
    return {"cell_type": "code", "source": source, "metadata": {"tags": list(tags)}, "outputs": []}


def prose(source):
    return {"cell_type": "markdown", "source": source, "metadata": {}}


def notebook(*cells, language="python", **metadata):
    about = {"kernelspec": {"name": "k", "display_name": "K", "language": language}, **metadata}
    written = [code(cell) if isinstance(cell, str) else cell for cell in cells]
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": about, "cells": written})


def zipped(members: Mapping[str, str | bytes] | list[tuple[str, str]], method=zipfile.ZIP_DEFLATED):
    """A zip whose members may have any name, also twice."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, data in members.items() if isinstance(members, Mapping) else members:
            member = zipfile.ZipInfo("placeholder")
            member.filename = name  # the constructor would clean it
            member.compress_type = method
            archive.writestr(member, data)
    return stream.getvalue()


def zipped_as(kind, name="attention.py", data="/etc/passwd"):
    """A zip with one member of a kind of `stat`: a link, a pipe, a file."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        member = zipfile.ZipInfo(name)
        member.create_system = 3  # Unix
        member.external_attr = (kind | stat.S_IRUSR) << 16
        archive.writestr(member, data)
    return stream.getvalue()


def messages(notices):
    return " ".join(notice.message for notice in notices)
