"""`grade schema`."""

import click

from grader.terminal import print_text


@click.command()
@click.option("--manifest", is_flag=True, help="Print that of assignment.toml instead, for editors to complete it.")
def schema(*, manifest: bool) -> None:
    """Print the JSON Schema of the report."""
    import json

    from grader.manifest import Manifest
    from grader.report import Report

    printed = Manifest.model_json_schema() if manifest else Report.model_json_schema(mode="serialization")
    print_text(json.dumps(printed, indent=2) + "\n")
