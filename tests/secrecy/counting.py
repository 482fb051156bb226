"""Prints how much was compared at the end of a run, summed over all its processes."""

from typing import Any

SECRECY = "secrecy"
FIGURE = "figure"  # a separate sentence


def said(terminalreporter: Any) -> str:
    """The sums of the tests' counts, and their sentences; empty if there are none."""
    return "\n".join([*_compared(_noted(terminalreporter, SECRECY)), *_figures(terminalreporter)])


def _noted(terminalreporter: Any, wanted: str) -> list[Any]:
    return [
        value
        for report in terminalreporter.getreports("passed")
        for name, value in report.user_properties
        if name == wanted
    ]


def _figures(terminalreporter: Any) -> list[str]:
    return [str(sentence) for sentence in _noted(terminalreporter, FIGURE)]


def _compared(counted: list[Any]) -> list[str]:
    if not counted:
        return []
    pairs, full, size = (sum(column) for column in zip(*counted, strict=True))
    return [
        f"Paired worlds: {pairs:,} renderings compared with their twins, {full:,} of them "
        f"whole answers ({size:,} bytes); 0 bytes differed."
    ]
