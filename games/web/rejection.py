"""A refusal that is shown on the page where it happened."""

from dataclasses import dataclass

from games.refusals import Refused


@dataclass(frozen=True)
class Rejection:
    """The message for the page; `given` stays selected in the form."""

    message: str
    status: int
    given: str = ""


def rejection_of(refused: Refused, kept: str = "", given: str = "") -> Rejection:
    """The refusal, followed by what was kept. Short, since the form shows what would be valid."""
    return Rejection(f"{refused.message_in_letter} {kept}".strip(), refused.status, given)


def status_of(rejection: Rejection | None) -> int:
    """The HTTP status of the page; 200 without a rejection."""
    return rejection.status if rejection else 200
