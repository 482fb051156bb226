"""Mails that people wrote to their tables, each answered by a letter of another kind."""

from datetime import timedelta
from typing import Any

from django.db.models import F
from django.db.models.functions import Concat, Reverse
from django.utils import timezone

from accounts.models import User
from games.models import Game, Hand, InboundMail, ReplyAddress
from games.services.mail import inbox
from games.services.mail.inbox import Result
from games.services.mail.reply_addresses import address_named, reply_address_for

RAW = b"From: %s\r\nMessage-ID: <%s@client.example>\r\n\r\nplay 44\r\n"
RESULTS = (
    Result("vacation", "mail_receipt", {"did": "vacation", "first": "2199-07-01",
                                        "last": "2199-07-09"}),
    Result("refused", "mail_refused", {"message": "“17” isn’t possible now."}),
    Result("held", "mail_held", {"wish": "answer", "text": "44", "days": 0}, held=True),
    Result("helped", "mail_help", {"why": "asked"}),
    Result("past", "mail_state", {"why": "past"}),
)  # fmt: skip
KINDS = tuple(result.letter for result in RESULTS)


def answered(user: User, hand: Hand) -> None:
    """This person's mails about the hand, one of each kind."""
    row = address_named(reply_address_for(user, hand))
    if row is None or row.mails.exists():
        return
    for result in RESULTS:
        name = result.outcome
        inbox.store(
            row, RAW % (str(user.email).encode(), name.encode()), "x@y.example", "lmtp", name
        )
        inbox.settle(row.mails.get(identity=name), result)


def alter(game: Game, users: Any) -> None:
    """Others have other addresses, and wrote other mails."""
    earlier = timedelta(minutes=7)
    ReplyAddress.objects.filter(hand__game=game, user__in=users).update(
        digest=Reverse("digest"),
        sealed_token=b"other",
        made_at=F("made_at") - earlier,
        revoked_at=timezone.now(),
    )
    InboundMail.objects.filter(address__hand__game=game, address__user__in=users).update(
        identity=Concat(Reverse("identity"), Reverse("outcome")),
        door="smtp",
        received_at=F("received_at") - earlier,
        settled_at=F("settled_at") - earlier,
        sealed_raw=b"other",
        sealed_result=b"other",
        state="done",
        outcome="automatic",
        letter="",
        likeness="other",
        attempts=2,
    )
