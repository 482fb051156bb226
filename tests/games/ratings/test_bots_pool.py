"""Games with bots rate the bots in a pool of their own, and nobody else."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import reliability
from games.models import Bid, BotRating, Game, RatedGame, Rating, Record, Seat
from games.rating_math import Skill
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from games.services.results import ratings
from tests.games.making import bid_all, fresh, people, person, running

pytestmark = pytest.mark.django_db


def ended(user: User, scores: list[int], levels: list[int | None]) -> Game:
    """A game of one person in the first seat and bots of these levels, over with these scores."""
    wish = TableSettings(name="Neuwerk", seats=len(scores), bots=len(scores) - 1, level=1)
    return end(fresh(tables.make_table(user, wish)), scores, levels)


def end(game: Game, scores: list[int], levels: list[int | None]) -> Game:
    for seat, level in enumerate(levels, start=1):
        Seat.objects.filter(game=game, index=seat).update(level=level)
    winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
    game.outcome = {"scores": scores, "winners": winners}
    game.state, game.ended_at = Game.State.OVER, timezone.now()
    game.save()
    Record.objects.create(game=game, data={"outcome": game.outcome})
    ratings.note(game, by_rules=True)
    ratings.settle()
    return game


def pool() -> dict[int, tuple[float, float, int]]:
    return {row.level: (row.mu, row.sigma, row.games) for row in BotRating.objects.all()}


def test_levels_are_rated_and_people_are_not() -> None:
    user = person()
    ended(user, [5, 9, 1], [8, 2])
    found = pool()
    assert found[8][0] > Skill().mu > found[2][0]
    assert (found[8][2], found[2][2]) == (1, 1)
    assert not Rating.objects.exists()
    assert RatedGame.objects.get().left_out == RatedGame.Why.BOTS


def test_a_level_in_two_seats_moves_once() -> None:
    ended(person(), [9, 5, 1], [None, None])
    assert set(pool()) == {0}, "the light bot has a place, too"
    assert pool()[0][2] == 1


@pytest.mark.parametrize("trace", ["light: no engine", "light: late", "any: not understood"])
def test_where_light_answers_stood_in_for_a_level_nothing_is_rated(trace: str) -> None:
    user = person()
    game = fresh(tables.make_table(user, TableSettings(name="Oland", seats=3, bots=2)))
    Bid.objects.filter(hand__game=game, via=Bid.Via.BOT).update(trace=trace)
    end(game, [5, 9, 1], [8, 2])
    assert pool() == {}
    Bid.objects.filter(hand__game=game).update(trace="light")
    ratings.rerate()
    assert set(pool()) == {8, 2}, "that is how its level plays"


def test_reckoning_anew_gives_the_same() -> None:
    user = person()
    for scores in ([5, 9, 1], [7, 3, 3], [1, 2, 9]):
        ended(user, scores, [8, 2])
    before = pool()
    ratings.rerate()
    assert pool() == before
    ratings.settle()
    assert pool() == before


def test_what_a_moderator_excluded_before_it_was_rated_counts_for_bots_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as waiting:
        waiting.setattr(ratings, "settle", int)
        game = ended(person(), [5, 9, 1], [8, 2])
    ratings.leave_out(game)
    ratings.settle()
    ratings.count_again(game)
    ratings.settle()
    before = pool()
    ratings.rerate()
    assert pool() == before != {}


def test_the_list_of_people_shows_the_pool_apart() -> None:
    ended(person(), [5, 9, 1], [8, None])
    page = Client().get("/people/", {"game": "turn-the-tide"}).content.decode()
    assert "Kraken, 8 of 8" in page
    assert "the light bot" in page


def test_hands_of_a_game_with_a_bot_are_in_nobodys_record() -> None:
    user, other = people(2)
    with_bot = fresh(tables.make_table(user, TableSettings(name="Fanø", seats=3, bots=1)))
    tables.join(other, with_bot.code)
    bid_all(with_bot)
    assert reliability.habits([user.pk])[user.pk].hands == 0
    bid_all(running([user, other], ruleset="turning-tides"))
    assert reliability.habits([user.pk])[user.pk].hands == 1
