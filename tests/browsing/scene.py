"""A small world with a game at every point of its course, for looking at all pages."""

from dataclasses import dataclass

from accounts.models import User
from games import selectors
from games.models import Game
from games.services import play, sweeping, tables
from games.services.tables import Wish
from tests.games.making import bid, fresh, hand_of, person, play_out, running

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
    out = _somebody_out(users[:3])
    over = play_out(running(users[:3], name="Rottumeroog"))
    open_ = tables.make_table(joost, Wish(name="Terschelling", seats=5, bots=1, hours=72))
    mine = tables.make_table(marit, Wish(name="Texel", seats=4, visibility="link"))
    turning = running(users[:3], name="Ameland")
    for user in users[:3]:
        bid(turning, user)
    codes = {
        "due": due, "sealed": sealed, "choosing": choosing, "turning": turning, "out": out,
        "over": over, "open": open_, "mine": mine,
    }  # fmt: skip
    paths = {name: f"/g/{game.code}/" for name, game in codes.items()}
    return Scene(marit, paths | _others(due, over), over, open_)


def _others(due: Game, over: Game) -> dict[str, str]:
    return {
        "front": "/",
        "moves": "/moves/",
        "tables": "/games/",
        "mine-list": "/games/?show=mine",
        "finished-list": "/games/?show=over",
        "new": "/games/new/",
        "hand": f"/g/{due.code}/hand/14/",
        "stage-end": f"/g/{over.code}/hand/12/",
        "replay": f"/g/{over.code}/replay/5/",
        "lost": "/g/nothing-here/",
    }


def _advanced(game: Game, hands: int) -> Game:
    for _ in range(hands):
        _bid_variously(game)
    return fresh(game)


def _bid_variously(game: Game) -> None:
    """Everybody plays another place of the hand, so that the water moves."""
    game = fresh(game)
    number = game.hand_number
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
    """A game of three and a bot in which the first seat is out of the stage.

    Whoever always gives the second highest card takes the higher tide, hand for hand.
    """
    for name in ("Juist", "Baltrum", "Borkum", "Fanø", "Sylt"):
        game = tables.make_table(users[0], Wish(name=name, seats=4))
        for user in users[1:]:
            tables.join(user, game.code)
        tables.start(users[0], game.code, fill_with_bots=True)
        for _ in range(12):
            table = fresh(game).table or {}
            if table["stage"] == 1 and table["seats"][0]["out"]:
                return fresh(game)
            _sink(game, users)
    raise AssertionError("nobody was out")


def _sink(game: Game, users: list[User]) -> None:
    """The first goes for the higher tide, the others for the lower or none."""
    game = fresh(game)
    for index in hand_of(game).awaiting:
        if index >= len(users):
            continue
        ranked = selectors.ranked_for(game, index)
        choice = {0: ranked[-1], 1: ranked[0], 2: ranked[len(ranked) // 2]}[index]
        play.place_bid(users[index], game.code, game.hand_number, choice, via="page")
    sweeping.sweep()
