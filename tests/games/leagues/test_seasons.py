"""Seasons begin and end by themselves: sign-up, divisions, tables, points, up and down."""

from datetime import datetime, timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.models import Entry, Game, League, LeagueGame, RatedGame, Rating, Season
from games.refusals import Refused
from games.selectors.results.leagues import signed_up as signed_up_for
from games.selectors.results.leagues import standing_of
from games.services import sweep
from games.services.moderation.commands import COMMANDS
from games.services.people import erasure
from games.services.results import leagues, ratings
from tests.games.making import fresh, person
from tests.games.services.crossing import Beside
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db

NOW = timezone.now()
LATER = NOW + timedelta(days=1)
END = LATER + timedelta(days=31)


def league(**fields: object) -> League:
    wish = {"slug": "tides", "name": "Tides", "ruleset": "rowboat", "seats": 2, "days": 30}
    return League.objects.create(**{**wish, "first_start": NOW + timedelta(hours=1), **fields})


def signed_up(count: int, slug: str = "tides") -> list[User]:
    sweep.sweep()
    users = [person(f"P{number:02}") for number in range(count)]
    for user in users:
        leagues.join(user, slug)
    return users


def names(season: Season, division: int) -> list[str]:
    rows = season.entries.filter(division=division).order_by("user__name")
    return list(rows.values_list("user__name", flat=True))


def over(game: Game, winner: int, ended_at: datetime | None = None) -> None:
    """As if this seat had won."""
    scores = [int(seat == winner) for seat in range(game.seat_count)]
    game = fresh(game)
    game.outcome, game.state = {"scores": scores, "winners": [winner]}, Game.State.OVER
    game.ended_at = ended_at or timezone.now()
    game.save()


def best_first(users: list[User], season: Season) -> None:
    """All games end so that whoever comes first in the list wins."""
    order = {user.pk: place for place, user in enumerate(users)}
    for created in season.games.select_related("game"):
        seats = created.game.seats.all()
        over(created.game, min(seats, key=lambda seat: order[not_none(seat.user_id)]).index)


def test_a_season_begins_on_its_day_with_divisions_and_all_their_tables() -> None:
    league()
    users = signed_up(9)
    assert leagues.sweep(NOW) == 0
    assert leagues.sweep(LATER) == 1
    season = Season.objects.get(state=Season.State.RUNNING)
    assert [season.entries.filter(division=n).count() for n in (1, 2)] == [5, 4]
    assert season.games.filter(division=1).count() == 10
    assert season.games.filter(division=2).count() == 6
    assert set(Game.objects.values_list("state", flat=True)) == {Game.State.RUNNING}
    assert Game.objects.filter(votes=True).count() == 0
    assert users[0].seats.count() == 4
    assert leagues.sweep(LATER) == 1  # the sign-up for the next one
    assert leagues.sweep(LATER) == 0
    assert Season.objects.get(state=Season.State.OPEN).starts_at == LATER + timedelta(days=30)


def test_where_seats_are_not_even_each_two_play_in_both() -> None:
    league(ruleset="turning-tides")
    users = signed_up(4)
    leagues.sweep(LATER)
    assert LeagueGame.objects.count() == 12
    assert sorted(users[0].seats.values_list("index", flat=True)) == [0, 0, 0, 1, 1, 1]


def test_with_too_few_it_waits_and_with_too_many_the_last_wait() -> None:
    league()
    users = signed_up(3)
    assert leagues.sweep(LATER) == 0
    assert Season.objects.get().starts_at == LATER + leagues.WAIT
    for number in range(3):
        users.append(person(f"Q{number}"))
        leagues.join(users[-1], "tides")
    leagues.sweep(LATER + leagues.WAIT)
    season = Season.objects.get(state=Season.State.RUNNING)
    assert names(season, 1) == ["P00", "P01", "P02", "Q0", "Q1"]
    assert Entry.objects.get(user=users[-1]).division is None
    leagues.sweep(LATER + leagues.WAIT)
    coming = Season.objects.get(state=Season.State.OPEN)
    assert list(coming.entries.values_list("user__name", flat=True)) == ["Q2"]


def test_newcomers_begin_in_the_order_of_their_ratings() -> None:
    league()
    users = signed_up(8)
    for shown, user in enumerate(users):
        Rating.objects.create(user=user, ruleset="rowboat", mu=25, sigma=8, shown=1000 + shown)
    leagues.sweep(LATER)
    assert names(Season.objects.get(number=1), 1) == ["P04", "P05", "P06", "P07"]


def test_newcomers_without_a_rating_come_between_those_above_and_below_its_start() -> None:
    league()
    users = signed_up(8)
    for shown, user in zip((1020, 980, 970, 960, 950), users, strict=False):
        Rating.objects.create(user=user, ruleset="rowboat", mu=25, sigma=8, shown=shown)
    leagues.sweep(LATER)
    assert names(Season.objects.get(number=1), 1) == ["P00", "P05", "P06", "P07"]


def test_the_best_goes_up_and_the_last_goes_down() -> None:
    made = league()
    users = signed_up(8)
    leagues.sweep(LATER)
    season = made.seasons.get(number=1)
    best_first(users, season)
    leagues.sweep(LATER)
    for user in users:
        leagues.join(user, "tides")
    leagues.sweep(END)
    season.refresh_from_db()
    assert season.state == Season.State.OVER
    top = season.entries.get(user=users[0])
    assert (top.points, top.place) == (6, 1)
    second = made.seasons.get(number=2)
    assert names(second, 1) == ["P00", "P01", "P02", "P04"]
    assert names(second, 2) == ["P03", "P05", "P06", "P07"]


def test_what_is_not_over_does_not_count_and_is_played_on() -> None:
    made = league()
    users = signed_up(4)
    leagues.sweep(LATER)
    season = made.seasons.get(number=1)
    first = season.games.select_related("game")[0].game
    over(first, 0)
    leagues.sweep(LATER)
    for user in users:
        leagues.join(user, "tides")
    ending = season.games.select_related("game")[2].game
    over(ending, 0, ended_at=END + timedelta(seconds=1))  # in the sweep that ends the season
    leagues.sweep(END)
    late = season.games.select_related("game")[1].game
    assert late.state == Game.State.RUNNING
    points = season.entries.order_by("points").values_list("points", flat=True)
    assert list(points) == [0, 0, 0, 2]
    over(late, 0, ended_at=END + timedelta(days=1))
    assert list(points.all()) == [0, 0, 0, 2]
    rows = [row for group in standing_of(made.seasons.get(number=1)) for row in group.rows]
    assert [row.points for row in rows] == [row.entry.points for row in rows]


def test_games_of_a_league_count_for_ratings() -> None:
    league()
    signed_up(4)
    leagues.sweep(LATER)
    assert not Game.objects.filter(rated=False).exists()
    assert RatedGame.objects.count() == 0
    assert LeagueGame.objects.count() == 6


def test_what_ended_early_or_is_left_out_of_the_ratings_still_brings_points() -> None:
    made = league()
    signed_up(4)
    leagues.sweep(LATER)
    season = made.seasons.get(number=1)
    ended, left_out = (each.game for each in season.games.select_related("game")[:2])
    for game in (ended, left_out):
        over(game, 0)
        RatedGame.objects.create(game=game, by_rules=game != ended)
    ratings.leave_out(left_out)
    (group,) = standing_of(season)
    assert sum(row.points for row in group.rows) == 4
    assert "In a league it still brings points." in str(COMMANDS["unrate"].hint)


def test_who_signs_off_or_is_forgotten_or_suspended_does_not_play() -> None:
    league()
    users = signed_up(7)
    leagues.leave(users[0], "tides")
    erasure.forget(users[1])
    User.objects.filter(pk=users[2].pk).update(suspended_until=LATER + timedelta(days=9))
    leagues.sweep(LATER)
    season = Season.objects.get(state=Season.State.RUNNING)
    assert names(season, 1) == ["P03", "P04", "P05", "P06"]


def test_guests_programs_and_strangers_to_the_league_are_refused() -> None:
    for kind in (User.Kind.GUEST, User.Kind.PROGRAM):
        with pytest.raises(Refused, match="no_guests"):
            leagues.join(person(kind.name, kind=kind), "tides")
    with pytest.raises(Refused, match="unknown_league"):
        leagues.join(person(), "tides")
    league()
    with pytest.raises(Refused, match="no_season"):
        leagues.leave(person("Wim"), "tides")


def test_a_league_that_is_closed_begins_no_season() -> None:
    made = league()
    signed_up(4)
    League.objects.filter(pk=made.pk).update(active=False)
    assert leagues.sweep(LATER) == 0
    assert not LeagueGame.objects.exists()


def test_a_league_that_is_closed_plays_its_season_to_the_end_and_opens_no_other() -> None:
    made = league()
    users = signed_up(4)
    leagues.sweep(LATER)
    League.objects.filter(pk=made.pk).update(active=False)
    leagues.close(made.pk)
    assert leagues.sweep(END) == 0
    assert Season.objects.get().state == Season.State.RUNNING
    assert names(Season.objects.get(), 1) == [user.name for user in users]


@pytest.mark.parametrize(
    ("changes", "starts_at"),
    [
        ({"first_start": NOW - timedelta(days=1)}, END + leagues.WAIT),
        ({"days": 20}, END + leagues.WAIT),
        ({"days": 60}, LATER + timedelta(days=60)),
    ],
)
def test_new_dates_begin_no_postponed_season_before_the_day_that_people_were_told(
    changes: dict[str, object], starts_at: datetime
) -> None:
    made = league()
    Season.objects.create(league=made, number=1, state=Season.State.RUNNING, starts_at=LATER)
    coming = Season.objects.create(league=made, number=2, starts_at=END + leagues.WAIT)
    League.objects.filter(pk=made.pk).update(**changes)
    leagues.retime(made)
    coming.refresh_from_db()
    assert coming.starts_at == starts_at


def test_what_cannot_be_played_is_no_league() -> None:
    for wrong in ({"seats": 3}, {"options": {"x": 1}}, {"hours": 0}, {"ruleset": "chess"}):
        fields = {"name": "T", "ruleset": "turning-tides", "options": {}, "seats": 2, "hours": 24}
        with pytest.raises(Refused):
            leagues.check(League(**{**fields, **wrong}))


@pytest.mark.django_db(transaction=True)
def test_whoever_is_being_erased_as_it_begins_is_seated_nowhere() -> None:
    tides = league()
    users = signed_up(5)
    with transaction.atomic():
        erasure.forget(users[0])
        beside = Beside(lambda: leagues.begin(tides.pk, LATER))
        beside.until_it_waits()
    assert beside.result() is True
    assert not users[0].seats.exists()
    assert Season.objects.get(state=Season.State.RUNNING).entries.count() == 4


def test_on_equal_points_whoever_signed_up_first_is_ahead() -> None:
    made = league()
    users = signed_up(4)
    early = Entry.objects.get(user=users[3])
    early.at -= timedelta(days=30)  # signed up for the last season, and waited
    early.save()
    assert [entry.user for entry in signed_up_for(early.season)] == [users[3], *users[:3]]
    leagues.sweep(LATER)
    (group,) = standing_of(made.seasons.get(number=1))
    assert [row.entry.user for row in group.rows] == [users[3], *users[:3]]
