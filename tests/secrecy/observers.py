"""Everybody who may look at a game, and what each of them must not know."""

from dataclasses import dataclass
from http.cookies import SimpleCookie

from django.test import Client

from accounts.models import User
from games.models import Game
from tests.accounts.making import give_factor
from tests.games.making import person
from tests.secrecy.positions import Position

BACKEND = "django.contrib.auth.backends.ModelBackend"


@dataclass(frozen=True)
class Observer:
    """An observer; `seat` is None for people without a seat, `user` is None for somebody not signed
    in.
    """

    name: str
    user: User | None
    seat: int | None
    client: Client
    cookies: SimpleCookie

    @property
    def is_staff(self) -> bool:
        """Whether the observer may see the admin."""
        return self.user is not None and self.user.is_staff

    def knows_link(self, game: Game) -> bool:
        """Whether the table's link was given to them: to who sits there, and as long as a public
        table is open, to everybody.
        """
        public = game.visibility == Game.Visibility.PUBLIC and game.state == Game.State.OPEN
        return public or self.seat is not None


def observers(position: Position) -> list[Observer]:
    """Each seat, a stranger, somebody not signed in, and a superuser without a seat."""
    seated = [_observer(f"seat {seat}", user, seat) for seat, user in enumerate(position.users)]
    staff = give_factor(person("Hedda", is_staff=True, is_superuser=True))
    return [
        *seated,
        _observer("a stranger", person("Wim"), None),
        _observer("anybody", None, None),
        _observer("the staff", staff, None),
    ]


def _observer(name: str, user: User | None, seat: int | None) -> Observer:
    client = Client(raise_request_exception=False)
    if user is not None:
        client.force_login(user, backend=BACKEND)
    return Observer(name, user, seat, client, SimpleCookie(client.cookies.output(header="")))
