"""What is done to the house, and what must be true afterwards."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from aiosmtpd.controller import Controller
from django.db import OperationalError, connections
from django.utils import timezone

from accounts.channels.names import MAIL
from accounts.models import Notice
from games.models import Bid, Game, Seat
from games.services import tables
from games.services.tables import Wish
from tests.accounts.sink import Sink
from tests.faults.house import House, wait
from tests.faults.players import Ack, Player, at_once, client_of, game_of, person

PARTS = ("web", "worker", "database")
CLIENTS, SEATS = 8, 4
AGAIN = 90.0  # seconds in which things must go on after a kill


@dataclass
class Report:
    """One line for each proof; what was lost fails the whole."""

    losses: list[str] = field(default_factory=list)

    def line(self, what: str, figures: dict[str, int], must: dict[str, int]) -> None:
        """`must`: which figures have to be what."""
        said = ", ".join(f"{name} {value}" for name, value in figures.items())
        wrong = [name for name, value in must.items() if figures[name] != value]
        print(f"{'LOST' if wrong else 'ok':<5}{what}: {said}", flush=True)  # noqa: T201
        if wrong:
            self.losses.append(what)


def kill_and_count(house: House, part: str, runs: int, over: Callable[[], bool]) -> dict[str, int]:
    """`runs` times: eight people bid, `part` is killed, the games go on; what was lost."""
    sums: Counter[str] = Counter(runs=0, acked=0, found=0, stuck=0, strange=0)
    for _run in range(runs):
        if over():
            break
        sums.update(_kill_once(house, part))
        sums["runs"] += 1
    return dict(sums)


def _kill_once(house: House, part: str) -> dict[str, int]:
    users = [person() for _n in range(CLIENTS)]
    games = [game_of(users[n : n + SEATS]) for n in range(0, CLIENTS, SEATS)]
    players = [Player(client_of(user, house.port), games[n // SEATS].code)
               for n, user in enumerate(users)]  # fmt: skip
    with playing(players):
        time.sleep(random.uniform(0.3, 1.5))
        victims = house.kill(part)
        stuck = _not_going_on(house, games)
    acks = [ack for player in players for ack in player.acks]
    strange = sum(len(player.strange) for player in players) + (victims == 0)
    return {"acked": len(acks), "found": found(acks), "stuck": stuck, "strange": strange}


@contextmanager
def playing(players: list[Player]) -> Iterator[None]:
    stop = threading.Event()
    threads = [threading.Thread(target=player.play_until, args=(stop,)) for player in players]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join(60)


def _not_going_on(house: House, games: list[Game]) -> int:
    """Waits until each game is two hands further than at the kill; how many never are."""
    wait(lambda: database_answers() and house.answers(), AGAIN, house.last_words)
    goals = {pk: number + 2 for pk, number in numbers(games).items()}
    behind = dict(goals)

    def all_on() -> bool:
        nonlocal behind
        now = numbers(games)
        behind = {pk: goal for pk, goal in goals.items() if now[pk] < goal}
        return not behind

    try:
        wait(all_on, AGAIN, house.last_words)
    except TimeoutError as late:
        print(late, flush=True)  # noqa: T201
    return len(behind)


def numbers(games: list[Game]) -> dict[int, int]:
    """The open hand of each game; a game that is over counts as far ahead."""
    rows = Game.objects.filter(pk__in=[game.pk for game in games])
    return {
        pk: number if state == Game.State.RUNNING else 10_000
        for pk, number, state in rows.values_list("pk", "hand_number", "state")
    }


def database_answers() -> bool:
    connections.close_all()
    try:
        return Game.objects.exists()
    except OperationalError:
        return False


def found(acks: list[Ack]) -> int:
    """How many acknowledged bids stand in the database, with the receipt that was given."""
    return sum(
        Bid.objects.filter(
            hand__game__code=ack.code, hand__number=ack.hand, seat__index=ack.seat,
            digest=ack.digest,
        ).exists()
        for ack in acks
    )  # fmt: skip


def race_for_seats(house: House, runs: int, over: Callable[[], bool]) -> dict[str, int]:
    """Eight people, one free seat, at the same instant."""
    users = [person() for _n in range(CLIENTS)]
    clients = [client_of(user, house.port) for user in users]
    maker = person()
    sums: Counter[str] = Counter(runs=0, granted=0, seated=0)
    for _run in range(runs):
        if over():
            break
        code = tables.make_table(maker, Wish(name="Race", seats=3, bots=1)).code
        answers = at_once([_joining(client, code) for client in clients])
        sums["granted"] += sum(answer == 200 for answer in answers)
        sums["seated"] += Seat.objects.filter(game__code=code, user__in=users).count()
        sums["runs"] += 1
    return {**sums, "twice": abs(sums["granted"] - sums["runs"])}


def _joining(client: Any, code: str) -> Callable[[], int]:
    return lambda: client.ask("POST", f"games/{code}/join", {})[0]


def last_bids_at_once(house: House, hands: int, over: Callable[[], bool]) -> dict[str, int]:
    """Eight people of two games send the last bids of a hand together, hand after hand."""
    users = [person() for _n in range(CLIENTS)]
    clients = [client_of(user, house.port) for user in users]
    games: list[Game] = []
    sums: Counter[str] = Counter(hands=0, acked=0, stuck=0)
    while sums["hands"] < hands and not over():
        if any(number > 999 for number in numbers(games).values()) or not games:
            games = [game_of(users[n : n + SEATS]) for n in range(0, CLIENTS, SEATS)]
        before = numbers(games)
        answers = at_once([
            _bidding(clients[n], games[n // SEATS].code) for n in range(CLIENTS)
        ])  # fmt: skip
        sums["acked"] += sum(answer == 200 for answer in answers)
        sums["hands"] += len(games)
        sums["stuck"] += _still_at(house, games, before)
    return dict(sums)


def _bidding(client: Any, code: str) -> Callable[[], int]:
    """Looks first, so that the bids themselves leave together; not awaited counts as nothing."""
    _status, game = client.ask("GET", f"games/{code}")
    if not game["legal"]:
        return lambda: 0
    card, way = random.choice(game["legal"]), f"games/{code}/hands/{game['hand']}/bid"
    return lambda: client.ask("PUT", way, {"bid": card})[0]


def _still_at(house: House, games: list[Game], before: dict[int, int]) -> int:
    def moved() -> bool:
        return all(number > before[pk] for pk, number in numbers(games).items())

    try:
        wait(moved, AGAIN, house.last_words)
    except TimeoutError as late:
        print(late, flush=True)  # noqa: T201
    return sum(number <= before[pk] for pk, number in numbers(games).items())


@contextmanager
def mail_server(port: int) -> Iterator[Sink]:
    sink = Sink(port)
    controller = Controller(sink, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield sink
    finally:
        controller.stop()


def letters(house: House, sink: Sink) -> dict[str, int]:
    """Waits until all that is due has left, and compares it with what arrived.

    Letters are what goes by mail; what stands in a digest went with it.
    """
    mailed = Notice.objects.filter(channel=MAIL)
    due = mailed.filter(state=Notice.State.QUEUED, send_after__lte=timezone.now())
    # A killed worker leaves a lease of ten minutes, which we need not sit out.
    due.update(leased_until=None)
    try:
        wait(lambda: not due.exists(), AGAIN, house.last_words)
    except TimeoutError as late:
        print(late, flush=True)  # noqa: T201
    sent = mailed.filter(state=Notice.State.SENT, digest=None).values_list("message_id", flat=True)
    arrived = Counter(identity.strip("<>").partition("@")[0] for identity in sink.ids())
    return {
        "sent": len(sent),
        "waiting": due.count(),
        "failed": mailed.filter(state=Notice.State.FAILED).count(),
        "lost": len(set(sent) - set(arrived)),
        "unknown": len(set(arrived) - set(mailed.values_list("message_id", flat=True))),
        "thrice": sum(copies > 2 for copies in arrived.values()),
        "copies": sum(arrived.values()) - len(arrived),
    }
