"""The letters that people should get, and those that they should not."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from accounts.models import Notice
from accounts.notifications.channels.names import MAIL
from games.models import Bid, Hand
from games.services.notifications import reminders
from tests.faults.checker import Owed
from tests.simulate.actors import IDLE_TIMEOUT, LOCK_TIMEOUT
from tests.simulate.decisions import AWAY, PLAN

if TYPE_CHECKING:
    from tests.simulate.post import Office
    from tests.simulate.world import World

AHEAD = ("plan", "forced", "bot")
# An answer counts from its beginning; while it waited for a lock or was frozen, a reminder may have
# been written.
WAITED = timedelta(seconds=LOCK_TIMEOUT + IDLE_TIMEOUT)
AT_ONCE = timedelta(seconds=1)  # a hand is opened before the letters of its transaction


def came_ahead(hand: Hand, bid: Bid) -> bool:
    """Whether a seat had its answer as the hand opened, or from a bot; its player may have given
    the same once more."""
    return bid.via in AHEAD or bid.placed_at == hand.opened_at


class Letters:
    """Reads the notices of a run, on the observer's connection."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._all: list[Notice] = []

    def read(self) -> None:
        """At the end, all at once."""
        self._all = list(Notice.objects.select_related("digest"))

    @property
    def _mails(self) -> list[Notice]:
        return [each for each in self._all if each.channel == MAIL]

    def owed(self, office: Office) -> list[Owed]:
        return [
            Owed(
                str(each.recipient_id),
                each.event,
                each.message_id,
                self._withheld(each, office),
                office.most(each.message_id),
            )
            for each in self._mails
        ]

    def _withheld(self, notice: Notice, office: Office) -> str:
        """Why the letter was rightly not sent; empty if it should have been."""
        state, reason = notice.state, f"{notice.state}: {notice.reason}"
        if state == Notice.State.QUEUED:
            return "" if notice.send_after <= self.world.clock.at else "not due"
        if state == Notice.State.SENT:
            return "in a digest" if notice.digest_id else ""
        if state == Notice.State.FAILED:
            return reason if notice.reason.startswith("55") else ""
        if state == Notice.State.UNKNOWN:
            whole = notice.digest or notice  # the letter that contained it
            return reason if office.unsure[whole.message_id] > 1 else ""
        if state == Notice.State.DROPPED and notice.kind in ("your_move", "reminder"):
            return reason if self._is_past(notice) else ""
        return reason

    def _is_past(self, notice: Notice) -> bool:
        """Whether the hand it asks about was answered, left to a bot, or over, when the notice was
        dropped.
        """
        if notice.facts["seat"] in self.world.decisions.of(*AWAY):
            return True
        hand = Hand.objects.get(game=self.world.position.game, number=notice.facts["hand"])
        at = notice.finished_at or self.world.clock.at
        answered = hand.clocks.filter(
            seat__index=notice.facts["seat"], answered_at__lte=at
        ).exists()
        over = hand.resolved_at is not None and hand.resolved_at <= at
        return answered or over or bool(notice.drop_after and notice.drop_after <= at)

    def are_rows(self, hands: list[Hand]) -> None:
        """Checks that everybody who was asked has a letter about it, in some state; not those whose
        seat was offered to others, or left to a bot, and who came back, or had a plan for it.
        """
        decided = self.world.decisions.of(PLAN, *AWAY)
        events = {(each.event, each.facts.get("seat")) for each in self._mails}
        offered = [each for each in self._all if each.kind == "seat_offered"]
        for hand in hands[1:]:
            ahead = {bid.seat.index for bid in hand.bids.all() if came_ahead(hand, bid)}
            at = hand.opened_at + AT_ONCE
            away = {each.facts.get("seat") for each in offered if each.created_at <= at}
            for seat in set(hand.awaiting) - ahead - away - decided:
                if (f"hand:{hand.pk}:your_move", seat) not in events:
                    self.world.found(
                        "letter never", f"hand {hand.number}, seat {seat} was not asked"
                    )

    def reminders_are_rows(self, hands: list[Hand]) -> None:
        """Checks that whoever is still asked has been reminded, or will be, and nobody who had
        answered.
        """
        mails = [each for each in self._mails if each.kind == "reminder"]
        told = {(each.event, each.recipient_id): each.created_at for each in mails}
        for hand in hands:
            for clock in hand.clocks.all():
                where = f"hand {hand.number}, person {clock.user_id}"
                written = told.get((reminders.event_of(clock), clock.user_id))
                asked = hand.state == Hand.State.OPEN and clock.answered_at is None
                asked = asked and clock.deadline > self.world.clock.at and not clock.paused
                if asked and clock.remind_at is None and written is None:
                    self.world.found("reminder never", where)
                if written and clock.answered_at and clock.answered_at < written - WAITED:
                    self.world.found("reminder needless", where)
