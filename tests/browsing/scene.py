"""The pages for players, each with what it needs to have something to show, and nothing else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeAlias

from django.utils import timezone

from accounts.models import User
from accounts.people import own_bots
from games import game_secrets, selectors
from games.models import Game, Hand, League
from games.services import sweep
from games.services.hands import bidding
from games.services.lobby import sandbox, tables
from games.services.lobby.tables import TableSettings
from games.services.results import leagues
from games.services.seats import absence, votes
from tests.games.fast_forward import fast_forward, like_bots
from tests.games.making import bid, fresh, hand_of, legal, person, running, user_at

DAY = timedelta(days=1)
# The longest names that people and tables may have are one word here, as some are in German.
NAMES = ("Marit", "Wolfeschlegelsteinhausenberger", "Aoife", "Henning", "Ute")
LONG = "Donaudampfschifffahrtsgesellschaftskapit"
TWO = ("Rottum", "Griend")  # bots
# Of Marit and the others, in the order of NAMES.
Prepare: TypeAlias = Callable[[list[User]], Game | League]


@dataclass(frozen=True)
class Page:
    """A page, and what has to be there: its path may have the code of the first game in it."""

    path: str
    needs: tuple[Prepare, ...] = ()


def everybody() -> list[User]:
    return [person(name, zone="Europe/Amsterdam") for name in NAMES]


def due(users: list[User]) -> Game:
    """In the second stage, Marit and one other still to answer."""
    game = fast_forward(running(users[:4], hours=30), 14, like_bots())
    _bid_variously(game)
    bid(game, users[1])
    bid(game, users[3])
    return fresh(game)


def sealed(users: list[User]) -> Game:
    game = fast_forward(running(users, name="Five for Friday", hours=48), 4, like_bots())
    bid(game, users[0])
    return fresh(game)


def turning(users: list[User]) -> Game:
    """All have answered, and nobody has resolved it yet."""
    game = running(users[:3], name="Ameland")
    for user in users[:3]:
        bid(game, user)
    return fresh(game)


def choosing(users: list[User]) -> Game:
    """A hand in which the first of them may choose a tide."""
    game = running(users[:3], name="Vlieland", options={"taker_chooses": True})
    for _ in range(40):
        if hand_of(game).phase == "take" and hand_of(game).awaiting == [0]:
            break
        _bid_variously(game)
    return fresh(game)


def out(users: list[User]) -> Game:
    """A game of five in which the first seat has just left the stage."""
    game = running(users, name="Juist")
    state = game_secrets.open_state(game)
    belts, tides = (0, *state.belts[1:]), (12, *state.tides[1:])
    game_secrets.keep_state(game, state._replace(belts=belts, tides=tides))
    game.save()
    for index, user in enumerate(users):  # the lowest card takes nothing: it stays deepest
        bid(game, user, legal(game, index)[0 if index == 0 else -1])
    sweep.sweep()
    return fresh(game)


def over(users: list[User]) -> Game:
    return fast_forward(running(users[:3], name=LONG), "over", like_bots())


def open_(users: list[User]) -> Game:
    return tables.make_table(users[1], TableSettings(name=LONG, seats=5, bots=1, hours=72))


def mine(users: list[User]) -> Game:
    return tables.make_table(users[0], TableSettings(name=LONG, seats=4, visibility="link"))


def offered(users: list[User]) -> Game:
    """One's own seat, played by a bot: it waits for somebody."""
    game = running(users[:3], name="Borkum")
    absence.leave(users[0], game.code)
    return fresh(game)


def paused(users: list[User]) -> Game:
    game = running(users[:2], ruleset="turning-tides", name="Sylt")
    for user in users[:2]:
        votes.vote(user, game.code, "pause")
    return fresh(game)


def cancelled(users: list[User]) -> Game:
    """A game that all gave up."""
    game = running(users[:3], name="Amrum")
    _bid_variously(game)
    for user in users[:3]:
        votes.vote(user, game.code, "cancel")
    return fresh(game)


def league(users: list[User]) -> League:
    """A league for which some have signed up."""
    now = timezone.now()
    made = League.objects.create(
        slug="tides", name="Tides", ruleset="turn-the-tide", seats=4, first_start=now + DAY
    )
    leagues.sweep(now)
    for user in users[:3]:
        leagues.join(user, "tides")
    return made


def bots_met(users: list[User]) -> Game:
    """A game of the sandbox that has ended."""
    bots = [own_bots.make(user, name)[0].user for user, name in zip(users[:2], TWO, strict=True)]
    for bot in bots:
        game = sandbox.enter(bot, "rowboat")
    return fast_forward(game, "over", like_bots())


def _bid_variously(game: Game) -> None:
    """Everybody plays another place of the hand, so that the water moves."""
    game = fresh(game)
    number = game.hand_number
    if hand_of(game).state == Hand.State.READY:  # the last card of a stage is given at once
        sweep.sweep()
        return
    for index in hand_of(game).awaiting:
        user = user_at(game, index)
        if user is None or user.is_bot:
            continue
        ranked = selectors.observations.ranked_for(game, index)
        bidding.place_bid(
            user, game.code, number, ranked[(index * 5 + number) % len(ranked)], via="page"
        )
    sweep.sweep()


def of(prepare: Prepare, rest: str = "") -> Page:
    """A page of this game."""
    return Page(f"/g/{{made.code}}/{rest}", (prepare,))


def at(path: str, *needs: Prepare) -> Page:
    """A page that lists games, or shows none."""
    return Page(path, needs)


def paths(users: list[User], names: Iterable[str]) -> dict[str, str]:
    """Where these pages are, which all need the same: it is made now."""
    pages = {name: PAGES[name] for name in names}
    (needs,) = {page.needs for page in pages.values()}
    made = [prepare(users) for prepare in needs]
    return {name: page.path.format(made=made[0] if made else None) for name, page in pages.items()}


def by_need(names: Iterable[str]) -> list[list[str]]:
    """Names of pages, those together that need the same."""
    found = defaultdict(list)
    for name in names:
        found[PAGES[name].needs].append(name)
    return list(found.values())


PAGES: dict[str, Page] = {
    "due": of(due),
    "sealed": of(sealed),
    "choosing": of(choosing),
    "turning": of(turning),
    "out": of(out),
    "over": of(over),
    "open": of(open_),
    "mine": of(mine),
    "offered": of(offered),
    "paused": of(paused),
    "cancelled": of(cancelled),
    "away": of(sealed, "absent/"),
    "wishing": of(sealed, "vote/pause/"),
    "more-time": of(turning, "extend/"),
    "briefing": of(due, "briefing/"),
    "hand": of(due, "hand/14/"),
    "plan": of(due, "plan/"),
    "stage-end": of(over, "hand/12/"),
    "replay": of(over, "replay/5/"),
    "compare": of(over, "compare/"),
    "verify": of(over, "verify/?start=0123"),
    "verify-cancelled": of(cancelled, "verify/"),
    "front": at("/", open_),
    "seats": at("/seats/", offered, open_),
    "moves": at("/moves/", due, sealed, turning, out, mine, offered, paused),
    "tables": at("/games/", open_, mine),
    "mine-list": at("/games/?show=mine", sealed, turning, mine, offered, paused),
    "finished-list": at("/games/?show=over", over, cancelled),
    "new": at("/games/new/"),
    "new-more": at("/games/new/?more=1"),
    "offline": at("/offline/"),
    "lost": at("/g/nothing-here/"),
    "profile": at("/settings/"),
    "preferences": at("/settings/playing/"),
    "vacation": at("/settings/vacation/", turning),
    "person": at(f"/people/{NAMES[1]}/", over, turning),
    "people": at("/people/", over),
    "sandbox": at("/sandbox/?game=rowboat", bots_met),
    "leagues": at("/leagues/", league),
    "league": at("/leagues/tides/", league),
    "rules": at("/rules/"),
    "rules-tide": at("/rules/turn-the-tide/"),
    "rules-rowboat": at("/rules/rowboat/"),
    "rules-turning-tides": at("/rules/turning-tides/"),
    "help": at("/help/"),
    "privacy": at("/privacy/"),
    "sign-in": at("/account/login/"),
    "sign-up": at("/account/signup/"),
}
# Those that one template shows in much the same way: of each of these the suite shows some.
ALIKE: tuple[tuple[str, ...], ...] = (
    ("due", "sealed", "choosing", "turning", "out"),
    ("open", "mine"),
    ("offered", "paused"),
    ("away", "wishing", "more-time"),
    ("hand", "stage-end"),
    ("verify", "verify-cancelled"),
    ("tables", "mine-list", "finished-list"),
    ("new", "new-more"),
    ("rules-tide", "rules-rowboat", "rules-turning-tides"),
)
ONLY_STRANGERS = ("sign-in", "sign-up")
STRANGERS = ("front", "tables", "open", "due", "over", "replay", "hand", *ONLY_STRANGERS)
