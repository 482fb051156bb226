"""What seats bring to the deck: words of their own, or what follows from the committed secret."""

import json

import pytest

from games import game_secrets, sealing
from games.models import Game
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from tests.games.duplicates.making import WORDS, created
from tests.games.making import fresh, people, person

pytestmark = pytest.mark.django_db


def words_at(game: Game) -> list[str]:
    return list(game.seats.order_by("index").values_list("entropy", flat=True))


def from_secret(game: Game, seat: int) -> str:
    return sealing.words_from(game_secrets.open_secret(game), game.code, seat)


def opened(**wish: object) -> Game:
    """A table for three at which its maker sits, who has written "salt and tar"."""
    fields = {"name": "Words", "seats": 3, "entropy": "salt and tar", **wish}
    return tables.make_table(person(), TableSettings(**fields))  # type: ignore[arg-type]


def test_a_seat_without_words_has_none_until_it_starts_and_then_what_follows_from_the_secret() -> (
    None
):
    game = opened(bots=1)
    assert words_at(game) == ["salt and tar", "", ""]
    tables.join(person("Joost"), game.code)

    game = fresh(game)
    assert game.state == Game.State.RUNNING
    assert words_at(game) == ["salt and tar", from_secret(game, 1), from_secret(game, 2)]


def test_they_belong_to_the_number_that_a_seat_has_in_the_end() -> None:
    marit, *others = people(4)
    game = tables.make_table(marit, TableSettings(name="Five", seats=5))
    for user in others:
        tables.join(user, game.code)
    tables.leave(others[0], game.code)
    tables.start(marit, game.code)

    assert words_at(game) == [from_secret(game, seat) for seat in range(3)]


def test_tables_with_the_same_deals_have_the_words_of_each_in_their_order() -> None:
    both = created(person("Marit"), ruleset="rowboat", seats=2, bots=1)
    tables.join(person("Henning"), both[1].code)

    here, there = (fresh(game) for game in both)
    expected = [
        [WORDS["Marit"], from_secret(there, 0)],
        [from_secret(here, 1), from_secret(there, 1)],
    ]
    assert [json.loads(words) for words in words_at(here)] == expected
    assert words_at(here) == words_at(there)
