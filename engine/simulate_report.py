"""Reports of simulations for people: a text, and a row in the table of a Markdown file."""

from pathlib import Path
from typing import Final

from engine.scoring import ResultKind
from engine.simulate_matches import Estimate, Report

BEGIN: Final = "<!-- results of `python -m engine simulate --write` -->"
END: Final = "<!-- end of results -->"
_HEAD: Final = (
    "| team | against | rules | duplicate deals | points a deal | deals won | playings won "
    "| 双扣 · 单扣 · 平扣 won | lost | decisions | p50 · p95 ms | budget | faults |",
    "|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
)
_KEY_COLUMNS: Final = 3
_KINDS: Final = (ResultKind.SHUANGKOU, ResultKind.DANKOU, ResultKind.PINGKOU)


def as_text(report: Report) -> str:
    """The report in a few lines."""
    match = report.match
    lines = [
        f"{match.team} against {match.against}: {report.deals} duplicate deals, seed {match.seed}",
        f"points a deal   {report.points:+.0f} ± {report.margin:.0f}",
        f"deals won       {_share(report.deals_won)}",
        f"playings won    {_share(report.playings_won)}",
        f"won             {_list(report.kinds_won)}",
        f"lost            {_list(report.kinds_lost)}",
    ]
    for strength, times in report.times_ms.items():
        lines.append(
            f"{strength:<15} {report.decisions[strength]} decisions, p50 {times['p50']:.2f} ms, "
            f"p95 {times['p95']:.2f} ms, longest {times['max']:.0f} ms, {len(report.faults[strength])} faults"
        )
        lines += [f"  {fault}" for fault in report.faults[strength][:5]]
    return "\n".join(lines)


def row(report: Report) -> str:
    """The report as a row of the table."""
    match = report.match
    rules = match.rules.model_dump(mode="json", exclude_defaults=True)
    times = report.times_ms[match.team.value]
    cells = [
        match.team.value,
        match.against.value,
        ", ".join(f"{switch} {value}" for switch, value in rules.items()) or "default",
        str(report.deals),
        f"{report.points:+.0f} ± {report.margin:.0f}",
        _share(report.deals_won),
        _share(report.playings_won),
        " · ".join(str(report.kinds_won.get(kind.value, 0)) for kind in _KINDS),
        " · ".join(str(report.kinds_lost.get(kind.value, 0)) for kind in _KINDS),
        str(report.decisions[match.team.value]),
        f"{times['p50']:.2f} · {times['p95']:.2f}",
        f"{match.budget:g} s",
        str(len(report.faults[match.team.value])),
    ]
    return "| " + " | ".join(cells) + " |"


def write_into(path: Path, report: Report) -> None:
    """Put the row of a report into the table of a file, in the place of an older one of the same match.

    Raises:
        ValueError: the file has no place for results.
    """
    text = path.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    table, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{path} has no lines {BEGIN!r} and {END!r} to put the results between")
    rows = {_key(line): line for line in table.strip().splitlines()[len(_HEAD) :]}
    new = row(report)
    rows[_key(new)] = new
    path.write_text("\n".join([before + begin, *_HEAD, *rows.values(), end + after]), encoding="utf-8")


def _key(line: str) -> tuple[str, ...]:
    """Return what a row is about: the two strengths and the rules."""
    return tuple(cell.strip() for cell in line.split("|")[1 : _KEY_COLUMNS + 1])


def _share(share: Estimate) -> str:
    return f"{100 * share.value:.1f} ± {100 * share.margin:.1f} %"


def _list(kinds: dict[str, int]) -> str:
    return ", ".join(f"{number} {kind}" for kind, number in kinds.items()) or "none"
