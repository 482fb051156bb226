"""Ratings: each rated game is reckoned with once, in one order, and anew gives the same."""

from dataclasses import replace

import pytest
from django.core.management import call_command

from accounts.models import User
from accounts.people import new_accounts as accounts_people
from accounts.people import own_bots
from games.catalogue import GAMES
from games.models import Game, RatedGame, Rating, RatingStep, Record, Seat
from games.rating_math import Skill
from games.services import sweep
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from games.services.moderation import execution
from games.services.people import erasure
from games.services.results import ratings
from games.services.seats import absence, substitutes
from tests.accounts.making import staff
from tests.games.fast_forward import fast_forward
from tests.games.making import bid_all, fresh, people, person, running, table_of
from tests.games.ratings.ending import ended
from tests.games.services.moderation.setting import GIVEN
from tests.names import NAMES
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db

Figures = dict[tuple[str, str], tuple[float, float, int, int]]


def figures() -> Figures:
    return {
        (row.user.name, row.ruleset): (row.mu, row.sigma, row.games, row.shown)
        for row in Rating.objects.select_related("user")
    }


def test_a_game_that_ends_is_reckoned_with_once_by_the_sweep() -> None:
    over = fast_forward(running(people(2), ruleset="rowboat", options={"novice": True}))
    sweep.sweep()
    before = figures()
    assert set(before) == {("Marit", "rowboat"), ("Joost", "rowboat")}
    winner = NAMES[not_none(over.outcome)["winners"][0]]
    loser = NAMES[1 - not_none(over.outcome)["winners"][0]]
    assert before[winner, "rowboat"][0] > Skill().mu > before[loser, "rowboat"][0]
    assert ratings.settle() == 0
    sweep.sweep()
    assert figures() == before
    assert RatingStep.objects.count() == 2


def test_whoever_ties_shares_a_place() -> None:
    users = people(4)
    ended(users, [5, 8, 8, 2])
    ratings.settle()
    steps = RatingStep.objects.all()
    assert all(step.change == step.shown - Skill().shown for step in steps)
    places = dict(steps.values_list("user__name", "place"))
    assert places == {"Marit": 3, "Joost": 1, "Aoife": 1, "Henning": 4}
    found = figures()
    mu = {name: values[0] for (name, _slug), values in found.items()}
    assert mu["Joost"] == pytest.approx(mu["Aoife"])
    assert mu["Joost"] > mu["Marit"] > mu["Henning"]


def test_partners_rise_and_fall_together() -> None:
    ended(people(4), [210, 90, 210, 90], ruleset="rowboat")
    ratings.settle()
    mu = {name: values[0] for (name, _slug), values in figures().items()}
    assert mu["Marit"] == mu["Aoife"] > mu["Joost"] == mu["Henning"]


def after_two_games_at_sea() -> dict[str, float]:
    users = people(4)
    ended(users[:2], [1, 0], ruleset="turning-tides")  # silver wins
    ended(users[2:], [0, 1], ruleset="turning-tides")  # gold wins
    ratings.settle()
    return {name: values[0] for (name, _slug), values in figures().items()}


def test_seats_of_turning_tides_count_alike_since_the_better_one_changes_with_strength() -> None:
    mu = after_two_games_at_sea()
    assert mu["Marit"] == mu["Henning"] > Skill().mu > mu["Aoife"] == mu["Joost"]


def test_a_win_from_the_worse_seat_brings_more(monkeypatch: pytest.MonkeyPatch) -> None:
    led = replace(GAMES["turning-tides"], leads={2: (0.0, 2.0)})
    monkeypatch.setitem(GAMES, "turning-tides", led)
    mu = after_two_games_at_sea()
    assert mu["Marit"] > mu["Henning"] > Skill().mu > mu["Aoife"] > mu["Joost"]


def test_reckoning_anew_gives_the_same_figures() -> None:
    users = people(4)
    for scores in ([5, 8, 8, 2], [1, 2, 3, 4], [9, 2, 3, 4]):
        ended(users, scores)
        ratings.settle()
    ended(users[:2], [1, 0], ruleset="turning-tides")
    ratings.settle()
    before = figures()
    steps = list(RatingStep.objects.order_by("number", "user").values_list("shown", "change"))
    Rating.objects.filter(user=users[0]).update(mu=1, shown=1)
    call_command("rerate")
    assert figures() == before
    assert (
        list(RatingStep.objects.order_by("number", "user").values_list("shown", "change")) == steps
    )


def test_games_from_before_there_were_ratings_are_taken_up() -> None:
    users = people(3)
    game, cut = ended(users, [1, 2, 3]), ended(users, [3, 2, 1])
    Record.objects.filter(game=cut).update(data={})  # as moderators ended it
    RatedGame.objects.all().delete()
    call_command("rerate")
    assert RatingStep.objects.filter(rated__game=game).count() == 3
    assert RatedGame.objects.get(game=cut).left_out == RatedGame.Why.ENDED


def why(game: Game) -> str:
    ratings.settle()
    return RatedGame.objects.get(game=game).left_out


def test_some_games_do_not_count() -> None:
    users = people(3)
    assert why(ended(users, [1, 2, 3], rated=False)) == RatedGame.Why.UNRATED
    with_bot = ended([users[0], users[1], accounts_people.bots(1)[0]], [1, 2, 3])
    assert why(with_bot) == RatedGame.Why.BOTS
    game = running(users)
    execution.carry_out(staff("Wim", "moderator"), "end", game.code, GIVEN["end"])
    assert why(game) == RatedGame.Why.ENDED
    cancelled = running(users)
    execution.carry_out(staff("Xaver", "moderator"), "cancel", cancelled.code, GIVEN["cancel"])
    assert not RatedGame.objects.filter(game=cancelled).exists()
    assert figures() == {}


def test_who_leaves_does_not_escape() -> None:
    users, game = table_of(3)
    absence.leave(users[0], game.code)
    fast_forward(game)
    ratings.settle()
    assert ("Marit", "turn-the-tide") in figures()


def test_a_seat_that_changed_hands_is_nobodys() -> None:
    users, wim = people(3), person("Wim")
    game = running(users)
    bid_all(game)
    absence.leave(users[0], game.code)
    substitutes.take(wim, game.code, 0)
    assert Seat.objects.get(game=game, index=0).user == wim
    _end(game)
    ratings.settle()
    assert set(figures()) == {("Joost", "turn-the-tide"), ("Aoife", "turn-the-tide")}


def test_a_bot_that_takes_a_seat_over_saves_nobody_from_a_loss() -> None:
    users = people(3)
    program, _key = own_bots.make(users[0], "Texel")
    game = running(users)
    absence.leave(users[0], game.code)
    substitutes.take(program.user, game.code, 0)
    _end(game)
    assert why(game) == ""
    assert set(figures()) == {("Joost", "turn-the-tide"), ("Aoife", "turn-the-tide")}


def test_a_bot_in_a_seat_from_the_start_rates_nobody_even_if_a_person_takes_it_over() -> None:
    users = people(3)
    program, _key = own_bots.make(users[0], "Texel")
    game = running([program.user, *users[1:]])
    absence.leave(program.user, game.code)
    substitutes.take(person("Wim"), game.code, 0)
    _end(game)
    assert why(game) == RatedGame.Why.BOTS
    assert figures() == {}


def _end(game: Game) -> None:
    game = fresh(game)
    game.outcome, game.state = {"scores": [1, 2, 3], "winners": [2]}, Game.State.OVER
    game.save()
    ratings.note(game, by_rules=True)


def test_a_moderator_leaves_a_game_out_and_takes_that_back() -> None:
    users, moderator = people(3), staff("Wim", "moderator")
    first = ended(users, [1, 2, 3])
    ended(users, [3, 2, 1])
    ratings.settle()
    before = figures()
    done = execution.carry_out(moderator, "unrate", first.code, GIVEN["unrate"])
    ratings.settle()
    assert {values[2] for values in figures().values()} == {1}
    execution.undo(moderator, done.entry.number, GIVEN["unrate"])
    ratings.settle()
    assert figures() == before


def test_a_game_left_out_while_others_are_reckoned_anew_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    users, renew = people(3), ratings._renew
    first, second = (ended(users, scores) for scores in ([5, 8, 2], [1, 2, 3]))
    ratings.settle()
    ratings.leave_out(first)

    def meanwhile(ruleset: str, first: int) -> None:
        renew(ruleset, first)
        ratings.leave_out(second)

    with monkeypatch.context() as between:
        between.setattr(ratings, "_renew", meanwhile)
        ratings.settle()
    ratings.settle()
    assert not RatingStep.objects.exists()


def test_only_the_games_since_are_reckoned_anew_some_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ratings, "RENEWED_AT_ONCE", 2)
    users = people(4)
    games = [ended(users[:3], [n, 3, 5 - n]) for n in range(4)]
    games += [ended(users, [n, 3, 5 - n, 2]) for n in range(4)]
    ratings.settle()
    ratings.leave_out(games[3])
    kept = set(RatingStep.objects.filter(rated__game__in=games[:3]).values_list("pk", flat=True))
    newest = ended(users, [9, 2, 3, 4])
    assert ratings.settle() == 0
    assert RatedGame.objects.get(stale=True).game == games[6]
    assert not RatingStep.objects.filter(rated__game__in=[games[3], *games[6:], newest]).exists()
    assert figures()["Marit", "turn-the-tide"][2] == 5  # games
    assert ratings.settle() == 1
    assert kept <= set(RatingStep.objects.values_list("pk", flat=True))
    before = figures()
    call_command("rerate")
    assert figures() == before
    for game in (games[5], games[0]):
        ratings.leave_out(game)
    while RatedGame.objects.filter(stale=True).exists():
        ratings.settle()
    before = figures()
    call_command("rerate")
    assert figures() == before


def test_what_was_left_out_is_not_forgotten_when_rating_all_anew_fails() -> None:
    users = people(3)
    first, sound, broken = (ended(users, [n, 2, 1]) for n in range(3))
    ratings.settle()
    Game.objects.filter(pk=broken.pk).update(outcome={})
    ratings.leave_out(first)
    with pytest.raises(KeyError):
        call_command("rerate")
    ratings.settle()
    assert set(RatingStep.objects.values_list("rated__game", flat=True)) == {sound.pk}


def test_a_game_that_cannot_be_reckoned_anew_keeps_no_other_from_it() -> None:
    users = people(3)
    first, broken, sound = (ended(users, [n, 2, 1]) for n in range(3))
    ratings.settle()
    Game.objects.filter(pk=broken.pk).update(outcome={})
    ratings.leave_out(first)
    ratings.settle()
    assert set(RatingStep.objects.values_list("rated__game", flat=True)) == {sound.pk}
    assert not RatedGame.objects.filter(stale=True).exists()


def test_a_game_that_fails_does_not_keep_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    users = people(3)
    broken, sound = ended(users, [1, 2, 3]), ended(users, [3, 2, 1])
    Game.objects.filter(pk=broken.pk).update(outcome={})
    assert ratings.settle() == 1
    assert RatingStep.objects.filter(rated__game=sound).count() == 3
    assert RatedGame.objects.get(game=broken).number is None


def test_who_is_forgotten_stands_in_no_list_and_others_keep_their_figures() -> None:
    users = people(3)
    ended(users, [1, 2, 3])
    ratings.settle()
    before = figures()
    erasure.forget(users[2])
    gone = User.objects.get(pk=users[2].pk).name
    call_command("rerate")
    after = figures()
    assert after[gone, "turn-the-tide"] == before["Aoife", "turn-the-tide"]
    assert after["Marit", "turn-the-tide"] == before["Marit", "turn-the-tide"]


def test_a_table_says_whether_it_counts_and_a_rematch_keeps_it() -> None:
    game = tables.make_table(person(), TableSettings(name="Texel", seats=3, rated=False))
    assert fresh(game).rated is False
