"""How much was compared, said at the end of a run: also of one that several processes shared."""

from typing import Any

SECRECY = "secrecy"
FIGURE = "figure"  # a sentence of its own


def said(terminalreporter: Any) -> str:
    """The sums of what the tests counted, and their sentences; empty where none did."""
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
