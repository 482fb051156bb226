"""Reads the final database for the checker, without changing it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from django.db import connections
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Notice
from accounts.notifications.channels.names import MAIL
from games import game_secrets
from games.mail.inbound import intake
from games.models import Bid, Game, Hand, InboundMail
from tests.accounts.sink import Sink
from tests.faults import checker, course
from tests.faults.checker import OK, REFUSED, UNKNOWN, Answer, History, Owed
from tests.faults.clients import Notes
from tests.faults.course import Beginning
from tests.narrowing import not_none

AHEAD = ("plan", "forced", "bot")


def settled(games: Sequence[int]) -> bool:
    """Whether no hand is ready and no mail is unread."""
    connections.close_all()
    if InboundMail.objects.filter(state=InboundMail.State.NEW).exists():
        return False
    return not Hand.objects.filter(game__in=games, state=Hand.State.READY).exists()


def waiting() -> int:
    """The number of letters that are due and not sent yet."""
    return _due().count()


def unclaimed() -> int:
    """The number of these that no worker has claimed; the next one to look sends them, within a
    minute.
    """
    return _due().exclude(leased_until__gt=timezone.now()).count()


def _due() -> QuerySet[Notice]:
    connections.close_all()
    queued = Notice.objects.filter(channel=MAIL, state=Notice.State.QUEUED, digest=None)
    return queued.filter(send_after__lte=timezone.now())


def mails() -> Counter[str]:
    """The outcomes of the mails received, and how many are unread."""
    return Counter(mail.outcome or mail.state for mail in InboundMail.objects.all())


def history(notes: Notes, begins: Mapping[int, Beginning], sink: Sink, looked: datetime) -> History:
    """The whole history. Letters that are still claimed count as on their way, and so do those that
    became due after `looked`, when we last checked that all were claimed.
    """
    games = list(begins)
    found = History(answers=_answers(notes), failed=list(notes.failed))
    found.hands = [
        _hand(hand, notes) for hand in Hand.objects.filter(game__in=games).select_related("game")
    ]
    found.hands += _turned_twice(games)
    found.mails, found.seen, found.strays = _mails(games), seen_early(games), _strays(begins)
    found.owed = [_owed(notice, looked) for notice in Notice.objects.filter(channel=MAIL)]
    found.arrived = [each.strip("<>").partition("@")[0] for each in sink.ids()]
    return found


def _answers(notes: Notes) -> list[Answer]:
    """The answers, with the outcomes of mails, which are known by now."""
    answers = list(notes.answers)
    rows = {mail.identity: mail for mail in InboundMail.objects.all()}
    for message, place in notes.mails.items():
        mail = rows.get(intake.identity(f"Message-ID: {message}\n\n".encode()))
        if mail is None:
            continue  # if it was told 250 it is lost, and reported as such
        counts = mail.outcome in ("applied", "overtaken")
        told = time.monotonic() if answers[place].outcome == UNKNOWN else answers[place].told
        answers[place] = replace(answers[place], outcome=OK if counts else REFUSED, told=told)
    return answers


def _hand(hand: Hand, notes: Notes) -> checker.Hand:
    code, turned = hand.game.code, None
    if hand.state == Hand.State.RESOLVED:
        seen = [at for (game, number), at in list(notes.turned.items())
                if game == code and number >= hand.number]  # fmt: skip
        turned = min(seen, default=time.monotonic())
    bids = {bid.seat.index: _bid(bid, hand) for bid in hand.bids.select_related("seat")}
    return checker.Hand(code, hand.number, hand.awaiting, bids, turned)


def _bid(bid: Bid, hand: Hand) -> checker.Bid:
    notation = game_secrets.open_bid(bid, hand.game.code, hand.number, bid.seat.index).notation
    chosen = bid.missed or bid.via in AHEAD
    clock = hand.clocks.filter(seat=bid.seat_id).first()
    early = bid.missed and bid.placed_at < (clock.deadline if clock else hand.deadline)
    return checker.Bid(
        notation, "" if chosen else bid.digest, chosen, float("inf") if early else 0.0
    )


def _mails(games: Sequence[int]) -> list[checker.Mail]:
    """The mails about these games. A hand accepts answers until the last one is in."""
    rows = InboundMail.objects.filter(address__hand__game__in=games, state=InboundMail.State.DONE)
    found = []
    for mail in rows.select_related("address__hand__game"):
        hand = not_none(mail.address.hand)
        given = [bid.given_at for bid in hand.bids.all()]
        closed = max(given).timestamp() if hand.resolved_at is not None and given else None
        name = f"a mail to hand {hand.number} of {hand.game.code}"
        found.append(checker.Mail(name, mail.received_at.timestamp(), closed, mail.outcome))
    return found


def seen_early(games: Sequence[int]) -> list[str]:
    """Answers that are readable in hands that aren't resolved."""
    closed = (Hand.State.OPEN, Hand.State.READY)
    bids = Bid.objects.filter(hand__game__in=games, hand__state__in=closed)
    return [f"bid {bid.pk} is open" for bid in bids.filter(opened__isnull=False)]


def _strays(begins: Mapping[int, Beginning]) -> list[str]:
    found = []
    for key, begin in begins.items():
        game = Game.objects.get(pk=key)
        hands = list(game.hands.order_by("number"))
        found += [f"{game.code}: {stray}" for stray in course.strays(game, hands, begin)]
    return found


def _turned_twice(games: Sequence[int]) -> list[checker.Hand]:
    """Hands that weren't resolved exactly once, according to the log."""
    found = []
    for game in Game.objects.filter(pk__in=games):
        numbers = list(game.log.filter(kind="hand").values_list("hand_number", flat=True))
        resolved = game.hands.filter(state=Hand.State.RESOLVED).values_list("number", flat=True)
        wrong = [number for number in resolved if numbers.count(number) != 1]
        found += [checker.Hand(game.code, number, [], {}, 0.0) for number in wrong]
    return found


def _owed(notice: Notice, looked: datetime) -> Owed:
    state, withheld = notice.state, f"{notice.state}: {notice.reason}"
    if state == Notice.State.SENT:
        withheld = "in a digest" if notice.digest_id else ""
    elif state == Notice.State.FAILED:
        withheld = withheld if notice.reason.startswith("5") else ""
    elif state == Notice.State.QUEUED and notice.send_after <= looked:
        taken = notice.leased_until is not None and notice.leased_until > timezone.now()
        withheld = "a part" if notice.digest_id else "on its way" * taken
    return Owed(str(notice.recipient_id), notice.event, notice.message_id, withheld)
