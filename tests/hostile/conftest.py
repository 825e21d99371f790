"""After a run of the attacks: a table of what was tried and what was contained, by group and level."""

#: Groups of the threat catalogue.
GROUPS = {
    "A": "answers forged on the wire",
    "B": "judgement replaced",
    "C": "answers found",
    "D": "answers without the work",
    "E": "resources used up",
    "F": "ways out of the sandbox",
    "G": "text for people and machines",
    "H": "faults of the harness",
}
HEAD = f"{'group':<30}{'tried':>6}{'contained':>11}{'cause as expected':>19}{'judge grew by, MB':>20}"


def pytest_terminal_summary(terminalreporter):
    attacks = list(_tried(terminalreporter.stats))
    for level in sorted({attack["level"] for attack in attacks}, reverse=True):
        terminalreporter.section(f"attacks at level {level}")
        terminalreporter.write_line(HEAD)
        here = [attack for attack in attacks if attack["level"] == level]
        for group in sorted({attack["group"] for attack in here}):
            of_group = [attack for attack in here if attack["group"] == group]
            terminalreporter.write_line(_row(f"{group}  {GROUPS[group]}", of_group))
        terminalreporter.write_line(_row("all", here))


def _tried(stats):
    """Yield what each attack that ran left in its report."""
    for outcome in ("passed", "failed"):
        for report in stats.get(outcome, []):
            properties = dict(getattr(report, "user_properties", ()))
            if report.when == "call" and "attack" in properties:
                yield {**properties["attack"], "contained": outcome == "passed"}


def _row(name, attacks):
    contained, causes = (sum(attack[key] for attack in attacks) for key in ("contained", "cause"))
    grown = max(attack["grown"] for attack in attacks) / 2**20
    return f"{name:<30}{len(attacks):>6}{contained:>11}{causes:>19}{grown:>20.1f}"
