"""What seats bring to the deck: words of their own, or what follows from the committed secret."""

import json
import threading
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games import fairness, game_secrets, selectors
from games.models import Game
from games.refusals import Refused
from games.services.lobby import deck_words, duplicate_tables, tables
from games.services.lobby.tables import TableSettings
from games.verification import all_passed, verify
from tests.games.duplicates.making import WORDS, created
from tests.games.fast_forward import fast_forward, like_bots
from tests.games.making import fresh, people, person, user_at
from tests.games.services.sitting import at_once, words_at

pytestmark = pytest.mark.django_db


def from_secret(game: Game, seat: int) -> str:
    return fairness.words_from(game_secrets.open_secret(game), game.code, seat)


def opened(**wish: object) -> Game:
    """A table for three at which its maker sits, who has written "salt and tar"."""
    fields: dict[str, Any] = {"name": "Words", "seats": 3, "entropy": "salt and tar", **wish}
    return tables.make_table(person(), TableSettings(**fields))


def test_a_seat_without_words_has_none_until_it_starts_and_then_what_follows_from_the_secret() -> (
    None
):
    game = opened(bots=1)
    assert words_at(game) == ["salt and tar", "", ""]
    tables.join(person("Joost"), game.code)

    game = fresh(game)
    assert game.state == Game.State.RUNNING
    assert words_at(game) == ["salt and tar", from_secret(game, 1), from_secret(game, 2)]


def test_whoever_is_muted_brings_none() -> None:
    """Everybody reads them once the game has begun."""
    game, joost = opened(), person("Joost")
    joost.muted_until = timezone.now() + timedelta(days=1)
    joost.save()
    with pytest.raises(Refused) as refused:
        tables.join(joost, game.code, entropy="You all cheat")
    assert (refused.value.code, words_at(game)) == ("muted", ["salt and tar", "", ""])
    tables.join(joost, game.code)
    with pytest.raises(Refused, match="muted"):
        deck_words.write(joost, game.code, "You all cheat")
    deck_words.write(joost, game.code, "")
    assert words_at(game) == ["salt and tar", "", ""]


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


def test_they_can_be_written_and_changed_until_it_starts() -> None:
    game = opened()
    joost = person("Joost")
    tables.join(joost, game.code)
    for written in ("gulls", " wind  and waves ", "x" * 70, ""):
        held = deck_words.write(joost, game.code, written)
        assert held.entropy == written.strip()[:64]
        assert words_at(game) == ["salt and tar", held.entropy, ""]

    deck_words.write(joost, game.code, "herring")
    tables.join(person("Aoife"), game.code)
    before = fresh(game).start
    refused(joost, game.code, "words_fixed")
    assert words_at(game) == ["salt and tar", "herring", from_secret(game, 2)]
    assert fresh(game).start == before


def test_only_by_whoever_sits_there_and_only_at_a_table_that_may_begin() -> None:
    game = opened()
    refused(person("Joost"), game.code, "not_seated")
    refused(person("Aoife"), "abcdefghjkmn", "unknown_game")
    tables.leave(user_at(game, 0), game.code)
    Game.objects.filter(pk=game.pk).update(state=Game.State.CANCELLED)
    ute = person("Ute")
    game.seats.filter(index=1).update(user=ute)
    refused(ute, game.code, "unknown_game")
    User.objects.filter(pk=ute.pk).update(suspended_until=timezone.now() + timedelta(days=1))
    refused(User.objects.get(pk=ute.pk), game.code, "suspended")


def test_at_the_other_table_they_are_written_as_well() -> None:
    both = created(person("Marit"), ruleset="rowboat", seats=2, bots=1)
    henning = person("Henning")
    code = both[1].code
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(duplicate_tables, "begin_when_full", lambda game: game.save())
        tables.join(henning, code)
    deck_words.write(henning, code, "heron")
    tables.start(user_at(both[0], 0), both[0].code, fill_with_bots=True)

    assert [json.loads(words)[1] for words in words_at(both[0])] == [
        "heron",
        from_secret(both[1], 1),
    ]


@pytest.mark.django_db(transaction=True)
def test_what_is_written_while_the_game_starts_waits_and_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Planted: the game isn't locked, so that the words change once the seed was made of them."""
    game = opened()
    joost = person("Joost")
    tables.join(joost, game.code)
    late: list[object] = []
    writing = threading.Thread(
        target=lambda: late.extend(at_once(partial(deck_words.write, joost, game.code, "gulls")))
    )
    honest = game_secrets.keep_start

    def meanwhile(*args: Any) -> None:
        honest(*args)
        writing.start()
        writing.join(0.5)

    monkeypatch.setattr(game_secrets, "keep_start", meanwhile)
    tables.join(person("Aoife"), game.code)
    writing.join(10)

    assert [getattr(each, "code", each) for each in late] == ["words_fixed"]
    over = fast_forward(fresh(game), "over", like_bots())
    assert all_passed(verify(selectors.observations.record_of(over)))


def refused(user: User, code: str, why: str) -> None:
    with pytest.raises(Refused) as caught:
        deck_words.write(user, code, "other words")
    assert caught.value.code == why
