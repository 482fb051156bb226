"""Two tables that play the same deals, for tests."""

from typing import Any

from accounts.models import User
from games.models import Game
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from tests.games.making import fresh, person
from tests.process_fixtures import again

HERE, THERE = ("Marit", "Joost", "Aoife"), ("Henning", "Ute", "Fenna")
WORDS = {name: f"words of {name}" for name in (*HERE, *THERE)}


def created(maker: User, **wish: Any) -> list[Game]:
    """Open tables, in order; the maker sits at the first."""
    asked = {"name": "Texel", "seats": 3, "duplicate": 2, "entropy": WORDS[maker.name], **wish}
    game = tables.make_table(maker, TableSettings(**asked))
    return list(Game.objects.filter(duplicate=game.duplicate_id).order_by("pk"))


def begun(**wish: Any) -> tuple[list[Game], list[User], list[User]]:
    """Two running tables, and who sits at either: copied if there were some before."""
    found: tuple[list[Game], list[User], list[User]] = again(_begun, tuple(sorted(wish.items())))
    return found


def _begun(wishes: tuple[tuple[str, Any], ...]) -> tuple[list[Game], list[User], list[User]]:
    return begun_anew(**dict(wishes))


def begun_anew(**wish: Any) -> tuple[list[Game], list[User], list[User]]:
    """The same, started by this test itself, so that it deals the cards."""
    here, there = [person(name) for name in HERE], [person(name) for name in THERE]
    here, there = here[: wish.get("seats", 3)], there[: wish.get("seats", 3)]
    both = created(here[0], **wish)
    for user in here[1:]:
        tables.join(user, both[0].code, entropy=WORDS[user.name])
    for user in there:
        tables.join(user, both[1].code, entropy=WORDS[user.name])
    return [fresh(game) for game in both], here, there
