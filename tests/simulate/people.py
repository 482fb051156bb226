"""The people: they answer on the page, by API and by mail, change their minds, repeat requests that
weren't acknowledged, and remember what they were told.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.message import EmailMessage
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from django.db import InterfaceError, OperationalError

from accounts.email import inbound_routes
from accounts.email.inbound_routes import Arrival
from accounts.refusals import Refused
from accounts.rows import fetch
from games.mail.inbound import intake
from games.models import Hand, InboundMail
from games.selectors.access import PEOPLE
from games.services.hands import bidding
from games.services.mail.reply_addresses import reply_address_for
from tests.faults.checker import OK, REFUSED, UNKNOWN, Answer
from tests.simulate.actors import DEAD
from tests.simulate.decisions import TAKE
from tests.simulate.faults import FREEZE
from tests.simulate.receipts import Receipts

if TYPE_CHECKING:
    from accounts.models import User
    from tests.simulate.actors import Actor
    from tests.simulate.world import World

SEATED = f"""
    SELECT {PEOPLE.of("person")}, seat.index FROM games_seat seat
        JOIN accounts_user person ON person.id = seat.user_id
        WHERE seat.game_id = %(game)s ORDER BY seat.index
"""
# On ordinary days, and on those when readers fall asleep.
INTERFACES = (("api", "api", "page", "mail"), ("api", "mail"))
ONCE_MORE = 0.7  # the share of unanswered requests that are sent again
TWO_MAILS = 0.3  # the share of mails that are followed by another at once
LOOKED = 0.7  # the share of pages that say how many answers they know of
THINKING = 30  # seconds at most between looking at a page and sending it


@dataclass
class Request:
    """An answer that is being sent, as its sender knows it.

    `counted` is when it was stored, as the number of the commit; nobody tells the senders.
    """

    hand: Hand
    seat: int
    user: User
    notation: str
    via: str
    key: str | None = None
    sent: float | None = None
    told: float = 0
    outcome: str = UNKNOWN
    receipt: str = ""
    counted: int | None = None
    identity: str = ""
    replaces: int | None = None
    tries: int = 0
    error: str = ""

    def answer(self, code: str) -> Answer:
        sent = self.told if self.sent is None else self.sent
        return Answer(
            code,
            self.hand.number,
            self.seat,
            self.notation,
            sent,
            self.told,
            self.outcome,
            self.receipt,
        )


@dataclass
class People:
    """The people of one table."""

    world: World
    requests: list[Request] = field(default_factory=list)

    def __post_init__(self) -> None:
        seated = fetch(SEATED, {"game": self.world.position.game})
        self.users = {index: user for user, (index,) in map(PEOPLE.take, seated) if user}
        self._chance = self.world.faults.chance("people")
        self.receipts = Receipts(self)
        self.actions = 0
        self.groups: list[float] = []  # seconds until each of them comes
        self._hurried = False  # whether they answer without thinking

    def arrive(self) -> None:
        """They arrive in groups, so that some requests overlap."""
        lasts = self.world.faults.lasts
        self.groups = groups = [self._chance.uniform(0, lasts) for _group in range(3)]
        for _act in range(self._chance.randint(4, 9)):
            wait = self._chance.choice(groups) + self._chance.expovariate(100)
            self.answer_at(self.world.clock.at + timedelta(seconds=wait))

    def wait_for(self, due: datetime | None, most: int) -> None:
        """At most so many answer just as a reminder or deadline is due, and workers sweep."""
        if due is None:
            return
        self._hurried = True
        for _act in range(self._chance.randint(1, most)):
            self.answer_at(due + timedelta(seconds=self._chance.uniform(-0.3, 0.1)))
        self.world.decisions.hurry(due)
        for worker in "ab":
            moment = due + timedelta(seconds=self._chance.uniform(0, 0.1))
            self.world.stage.at(moment, partial(self.world.sweep, worker))

    def answer_at(self, moment: datetime) -> None:
        self.do_at(moment, self._act)

    def do_at(self, moment: datetime, act: Callable[[int], None]) -> None:
        """Schedules a deed, which is called with its number."""
        number, self.actions = self.actions, self.actions + 1
        if number not in self.world.without:
            self.world.stage.at(moment, partial(act, number))

    def mail_from(self, seat: int, moment: datetime) -> None:
        """The player of this seat answers by mail."""
        self.do_at(moment, partial(self._act, seat=seat, via="mail"))

    def _act(self, number: int, *, seat: int | None = None, via: str = "") -> None:
        """Somebody answers the open hand."""
        chance = self.world.faults.chance(f"deed {number}")
        hand, legal = self.world.watch.open_hand()
        if hand is None:
            return
        seat = self._seat(hand, number, chance) if seat is None else seat
        if seat not in hand.awaiting:
            return
        notation = chance.choice(legal(seat)[:4])
        via = via or chance.choice(INTERFACES[self.world.faults.mood == FREEZE])
        key = f"key-{number}" if via == "api" and chance.random() < 0.7 else None
        request = Request(hand, seat, self.users[seat], notation, via, key)
        self.requests.append(request)
        self.world.note(
            f"deed {number}: seat {seat} answers hand {hand.number} by {via}: {notation}"
        )
        if via == "mail":
            self._mail(request, f"deed {number}")
            self._mail_again(request, number)
        elif via == "page":
            self._look_and_ask(request, f"deed {number}")
        else:
            self._ask(request, f"deed {number}")

    def _seat(self, hand: Hand, number: int, chance: Random) -> int:
        """The seat to answer: mostly the next one, so that last answers overlap; or the previous
        one again.
        """
        turn = chance.choice((number, number, number - 1, chance.randrange(12)))
        return hand.awaiting[turn % len(hand.awaiting)]

    # Over the API and on the page

    def _look_and_ask(self, request: Request, name: str) -> None:
        """Some pages have been open for a while, and know of fewer answers than there are."""
        chance = self.world.faults.chance(f"{name} looks")
        if chance.random() > LOOKED:
            self._ask(request, name)
            return
        request.replaces = self.world.watch.answers_of(request.hand, request.seat)
        wait = 0 if self._hurried else chance.choice((0, chance.uniform(0, THINKING)))
        moment = self.world.clock.at + timedelta(seconds=wait)
        self.world.stage.at(moment, partial(self._ask, request, name))

    def _ask(self, request: Request, name: str) -> None:
        user, game = copy.copy(request.user), self.world.position.code
        request.sent = self.world.stage.seconds() if request.sent is None else request.sent
        self._send(
            request,
            name,
            lambda: bidding.place_bid(
                user,
                game,
                request.hand.number,
                request.notation,
                via=request.via,
                key=request.key,
                replaces=request.replaces,
            ),
        )

    def _send(self, request: Request, name: str, job: Callable[[], Any]) -> None:
        request.tries += 1
        actor_name = f"{name}.{request.tries}"
        self.world.begin(actor_name, job, lambda actor: self._told(request, name, actor))

    def _once_more(self, request: Request, name: str) -> None:
        """Some programs repeat requests that were answered already."""
        chance = self.world.faults.chance(f"{name} once more")
        if request.key and chance.random() < 0.3:
            moment = self.world.clock.at + timedelta(seconds=chance.uniform(0, 30))
            self.world.stage.at(moment, partial(self._ask, request, name))

    def _told(self, request: Request, name: str, actor: Actor) -> None:
        if request.outcome == OK:
            self._told_again(request, actor)
            return
        request.told = self.world.stage.seconds()
        if actor.committed and request.counted is None:
            request.counted = actor.first  # after it, it may have tried once more, in vain
        if actor.state == DEAD or isinstance(actor.error, OperationalError | InterfaceError):
            self._unanswered(request, name)
        elif isinstance(actor.error, Refused):
            self._refused(request, actor.error.code)
        elif actor.error is None:
            request.outcome, request.receipt = OK, actor.result.digest
            self.receipts.judge(request, actor)
            self._once_more(request, name)
            self.receipts.try_in_vain(request, name)

    def _told_again(self, request: Request, actor: Actor) -> None:
        """Checks that a repeated request gets the same answer, whatever has happened since."""
        if isinstance(actor.error, Refused):
            code = actor.error.code
            if not self._has_lost_seat(request, code):
                self.world.found("key", f"{request.key}: refused the second time, {code}")
        elif actor.result is not None and actor.result.digest != request.receipt:
            self.world.found("key", f"{request.key}: another receipt for the same")

    def _refused(self, request: Request, code: str) -> None:
        if request.tries == 1:
            request.outcome = REFUSED
        elif request.key and request.counted is not None and not self._has_lost_seat(request, code):
            self.world.found("key", f"{request.key}: what had counted was refused, {code}")

    def _has_lost_seat(self, request: Request, code: str) -> bool:
        """Whether somebody else has taken the seat since, and with it the answer is gone."""
        return code == "not_seated" and request.seat in self.world.decisions.of(TAKE)

    def _unanswered(self, request: Request, name: str) -> None:
        """An unanswered request is sent again, or not."""
        chance = self.world.faults.chance(f"{name} tries {request.tries}")
        if request.tries > 2 or chance.random() > ONCE_MORE:
            return
        if request.via != "mail" and request.key is None:  # the service can't tell
            again = Request(request.hand, request.seat, request.user, request.notation, request.via)
            again.tries, again.replaces = request.tries, request.replaces
            self.requests.append(again)
            request = again
        send = self._deliver if request.via == "mail" else self._ask
        moment = self.world.clock.at + timedelta(seconds=chance.uniform(0, 20))
        self.world.stage.at(moment, partial(send, request, name))

    # By mail

    def _mail(self, request: Request, name: str) -> None:
        """Sends a mail, which takes a while and may arrive twice."""
        chance = self.world.faults.chance(f"{name} mail")
        user = request.user
        request.identity = f"<{name.replace(' ', '-')}@client.example>"
        self._addresses[name] = reply_address_for(user, request.hand)
        waits = [chance.choice((0.0, chance.expovariate(1 / 2)))]
        late = f"{name} comes late"
        if chance.random() < 0.15 and self.world.faults.happens(late):
            waits = [chance.uniform(5, 60)]
        if chance.random() < 0.2 and self.world.faults.happens(f"{name} comes twice"):
            waits.append(waits[0] + chance.uniform(0, 30))
        for wait in waits:
            moment = self.world.clock.at + timedelta(seconds=wait)
            self.world.stage.at(moment, partial(self._deliver, request, name))

    def _mail_again(self, first: Request, number: int) -> None:
        """Some think again as soon as they have sent a mail, so that two may wait to be read."""
        chance = self.world.faults.chance(f"deed {number} again")
        if chance.random() > TWO_MAILS:
            return
        _hand, legal = self.world.watch.open_hand()
        notation = chance.choice(legal(first.seat)[:4])
        request = Request(first.hand, first.seat, first.user, notation, "mail")
        self.requests.append(request)
        self.world.note(f"deed {number}: and once more, by another mail: {notation}")
        self._mail(request, f"deed {number} again")

    @property
    def _addresses(self) -> dict[str, str]:
        return vars(self).setdefault("_where", {})

    def _deliver(self, request: Request, name: str) -> None:
        """Delivers a mail as our listener would; without a 250, the mail server tries again."""
        if (heard := self.world.downtime.heard(self.world.clock.at)) > self.world.clock.at:
            self.world.stage.at(heard, partial(self._deliver, request, name))
            return
        user, address = request.user, self._addresses[name]
        mail = EmailMessage()
        mail["From"], mail["Subject"] = f"{user.name} <{user.email}>", "Re: Tideweb"
        mail["Message-ID"] = request.identity
        mail.set_content(request.notation)
        raw = mail.as_bytes()
        request.sent = self.world.stage.seconds() if request.sent is None else request.sent

        def listener() -> None:
            taker = intake.Replies()
            if taker.knows(address):
                taker.take(Arrival(raw, address, "somebody@client.example", inbound_routes.SMTP))

        request.tries += 1
        self.world.begin(
            f"{name} mail.{request.tries}",
            listener,
            lambda actor: self._stored(request, name, actor),
        )

    def _stored(self, request: Request, name: str, actor: Actor) -> None:
        if actor.committed and request.counted is None:
            request.counted = actor.serial
        if actor.error is not None or actor.state == DEAD:
            self._unanswered(request, name)
        elif request.outcome == UNKNOWN:
            request.outcome, request.told = OK, self.world.stage.seconds()

    def what_became_of_mails(self) -> None:
        """Records the outcomes of mails, from the letters about them: what was neither applied nor
        overtaken was refused.
        """
        rows = InboundMail.objects.filter(address__hand__game=self.world.position.game)
        found = {
            (mail.address.user_id, mail.identity): mail for mail in rows.select_related("address")
        }
        for request in self.requests:
            if request.via != "mail":
                continue
            identity = intake.identity(f"Message-ID: {request.identity}\n\n".encode())
            mail = found.get((request.user.pk, identity))
            if mail is None:
                if request.outcome == OK:
                    self.world.found("mail lost", f"{request.identity} was acknowledged")
                continue
            self.world.watch.judge_mail(request, mail)
