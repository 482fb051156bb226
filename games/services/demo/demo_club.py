"""The people around the demo's player, and what they have played: finished games of every kind,
ratings, a league, running games and open tables. Their notices are deleted.
"""

import random
from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import F

from accounts.models import Notice, User
from accounts.operation import database_clock
from games.models import Game, Hand, League, LogEntry, RatedGame, SeatClock
from games.rules.registry import RULESETS
from games.services.demo import fast_forward
from games.services.demo.fast_forward import Choose, like_bots
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from games.services.people import friends
from games.services.results import leagues, ratings
from games.wording import wording

DAY = timedelta(days=1)
NAMES = ("Aoife", "Henning", "Ines", "Joost", "Wim")
# Who sits where: 0 is Marit, 1 is the first of `NAMES`. The oldest game comes first. A game that
# isn't named here has a finished table, older than these, and an open one (`_more`).
FINISHED = (
    ("turn-the-tide", "Vlieland", (0, 1, 2)),
    ("turning-tides", "Juist", (0, 3)),
    ("rowboat", "Ameland", (0, 4)),
    ("turning-tides", "Baltrum", (1, 0)),
    ("turn-the-tide", "Norderney", (3, 0, 1)),
    ("rowboat", "Texel", (2, 0)),
)
RUNNING = (("turn-the-tide", "Sylt", (1, 2, 3), 20), ("turning-tides", "Pellworm", (4, 5), 9))
OPEN = (("rowboat", "Hallig Hooge", 3, 3), ("turning-tides", "Griend", 2, 1))
LEAGUE = ("spring-tide", "Spring tide", (0, 1, 2, 3))


def make(marit: User, people: Sequence[User]) -> None:
    """Makes all of it or nothing. `people` in the order of `NAMES`."""
    club, last = [marit, *people], Notice.objects.order_by("-pk").first()
    finished = [*((slug, name, tuple(range(size))) for slug, name, size in _more()), *FINISHED]
    with transaction.atomic():
        for age, (slug, name, seats) in enumerate(reversed(finished), 1):
            _dated(_finished(slug, name, [club[seat] for seat in seats], age), 4 * age * DAY)
        for slug, name, seats, hand in RUNNING:
            game = _begun(slug, name, [club[seat] for seat in seats])
            fast_forward.play_on(game, hand, _choose(slug, hand))
        for slug, name, size, host in (*OPEN, *((*each, 1) for each in _more())):
            tables.make_table(club[host], TableSettings(slug, name, size, hours=48))
        _league([club[seat] for seat in LEAGUE[2]])
        ratings.settle()
        _befriend(marit, people)
        told = Notice.objects.filter(pk__gt=last.pk if last else 0)
        told.exclude(recipient=marit, kind="friend_asked").delete()


def _more() -> list[tuple[str, str, int]]:
    """Slug, title and smallest number of seats of the games that aren't in `FINISHED`."""
    named = {slug for slug, _name, _seats in FINISHED}
    games = ((slug, rules) for slug, rules in RULESETS.items() if slug not in named)
    return [(slug, wording(slug).title(), rules.SEATS[0]) for slug, rules in games]


def _begun(slug: str, name: str, people: Sequence[User]) -> Game:
    host, *others = people
    game = tables.make_table(host, TableSettings(slug, name, len(people), hours=24))
    for other in others:
        game = tables.join(other, game.code)
    return game


def _finished(slug: str, name: str, people: Sequence[User], seed: int) -> Game:
    return fast_forward.play_on(_begun(slug, name, people), "over", _choose(slug, seed))


def _choose(slug: str, seed: int) -> Choose:
    """Plays as bots do, or at random in Turn the Tide, which ends however it is played and in
    which bots take long."""
    chance = random.Random(seed)  # noqa: S311 (how they play is no secret)
    if slug != "turn-the-tide":
        return like_bots(seed)
    return lambda rules, state, seat: chance.choice(list(rules.legal(state, seat)))


def _dated(game: Game, ago: timedelta) -> None:
    """Moves a game into the past, with answers that took people some time."""
    Game.objects.filter(pk=game.pk).update(
        created_at=F("created_at") - 2 * ago,
        started_at=F("started_at") - 2 * ago,
        ended_at=F("ended_at") - ago,
    )
    RatedGame.objects.filter(game=game).update(ended_at=F("ended_at") - ago)
    LogEntry.objects.filter(game=game).update(at=F("at") - ago)
    hands = Hand.objects.filter(game=game)
    hands.update(opened_at=F("opened_at") - ago, resolved_at=F("resolved_at") - ago)
    clocks = SeatClock.objects.filter(hand__game=game, answered_at__isnull=False)
    clocks.update(took_seconds=F("id") * 7919 % 20_000 + 300)


def _league(people: Sequence[User]) -> None:
    """One season that has begun, with its first game played."""
    slug, name, _seats = LEAGUE
    now = database_clock.now()
    league = League.objects.create(
        slug=slug, name=name, ruleset="turn-the-tide", seats=3, hours=48, first_start=now
    )
    leagues.sweep(now - DAY)
    for user in people:
        leagues.join(user, slug)
    leagues.begin(league.pk, now)
    first = Game.objects.filter(league_game__season__league=league).earliest("pk")
    fast_forward.play_on(first, "over", _choose(first.ruleset, 1))


def _befriend(marit: User, people: Sequence[User]) -> None:
    """Two are her friends, and one would like to be."""
    for friend in people[:2]:
        friends.befriend(marit, friend)
        friends.befriend(friend, marit)
    friends.befriend(people[-1], marit)
