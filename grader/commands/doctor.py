"""`grade doctor`."""

import click

from grader.terminal import print_text


@click.command()
def doctor() -> None:
    """Show how well this machine confines submissions."""
    from grader.sandbox.examination import examine
    from grader.sandbox.levels import insist_on_at_least
    from grader.settings import load_settings

    level, text = examine()
    print_text(text)
    insist_on_at_least(load_settings().sandbox.require, level)
