"""A person's defaults for new seats. Call these only on their behalf."""

from dataclasses import dataclass, field

from accounts.models import User
from games import game_secrets
from games.models import Game, Opening, Preference, Seat
from games.selectors.access import Viewer


@dataclass(frozen=True)
class Preferences:
    """`policy`: what is played on a missed hand. `ask_forced`: whether to be asked even if only one
    answer is possible. `openings`: default plans by ruleset; no entry if there is none.
    """

    policy: str
    ask_forced: bool
    openings: dict[str, str] = field(default_factory=dict)


def seat_preference(user: User) -> Preference:
    """The person's defaults for seats; an unsaved object if they have none."""
    return Preference.objects.filter(user=user).first() or Preference(user=user)


def policy_of(viewer: Viewer) -> str:
    """The viewer's default for missed hands; the general default for anonymous viewers."""
    return seat_preference(viewer).policy if isinstance(viewer, User) else Seat.Policy.LOWEST


def former_seat(game: Game, viewer: Viewer) -> Seat | None:
    """The viewer's seat in the game of which this is a rematch, whose settings hold here, too."""
    if game.rematch_of_id is None or not isinstance(viewer, User):
        return None
    return Seat.objects.filter(game=game.rematch_of_id, user=viewer).first()


def policy_at(game: Game, viewer: Viewer) -> str:
    """What is played for the viewer on a missed hand of this table if they choose nothing."""
    former = former_seat(game, viewer)
    return policy_of(viewer) if former is None else former.policy


def preferences_of(user: User) -> Preferences:
    seat = seat_preference(user)
    rows = Opening.objects.filter(owner=user).order_by("ruleset")
    openings = {row.ruleset: game_secrets.open_opening(row) for row in rows}
    return Preferences(seat.policy, seat.ask_forced, openings)


def opening_of(user: User, ruleset: str) -> str:
    """The person's default plan for a game; "" if there is none."""
    row = Opening.objects.filter(owner=user, ruleset=ruleset).first()
    return game_secrets.open_opening(row) if row is not None else ""
