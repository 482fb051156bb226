"""A small world with a game at every point of its course, for looking at all pages."""

from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from games import selectors, vault
from games.models import Game, Hand, League
from games.services import absence, leagues, play, sweeping, tables, votes
from games.services.tables import Wish
from tests.games.making import bid, fresh, hand_of, legal, person, play_out, running

DAY = timedelta(days=1)
NAMES = ("Marit", "Joost", "Aoife", "Henning", "Ute")


@dataclass
class Scene:
    """People, and addresses by a name that says what they show."""

    marit: User
    paths: dict[str, str]
    finished: Game
    open: Game


def build() -> Scene:
    """Marit's games: to answer, sealed, being turned, to choose a tide, out, over, open."""
    users = [person(name, zone="Europe/Amsterdam") for name in NAMES]
    marit, joost, _aoife, henning, _ute = users
    due = _advanced(running(users[:4], hours=30), 15)
    bid(due, joost)
    bid(due, henning)
    sealed = _advanced(running(users, name="Five for Friday", hours=48), 3)
    bid(sealed, marit)
    choosing = _choosing(users[:3])
    out = _somebody_out(users[:4])
    over = play_out(running(users[:3], name="Rottumeroog"))
    open_ = tables.make_table(joost, Wish(name="Terschelling", seats=5, bots=1, hours=72))
    mine = tables.make_table(marit, Wish(name="Texel", seats=4, visibility="link"))
    turning = running(users[:3], name="Ameland")
    for user in users[:3]:
        bid(turning, user)
    offered, paused, cancelled = _together(users)
    _league(users)
    codes = {
        "offered": offered, "paused": paused, "cancelled": cancelled,
        "due": due, "sealed": sealed, "choosing": choosing, "turning": turning, "out": out,
        "over": over, "open": open_, "mine": mine,
    }  # fmt: skip
    paths = {name: f"/g/{game.code}/" for name, game in codes.items()}
    return Scene(marit, paths | _others(due, over), over, open_)


def _league(users: list[User]) -> None:
    """A league for which some have signed up."""
    now = timezone.now()
    League.objects.create(
        slug="tides", name="Tides", ruleset="turn-the-tide", seats=4, first_start=now + DAY
    )
    leagues.sweep(now)
    for user in users[:3]:
        leagues.join(user, "tides")


def _together(users: list[User]) -> tuple[Game, Game, Game]:
    """A seat that waits for somebody, and one's own played by a bot; a pause; a game given up."""
    offered = running(users[:3], name="Borkum")
    absence.leave(users[0], offered.code)
    paused = running(users[:2], ruleset="turning-tides", name="Sylt")
    for user in users[:2]:
        votes.vote(user, paused.code, "pause")
    cancelled = running(users[:3], name="Amrum")
    for user in users[:3]:
        votes.vote(user, cancelled.code, "cancel")
    return offered, paused, cancelled


def _others(due: Game, over: Game) -> dict[str, str]:
    return {
        "front": "/",
        "seats": "/seats/",
        "leaving": f"/g/{due.code}/absent/",
        "wishing": f"/g/{due.code}/vote/pause/",
        "more-time": f"/g/{due.code}/extend/",
        "briefing": f"/g/{due.code}/briefing/",
        "moves": "/moves/",
        "tables": "/games/",
        "mine-list": "/games/?show=mine",
        "finished-list": "/games/?show=over",
        "new": "/games/new/",
        "hand": f"/g/{due.code}/hand/14/",
        "plan": f"/g/{due.code}/plan/",
        "stage-end": f"/g/{over.code}/hand/12/",
        "replay": f"/g/{over.code}/replay/5/",
        "compare": f"/g/{over.code}/compare/",
        "lost": "/g/nothing-here/",
        "profile": "/settings/",
        "preferences": "/settings/playing/",
        "vacation": "/settings/vacation/",
        "person": "/people/marit/",
        "people": "/people/",
        "leagues": "/leagues/",
        "league": "/leagues/tides/",
        "mailbox": "/mailbox/",
        "rules": "/rules/",
        "rules_rowboat": "/rules/rowboat/",
        "rules_turning_tides": "/rules/turning-tides/",
        "help": "/help/",
        "sign-in": "/account/login/",
        "sign-up": "/account/signup/",
    }


def _advanced(game: Game, hands: int) -> Game:
    for _ in range(hands):
        _bid_variously(game)
    return fresh(game)


def _bid_variously(game: Game) -> None:
    """Everybody plays another place of the hand, so that the water moves."""
    game = fresh(game)
    number = game.hand_number
    if hand_of(game).state == Hand.State.READY:  # the last card of a stage is given at once
        sweeping.sweep()
        return
    for index in hand_of(game).awaiting:
        user = game.seats.get(index=index).user
        if user is None or user.is_bot:
            continue
        ranked = selectors.ranked_for(game, index)
        play.place_bid(
            user, game.code, number, ranked[(index * 5 + number) % len(ranked)], via="page"
        )
    sweeping.sweep()


def _choosing(users: list[User]) -> Game:
    """A hand in which the first of them may choose a tide."""
    game = running(users, name="Vlieland", options={"taker_chooses": True})
    for _ in range(40):
        if hand_of(game).phase == "take" and hand_of(game).awaiting == [0]:
            break
        _bid_variously(game)
    return fresh(game)


def _somebody_out(users: list[User]) -> Game:
    """A game of four in which the first seat has just left the stage."""
    game = running(users, name="Juist")
    state = vault.open_state(game)
    belts, tides = (0, *state.belts[1:]), (12, *state.tides[1:])
    vault.keep_state(game, state._replace(belts=belts, tides=tides))
    game.save()
    for index, user in enumerate(users):  # the lowest card takes nothing, so it stays deepest
        bid(game, user, legal(game, index)[0 if index == 0 else -1])
    sweeping.sweep()
    return fresh(game)
