"""What somebody wishes at every table where they sit down; ask only on behalf of them."""

from dataclasses import dataclass, field

from accounts.models import User
from games import game_secrets
from games.models import Opening, Preference, Seat
from games.selectors.access import Viewer


@dataclass(frozen=True)
class Preferences:
    """What a missed hand plays, whether to be asked when only one answer is possible, and by
    ruleset the text that a plan begins with (none: no entry)."""

    policy: str
    ask_forced: bool
    openings: dict[str, str] = field(default_factory=dict)


def seat_preference(user: User) -> Preference:
    """How a seat of this person is set as they sit down; unsaved if they never said."""
    return Preference.objects.filter(user=user).first() or Preference(user=user)


def policy_of(viewer: Viewer) -> str:
    """What a missed hand plays where this person sits down; as usual for who is not signed in."""
    return seat_preference(viewer).policy if isinstance(viewer, User) else Seat.Policy.LOWEST


def preferences_of(user: User) -> Preferences:
    """A person's preferences for all games."""
    seat = seat_preference(user)
    rows = Opening.objects.filter(owner=user).order_by("ruleset")
    openings = {row.ruleset: game_secrets.open_opening(row) for row in rows}
    return Preferences(seat.policy, seat.ask_forced, openings)


def opening_of(user: User, ruleset: str) -> str:
    """The text with which this person's plans for a game begin; "": none."""
    row = Opening.objects.filter(owner=user, ruleset=ruleset).first()
    return game_secrets.open_opening(row) if row is not None else ""
