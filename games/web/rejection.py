"""A refusal, said on the page where it happened."""

from dataclasses import dataclass

from games.refusals import Refused


@dataclass(frozen=True)
class Rejection:
    """What was refused, to be said on the page; `given` stays chosen in its form."""

    message: str
    status: int
    given: str = ""


def rejection_of(refused: Refused, status: int, kept: str = "", given: str = "") -> Rejection:
    """A refusal together with what was kept; the form on the page shows what would be right."""
    return Rejection(f"{refused.message_in_letter} {kept}".strip(), status, given)


def status_of(rejection: Rejection | None) -> int:
    """The status of a page that says it, or 200."""
    return rejection.status if rejection else 200
