"""What a check says, and what is known from outside of a record."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True)
class Check:
    """`kind` is a stable word, `place` what it is about ("hand 7, seat 2"), empty if all of it;
    `passed` is None where it cannot be told; `reason` says what holds, or what does not."""

    kind: str
    passed: bool | None
    reason: str
    place: str = ""


KINDS = (
    *("form", "checksum", "commitment", "start", "seed", "shuffle"),
    *("receipt", "replay", "outcome", "outside"),
)


class Known(NamedTuple):
    """What somebody was given before a record was to be had (64 hex digits each), and so could
    not have been made to fit it."""

    commitment: str = ""
    start: str = ""
    receipts: tuple[str, ...] = ()


def digest_of(text: str) -> str | None:
    """A digest as somebody copied it, with blanks or capitals; None if it is none."""
    digest = "".join(text.split()).lower()
    return digest if len(digest) == 64 and set(digest) <= set("0123456789abcdef") else None


def all_passed(checks: Iterable[Check]) -> bool:
    """Whether no check fails."""
    return all(check.passed is not False for check in checks)
