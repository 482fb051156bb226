"""Decides what happens to a mail: the table "Who may" of docs/mail.md, row by row."""

from enum import Enum

from games.mail.inbound.authentication import Verdict


class Decision(Enum):
    """What happens to a mail for an address that is, or was, ours."""

    APPLY = "apply"
    HOLD = "hold"  # until it is confirmed by somebody who reads the verified address
    STATE = "state"  # reply with the current state, at most once a day
    DROP = "drop"


def decide(*, good: bool, own: bool, verdict: Verdict, strict: bool = False) -> Decision:
    """What to do with a mail.

    `good`: its reply address is still valid. `own`: From is a verified address of the same person.
    `strict`: the person accepts only authenticated mail.
    """
    if not good:
        return Decision.STATE if own and verdict is Verdict.PASS else Decision.DROP
    if not own or verdict is Verdict.FAIL:
        return Decision.HOLD
    if strict and verdict is Verdict.NONE:
        return Decision.HOLD
    return Decision.APPLY
