"""What a seat gets when somebody sits down: their own preferences, unless they said otherwise."""

from accounts.models import User
from games.models import Preference, Seat
from games.refusals import Refused
from games.selectors.people.preferences import former_seat, seat_preference


def check_policy(policy: str | None) -> None:
    """Raises `Refused` if it is not a fallback. None is allowed: nothing was chosen."""
    if policy is not None and policy not in Seat.Policy.values:
        raise Refused(
            "bad_policy",
            {"policies": Seat.Policy.values},
            given=policy,
            known=", ".join(Seat.Policy.values),
        )


def set_up(seat: Seat, user: User, policy: str | None) -> None:
    """Sets the fallback of an (unsaved) seat, and whether it is asked if only one answer is
    possible, from its player's preferences; `policy` takes precedence. A rematch keeps the fallback
    and strict mail of the seat before."""
    prefers = Preference(user=user) if user.is_bot else seat_preference(user)
    former = former_seat(seat.game, user)
    usual = prefers.policy if former is None else former.policy
    seat.policy = usual if policy is None else policy
    seat.ask_forced = prefers.ask_forced
    seat.strict_mail = former is not None and former.strict_mail
