"""The invariants: after every commit, after each sweep, and at the end."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from accounts.models import Notice
from accounts.rows import Columns
from games import game_secrets
from games.models import Bid, Game, Hand, InboundMail
from games.rules.registry import ruleset
from games.selectors.access import GAMES
from games.verification import all_passed, verify
from tests.faults import checker, course
from tests.faults.checker import OK, REFUSED, History
from tests.simulate.decisions import AWAY, EXTEND, PAUSE, TAKE
from tests.simulate.letters import AHEAD, Letters
from tests.simulate.times import Times

if TYPE_CHECKING:
    from tests.simulate.people import People, Request
    from tests.simulate.post import Office
    from tests.simulate.world import World

STANDING = """
    SELECT game.state, game.hand_number, hand.number, hand.state, bids.placed, bids.opened,
        cardinality(hand.awaiting),
        (SELECT count(*) FROM games_logentry entry WHERE entry.game_id = game.id
            AND entry.kind = 'hand' AND entry.hand_number = hand.number),
        hand.number <> game.hand_number OR hand.state NOT IN ('open', 'ready')
            OR game."table" = hand."table",
        hand.resolve_after, hand.deadline, game.paused_at IS NOT NULL
    FROM games_game game JOIN games_hand hand ON hand.game_id = game.id AND hand.number >= %s,
        LATERAL (SELECT count(*), count(opened) FROM games_bid WHERE hand_id = hand.id)
            AS bids(placed, opened)
    ORDER BY hand.number
"""
UNREAD = """
    SELECT count(*) FROM games_inboundmail mail JOIN games_replyaddress address
        ON address.id = mail.address_id WHERE mail.state = 'new' AND (EXISTS (SELECT FROM games_hand
            WHERE id = address.hand_id AND number = %(number)s) OR EXISTS (SELECT
            FROM games_replytopic topic JOIN games_hand hand ON hand.id = topic.hand_id
            WHERE topic.address_id = address.id AND hand.number = %(number)s))
"""
DUE = """
    SELECT least(
        (SELECT min(coalesce(greatest(resolve_after, retry_at), to_timestamp(0))) FROM games_hand
            WHERE state = 'ready'),
        (SELECT to_timestamp(0) FROM accounts_outage WHERE NOT settled LIMIT 1),
        (SELECT to_timestamp(0) FROM games_inboundmail WHERE state = 'new' LIMIT 1),
        (SELECT min(greatest(send_after, leased_until)) FROM accounts_notice
            WHERE state = 'queued' AND channel = 'mail' AND send_after <= %(now)s
                AND digest_id IS NULL),
        (SELECT min(remind_at) FROM games_seatclock WHERE %(reminds)s
            AND remind_at <= %(now)s AND answered_at IS NULL AND NOT paused),
        (SELECT min(greatest(clock.deadline, hand.retry_at)) FROM games_seatclock clock
            JOIN games_hand hand ON hand.id = clock.hand_id WHERE hand.state = 'open'
                AND clock.deadline <= %(now)s AND answered_at IS NULL
                AND NOT clock.paused AND NOT clock.given_up))
"""
LETTERS_DUE = """
    SELECT min(greatest(send_after, leased_until)) FROM accounts_notice
        WHERE state = 'queued' AND channel = 'mail' AND digest_id IS NULL
"""
DEADLINE = """
    SELECT min(clock.deadline) FROM games_seatclock clock JOIN games_hand hand
        ON hand.id = clock.hand_id WHERE hand.state = 'open' AND clock.answered_at IS NULL
        AND NOT clock.paused
"""
REMINDER = DEADLINE.replace("min(clock.deadline)", "min(clock.remind_at)")
HELD = """
    SELECT count(*) FROM accounts_notice notice
        JOIN unnest(%(keys)s::bigint[], %(until)s::timestamptz[]) AS claimed(id, until)
            ON claimed.id = notice.id AND claimed.until = notice.leased_until
        WHERE notice.state = 'queued' AND notice.attempts = 0
"""
CLOCK = """
    SELECT clock.deadline, clock.moved_at FROM games_seatclock clock
        JOIN games_seat seat ON seat.id = clock.seat_id
        WHERE clock.hand_id = %(hand)s AND seat."index" = %(seat)s AND NOT clock.given_up
        ORDER BY clock.id LIMIT 1
"""
HANDS = Columns(Hand)
GAME = f"""SELECT {GAMES.of("game")} FROM games_game game WHERE id = %(game)s"""
HAND = f"""
    SELECT {HANDS.of("hand")} FROM games_hand hand
        WHERE game_id = %(game)s AND number = %(number)s
"""
ANSWERS = """
    SELECT max(bid.changes + 1) FROM games_bid bid JOIN games_seat seat ON seat.id = bid.seat_id
        WHERE bid.hand_id = %(hand)s AND seat."index" = %(seat)s
"""
ORDER = {"open": 0, "ready": 1, "resolved": 2, "void": 2}
CLOSED = ("stale_hand", "hand_closed", "game_over", "late", "past")


class Watch:
    """Reads the rows, on the observer's connection."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.serial = 0
        self.letters = Letters(world)
        game = self.game()
        self.first, self._shows = game.hand_number, game.shows_bids
        self.times = Times(world, game)
        self.begin = course.beginning(game)
        self.closed: dict[int, int] = {}  # by hand: the commit after which it accepted no more
        self.turned: dict[int, float] = {}
        self._states: dict[int, str] = {}
        self.deadlines: dict[int, datetime] = {}
        self.shut: dict[int, list[range]] = defaultdict(list)  # closed, and then open again
        self.paused = False
        self._ready: set[int] = set()
        self._legal: dict[int, tuple[Hand, Callable[[int], list[str]]]] = {}

    def game(self) -> Game:
        (game,) = GAMES.fetch(GAME, {"game": self.world.position.game})
        return game

    # After every commit

    def committed(self) -> None:
        """Counts the commit, and looks if it changed anything that is looked at."""
        self.serial += 1
        actor = self.world.actor()
        if actor is not None:
            actor.serial = self.serial
            actor.first = actor.first or self.serial
        if self.world.stage.unseen:
            self.look()

    def look(self) -> None:
        """Reads the rows by one query, and checks them."""
        self.world.stage.unseen = False
        raw = self.world.observer.connection
        rows = raw.execute(STANDING, [self.first]).fetchall()
        self._ready = {row[2] for row in rows if row[3] == "ready"}
        for row in rows:
            self._look_at(*row[2:])
        open_ = [row[2] for row in rows if row[3] in ("open", "ready")]
        running = bool(rows) and rows[0][0] == "running"
        if open_ != ([rows[0][1]] if running else []):
            self.world.found("open", f"the hands {open_} are open")
        self.paused = bool(rows) and rows[0][-1]

    def _look_at(
        self, number: int, state: str, bids: int, opened: int, awaiting: int,
        entries: int, as_public: bool, resolve_after: datetime | None, deadline: datetime,
        paused: bool,
    ) -> None:  # fmt: skip
        found, where = self.world.found, f"hand {number}"
        before = self._states.get(number, "open")
        if ORDER[state] < ORDER[before]:
            self._opened_again(number, state)
        if deadline < self.deadlines.get(number, deadline):
            found("earlier", f"{where}: its deadline moved to earlier")
        self.deadlines[number] = deadline
        if state == "resolved" and before != "resolved":
            if self.paused:
                found("early", f"{where} was turned while its game stood still")
            self.turned[number] = self.world.stage.seconds()
            if resolve_after is not None and resolve_after > self.world.clock.at:
                found("early", f"{where} was turned while its table still waits")
        if state not in (before, "open") and (state != "ready" or self._shows):
            self.closed.setdefault(number, self.serial)
        self._states[number] = state
        if entries != (state == "resolved"):
            found("twice" if entries > 1 else "log", f"{where} is {state}, told {entries} times")
        if opened and state != "resolved":
            found("seen early", f"{where}: a bid is open that is {state}")
        if not as_public:
            found("seen early", f"{where}: spectators see something else than when it opened")
        full = state == "open" and bids >= awaiting and not paused
        if full and not self._one(UNREAD, number=number):
            found("stuck", f"{where} is full and open, and nobody has a mail to read")

    def _opened_again(self, number: int, state: str) -> None:
        """A full hand takes answers again when its game is paused, or nobody is left to play it."""
        if state != "open" or not self.world.decisions.of(PAUSE, *AWAY):
            self.world.found("back", f"hand {number} is {state} again")
        if (closed := self.closed.pop(number, None)) is not None:
            self.shut[number].append(range(closed, self.serial + 1))

    def ready(self) -> set[int]:
        """The hands that are ready."""
        self.look()
        return self._ready

    def after_sweep(self, before: set[int], began: datetime) -> None:
        """After an undisturbed sweep, checks that no hand is still ready that was ready before."""
        if left := sorted((before & self._ready) - set(self._waiting(began))):
            self.world.found("bound", f"a sweep left hands {left} ready")
            self.world.note(f"unread about them: {[self._one(UNREAD, number=n) for n in left]}")
        self.times.after_sweep(began)

    def _waiting(self, began: datetime) -> list[int]:
        """Ready hands that had a reason to wait when the sweep `began`."""
        hands = Hand.objects.filter(game=self.world.position.game, number__in=self._ready)
        return [
            hand.number
            for hand in hands
            if (hand.resolve_after and hand.resolve_after > began) or hand.retry_at
            or hand.reply_addresses.filter(mails__state="new").exists()
        ]  # fmt: skip

    # For the others

    def open_hand(self) -> tuple[Hand | None, Callable[[int], list[str]]]:
        """The open hand, and the legal answers of each seat."""
        number = self._one("SELECT min(hand_number) FROM games_game WHERE state = 'running'")
        if number is None:
            return None, lambda _seat: []
        if number not in self._legal:
            self._legal[number] = self._read_hand()
        return self._legal[number]

    def _read_hand(self) -> tuple[Hand, Callable[[int], list[str]]]:
        game = self.game()
        rules, state = ruleset(game.ruleset), game_secrets.open_state(game)
        (hand,) = HANDS.fetch(HAND, {"game": game.pk, "number": game.hand_number})
        return hand, lambda seat: list(rules.legal(state, seat))

    def answers_of(self, hand: Hand, seat: int) -> int:
        """How many answers of this seat its page shows."""
        found = self._one(ANSWERS, hand=hand.pk, seat=seat)
        return int(found or 0)

    def deadline(self) -> datetime | None:
        found: datetime | None = self._one(DEADLINE)
        return found

    def reminder(self) -> datetime | None:
        """When somebody who is still asked is to be reminded."""
        found: datetime | None = self._one(REMINDER)
        return found

    def due(self) -> datetime | None:
        """When the service next has something to do that somebody waits for."""
        found: datetime | None = self._one(DUE, now=self.world.clock.at, reminds=self.world.reminds)
        return found

    def letters_due(self) -> datetime | None:
        found: datetime | None = self._one(LETTERS_DUE)
        return found

    def holds_little(self, letters: list[Notice]) -> None:
        """Checks that a process that has ended normally knows which letters it didn't begin: at
        most one may be in doubt.
        """
        leases = {letter.pk: letter.leased_until for letter in letters}
        keys, until = list(leases), list(leases.values())
        held = self._one(HELD, keys=keys, until=until) if len(leases) > 1 else 0
        if held > 1:
            self.world.found("held", f"{held} letters wait for a lease, and nobody has them")

    def _one(self, query: str, **values: object) -> Any:
        return self._rows(query, **values)[0][0]

    def _rows(self, query: str, **values: object) -> list[Any]:
        found: list[Any] = self.world.observer.connection.execute(query, values).fetchall()
        return found

    # At the end

    def at_the_end(self, people: People, office: Office) -> None:
        """Checks the history that the people saw, the game, its record, and the letters."""
        self.look()
        people.what_became_of_mails()
        self.world.decisions.withdraw()
        self._each_before_its_hand_closed(people)
        self._mails_in_their_order()
        game = self.game()
        since = game.hands.filter(number__gte=self.first).order_by("number")
        hands = list(since.prefetch_related("bids__seat", "clocks"))
        for stray in course.strays(game, hands, self.begin):
            self.world.found("course", stray)
        answers = [request.answer(game.code) for request in people.requests]
        self.letters.read()
        owed = self.letters.owed(office)
        history = History(
            answers,
            [self._as_seen(game, hand) for hand in hands],
            owed,
            list(office.taken.elements()),
        )
        for violation in checker.check(history):
            self.world.found(violation.kind, violation.what)
        self.letters.are_rows(hands)
        self.letters.reminders_are_rows(hands)
        self._nothing_broke(hands)
        self.times.at_the_end(hands, [hand for hand in hands if hand.number in self.turned])
        if game.state == Game.State.OVER:
            checks = verify(json.loads(json.dumps(game.record.data)))
            if not all_passed(checks):
                self.world.found("record", str([c for c in checks if not c.passed][:2]))
        if self.world.stage.deadlocks:
            self.world.found("deadlock", f"{self.world.stage.deadlocks} times")

    def _each_before_its_hand_closed(self, people: People) -> None:
        """Checks that no answer on the page or by API was stored in a hand that took no more."""
        for request in people.requests:
            closed = self.closed.get(request.hand.number)
            if request.via == "mail" or request.counted is None or closed is None:
                continue
            if request.counted > closed:
                what = f"hand {request.hand.number}, seat {request.seat}: {request.notation}"
                self.world.found("closed", f"{what} was stored after the hand had closed")

    def _mails_in_their_order(self) -> None:
        """Checks that the mails of each person were read in the order in which they came."""
        last: dict[int, datetime] = {}
        rows = InboundMail.objects.exclude(settled_at=None).order_by("pk")
        for user, settled in rows.values_list("address__user", "settled_at"):
            assert settled is not None
            if settled < last.setdefault(user, settled):
                self.world.found("order", f"a later mail of person {user} was read first")
            last[user] = settled

    def judge_mail(self, request: Request, mail: InboundMail) -> None:
        """Judges a mail: one stored while its hand was open counts, unless overtaken."""
        if request.outcome != OK:
            request.told = self.world.stage.seconds()  # nobody was told earlier
        clock = self._rows(CLOCK, hand=request.hand.pk, seat=request.seat)
        due, moved = clock[0] if clock else (request.hand.deadline, None)
        if mail.outcome in ("applied", "overtaken"):
            request.outcome = OK
            self._counts_rightly(request, mail, due)
            return
        closed = self.closed.get(request.hand.number)
        in_time = closed is None or (request.counted is not None and request.counted < closed)
        in_time = in_time and not any(
            request.counted in commits for commits in self.shut[request.hand.number]
        )
        # Of a seat that was left to a bot, nobody knows any more when its time was over.
        taken = request.seat in self.world.decisions.of(*(AWAY if not clock else (TAKE,)))
        # It was late when it was read; then somebody at the table asked for more time.
        extended = self.world.decisions.of(EXTEND) and moved and moved > (mail.settled_at or moved)
        in_time = in_time and mail.received_at <= due and not extended
        if request.outcome == OK and in_time and not taken:
            self.world.found("mail late", f"{request.identity} came in time: {mail.outcome}")
        request.outcome = REFUSED

    def _counts_rightly(self, request: Request, mail: InboundMail, due: datetime) -> None:
        """Checks that a mail that counts came in time. A seat left to a bot has no time, and in a
        pause none runs out."""
        if request.seat in self.world.decisions.of(*AWAY):
            return
        excused = self.paused or self.world.downtime.excuses(mail.received_at)
        if mail.outcome == "applied" and mail.received_at > due and not excused:
            self.world.found("counted late", f"{request.identity} came after its time, and counts")

    def _as_seen(self, game: Game, hand: Hand) -> checker.Hand:
        bids = {}
        for bid in hand.bids.all():
            notation = game_secrets.open_bid(bid, game.code, hand.number, bid.seat.index).notation
            chosen = bid.missed or bid.via in AHEAD
            due = self._due(hand, bid) if bid.missed else 0.0
            bids[bid.seat.index] = checker.Bid(notation, "" if chosen else bid.digest, chosen, due)
        return checker.Hand(
            game.code, hand.number, hand.awaiting, bids, self.turned.get(hand.number)
        )

    def _due(self, hand: Hand, bid: Bid) -> float:
        mine = (c for c in hand.clocks.all() if c.seat_id == bid.seat_id and not c.given_up)
        clock = min(mine, key=lambda each: each.pk, default=None)
        due = clock.deadline if clock else hand.deadline
        return (due - self.world.stage._start).total_seconds()

    def _nothing_broke(self, hands: list[Hand]) -> None:
        """Checks that no hand or mail was given up: none of these failures is its fault."""
        for hand in hands:
            if hand.failures:
                self.world.found("set aside", f"hand {hand.number}: {hand.failed_with}")
        if InboundMail.objects.filter(attempts__gt=0).exists():
            self.world.found("set aside", "a mail broke its reader")
