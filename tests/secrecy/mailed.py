"""Mails that people sent to their tables, each answered by a different kind of letter."""

from datetime import timedelta
from typing import Any

from django.db.models import F, Q
from django.db.models.functions import Concat, Reverse
from django.utils import timezone

from accounts.models import User
from games.models import Game, Hand, InboundMail, ReplyAddress
from games.services.mail import inbox, reply_addresses
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
REFUSED = {
    "number": 1,
    "line": "17",
    "outcome": "refused",
    "said": {"message": "Not possible now."},
}
OF_SEVERAL = Result("lines", "mail_lines", {"why": "", "lines": [REFUSED], "passed": ["Hello"]})
AT_TABLE = Result("helped", "mail_table", {"did": "help", "why": ""})
KINDS = tuple(result.letter for result in (*RESULTS, OF_SEVERAL, AT_TABLE))


def answered(user: User, hand: Hand) -> None:
    """Creates this person's mails about the hand, one of each kind."""
    row = address_named(reply_address_for(user, hand))
    if row is None or row.mails.exists():
        return
    several = reply_addresses.address_of_several(user, [hand])
    pair = (user.pk, hand.game_id)
    table = reply_addresses.addresses_of_tables([pair])[pair]
    shows = Result("shown", "mail_table", {"did": "show", "game": hand.game_id})
    theirs = [*((row, result) for result in RESULTS), (several, OF_SEVERAL)]
    theirs += [(table, AT_TABLE), (table, shows)]
    for address, result in theirs:
        name = result.outcome
        raw = RAW % (str(user.email).encode(), name.encode())
        inbox.store(address, raw, "x@y.example", "lmtp", name)
        inbox.settle(address.mails.get(identity=name), result)


def can_answer(user: User) -> None:
    """Creates the reply addresses that letters contain, before randomness is frozen: later draws
    would repeat for the next letter.
    """
    theirs = Q(seats__user=user) | Q(seats__kept_for=user) | Q(invitations__email=user.email)
    games = Game.objects.filter(theirs).distinct().values_list("pk", flat=True)
    reply_addresses.addresses_of_tables([(user.pk, game) for game in games])
    reply_addresses.addresses_of_people({user.pk})


def alter(game: Game, users: Any) -> None:
    """Gives others other addresses and other mails."""
    earlier = timedelta(minutes=7)
    addresses = ReplyAddress.objects.filter(Q(hand__game=game) | Q(topics__game=game))
    theirs = list(addresses.filter(user__in=users).values_list("pk", flat=True))
    ReplyAddress.objects.filter(pk__in=theirs).update(
        digest=Reverse("digest"),
        sealed_token=b"other",
        made_at=F("made_at") - earlier,
        revoked_at=timezone.now(),
    )
    InboundMail.objects.filter(address__in=theirs).update(
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
