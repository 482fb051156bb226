"""What a ruleset refuses, each with a stable code and a helpful sentence."""

from collections.abc import Mapping, Sequence

MAX_LISTED = 20  # answers that a refusal lists


def listed(legal: Sequence[str]) -> str:
    """The legal answers in one phrase; if there are many, cut off with a count."""
    if not legal:
        return "nothing"
    shown, more = ", ".join(legal[:MAX_LISTED]), len(legal) - MAX_LISTED
    return f"{shown} and {more} more" if more > 0 else shown


class RulesError(ValueError):
    """Anything that the rules refuse. `code` is stable, the text is for people."""

    code = "refused"


class BadOptions(RulesError):
    """An unknown option, a wrong type of value, or a number of seats the game can't be played
    with.

    `reason` is stable: seats, unknown, value or together. `facts` are strings: the `name` of the
    option, what was `given`, and the `known` values or names, as JSON writes them. The website and
    the API have their own wording; the text of the exception is for commands that need no server.
    """

    code = "bad_options"
    SAYS: Mapping[str, str] = {
        "seats": "{given} seats will not do; the game is played with: {known}.",
        "unknown": "Unknown option {name!r}; known are: {known}.",
        "value": "Option {name!r} cannot be {given}; it may be: {known}.",
        "together": "These options exclude each other, so choose one: {known}.",
    }

    def __init__(self, reason: str, **facts: str) -> None:
        super().__init__(self.SAYS[reason].format(**facts))
        self.reason = reason
        self.facts = facts


class BadShuffle(RulesError):
    """An order that is not a permutation of the items, or that nothing asked for."""

    code = "bad_shuffle"


class BadRecord(RulesError):
    """A record that is malformed or illegal, or whose outcome is not what the rules give."""

    code = "bad_record"


class BidError(RulesError):
    """A bid that was refused: `given` as it came, `legal` what would be accepted."""

    def __init__(self, given: str, legal: Sequence[str], reason: str) -> None:
        super().__init__(f"{reason} Legal now: {listed(legal)}.")
        self.given = given
        self.legal = list(legal)
        self.reason = reason


class Malformed(BidError):
    """A bid that can't be parsed."""

    code = "malformed"


class Illegal(BidError):
    """A bid that can be parsed, but is not allowed now."""

    code = "illegal"
