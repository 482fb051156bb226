"""Who may: the table of docs/mail.md, "Who may", row by row."""

from enum import Enum

from games.mail.inbound.authentication import Verdict


class Decision(Enum):
    """What happens to a mail for an address that is, or was, ours."""

    APPLY = "apply"
    HOLD = "hold"  # until somebody confirms it who reads the verified address
    STATE = "state"  # the present state, at most once a day
    DROP = "drop"


def decide(*, good: bool, own: bool, verdict: Verdict, strict: bool = False) -> Decision:
    """`good`: the address may still act; `own`: From is a verified address of its person;
    `strict`: the person takes nothing that is not vouched for."""
    if not good:
        return Decision.STATE if own and verdict is Verdict.PASS else Decision.DROP
    if not own or verdict is Verdict.FAIL:
        return Decision.HOLD
    if strict and verdict is Verdict.NONE:
        return Decision.HOLD
    return Decision.APPLY
