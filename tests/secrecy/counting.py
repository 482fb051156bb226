"""How much was compared, said at the end of a run: also of one that several processes shared."""

from typing import Any

SECRECY = "secrecy"


def said(terminalreporter: Any) -> str:
    """The sums of what the tests counted; empty where none did."""
    counted = [
        value
        for report in terminalreporter.getreports("passed")
        for name, value in report.user_properties
        if name == SECRECY
    ]
    if not counted:
        return ""
    pairs, full, size = (sum(column) for column in zip(*counted, strict=True))
    return (
        f"Paired worlds: {pairs:,} renderings compared with their twins, {full:,} of them "
        f"whole answers ({size:,} bytes); 0 bytes differed."
    )
