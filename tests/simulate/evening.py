"""An evening at the end of many games: in their last hand, of a league, with bots that search, not
rated yet, or over for so long that they are due for compaction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import ClassVar

from django.utils import timezone

from accounts.models import Notice, User
from games.models import Game, Hand, InboundMail, League, LeagueGame, ReplyAddress, SeatClock
from games.rules.base import Ruleset, State
from games.services.demo import fast_forward as service
from games.services.mail.reply_addresses import reply_address_for
from games.services.results import leagues, ratings
from games.services.seats import votes
from tests import chance
from tests.club import clock
from tests.games.fast_forward import like_bots
from tests.games.making import fresh, people, person, running
from tests.simulate.stock import Made, Stock, confirm

AFTER_DAYS = 30  # a game is compacted
SEASON, STARTS_IN = timedelta(days=28), timedelta(seconds=25)  # until the next one
LEVEL = 2  # of the bots that search
# By name, so that a run finds the games that its people are to do something with.
LONG_AGO, OPEN, UNRATED, SEARCHING, VOTED = "long ago", "open", "unrated", "searching", "voted"
SHORT, BOTS = "turning-tides", like_bots()
LEAGUE, TIDES = "tides", "Tides"


def _evening() -> Made:
    with chance.drawn_by("one evening"):  # in which the bots that search have a hand open
        return _drawn()


def _drawn() -> Made:
    users, newcomer = people(5), person("Nadja")
    confirm([*users, newcomer])
    start = timezone.now()
    with clock.virtual(start - timedelta(days=AFTER_DAYS + 10)):
        _long_ago(users)
        letters = set(Notice.objects.values_list("pk", flat=True))
    _season(users[:4], start + STARTS_IN - SEASON)
    # Time has run out in one of these, as in others that nobody answers.
    latest = Hand.objects.filter(state=Hand.State.OPEN).latest("pk")
    for model, which in ((Hand, {"pk": latest.pk}), (SeatClock, {"hand": latest.pk})):
        model.objects.filter(**which).update(deadline=start + timedelta(days=1))
    for seats in ((0, 1), (1, 2), (2, 0)):
        _game(OPEN, [users[seat] for seat in seats], "last")
    _game(OPEN, [users[0], users[3]], "last", rated=False)
    _game(VOTED, [users[3], users[0]], 6)
    _not_rated_yet(users)
    searching = _game(SEARCHING, users[4:], -3, bots=1, level=LEVEL)
    Notice.objects.exclude(pk__in=letters).delete()
    return searching, newcomer


def _chosen(rules: Ruleset, state: State, seat: int) -> str:
    """Quickly; but only bots end a game of Turning Tides."""
    return BOTS(rules, state, seat) if rules.SLUG == SHORT else rules.ranked(state, seat)[-1]


def _game(
    name: str, users: Sequence[User], to: str | int, slug: str = SHORT, **wish: object
) -> Game:
    """Played to that hand; -3 is the third before the last."""
    wish = {"name": name, "ruleset": slug, **wish}
    game = running(list(users), **{"seats": len(users) + int(str(wish.get("bots", 0))), **wish})
    if isinstance(to, int) and to < 0:
        hands = [each.number for each in service.played_on(game, _chosen) if each.waited]
        to = hands[to]
    return fresh(service.play_on(game, to, _chosen))


def _long_ago(users: Sequence[User]) -> None:
    """Two that are over and one that was cancelled, with letters that were never sent, and a mail
    that somebody still has to confirm.
    """
    first = _game(LONG_AGO, users[:3], "over", "turn-the-tide")
    _game(LONG_AGO, users[1:3], "over")
    cancelled = _game(LONG_AGO, users[:2], 6)
    for user in users[:2]:
        votes.vote(user, cancelled.code, "cancel")
    ratings.settle()
    for user in users[:2]:
        reply_address_for(user, first.hands.get(number=3))
    last, held = ReplyAddress.objects.latest("pk"), InboundMail.State.HELD
    InboundMail.objects.create(address=last, identity="x", state=held, received_at=timezone.now())
    Notice.objects.exclude(kind="game_over").update(state=Notice.State.SENT)


def _season(users: Sequence[User], begins: datetime) -> None:
    """A season whose first game is over and whose others are in their last hand; all have signed
    up for the next.
    """
    League.objects.create(
        slug=LEAGUE, name=TIDES, ruleset="turn-the-tide", seats=4, days=SEASON.days,
        first_start=begins,
    )  # fmt: skip
    with clock.virtual(begins - timedelta(days=1)) as at:
        _sign_up(users)
        at.at = begins
        leagues.sweep(at.at)
        for number, played in enumerate(LeagueGame.objects.select_related("game").order_by("pk")):
            service.play_on(played.game, "last" if number else "over", _chosen)
        ratings.settle()
        _sign_up(users)


def _sign_up(users: Sequence[User]) -> None:
    leagues.sweep(timezone.now())
    for user in users:
        leagues.join(user, LEAGUE)


def _not_rated_yet(users: Sequence[User]) -> None:
    """Two that ended in another order than they began in, and of which nobody has told a worker."""
    games = [_game(UNRATED, pair, "last") for pair in (users[:2], users[1:3])]
    for game, ago in zip(reversed(games), (20, 10), strict=True):
        with clock.virtual(timezone.now() - timedelta(minutes=ago)):
            service.play_on(game, "over", _chosen)


class Evenings(Stock):
    """The one position."""

    MAKING: ClassVar[Mapping[str, Callable[[], Made]]] = {"evening": _evening}
