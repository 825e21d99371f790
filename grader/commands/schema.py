"""`grade schema`."""

import click

from grader.terminal import print_text


@click.command()
def schema() -> None:
    """Print the JSON Schema of the report."""
    import json

    from grader.report import Report

    print_text(json.dumps(Report.model_json_schema(mode="serialization"), indent=2) + "\n")
