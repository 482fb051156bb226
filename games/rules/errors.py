"""What a ruleset refuses, each with a stable code and a sentence that helps."""

from collections.abc import Sequence


def listed(legal: Sequence[str], most: int = 20) -> str:
    """The legal answers in one phrase, cut with a count where they are many."""
    if not legal:
        return "nothing"
    shown = ", ".join(legal[:most])
    return shown if len(legal) <= most else f"{shown} and {len(legal) - most} more"


class RulesError(ValueError):
    """Anything that the rules refuse; `code` is stable, the text is for people."""

    code = "refused"


class BadOptions(RulesError):
    """Unknown option, wrong type of value, or a number of seats that the game has not."""

    code = "bad_options"


class BadShuffle(RulesError):
    """An order that is not a permutation of the items, or that nobody asked for."""

    code = "bad_shuffle"


class BadRecord(RulesError):
    """A record that is malformed, illegal, or whose outcome is not what the rules give."""

    code = "bad_record"


class BidError(RulesError):
    """A bid that was refused: `given` as it came, `legal` what would have been accepted."""

    def __init__(self, given: str, legal: Sequence[str], reason: str) -> None:
        super().__init__(f"{reason} Legal now: {listed(legal)}.")
        self.given = given
        self.legal = list(legal)
        self.reason = reason


class Malformed(BidError):
    """A bid that cannot be read at all."""

    code = "malformed"


class Illegal(BidError):
    """A bid that can be read, but is not allowed now."""

    code = "illegal"
