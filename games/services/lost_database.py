"""What the lost database still knows after a restore, if it (or a copy of its last state) can be
read.

Of mails and answers, only two things are carried over: mails that nobody will send again, and the
addresses they came to. They had been accepted, so they are read once more. Bids are not carried
over: what was played on them is undone with the rest.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.core.management.color import no_style
from django.db import connection
from django.db.models import Q, QuerySet

from accounts.models import User
from games.models import Bid, Game, Hand, InboundMail, ReplyAddress, ReplyTopic

Forgotten = dict[int, dict[int, list[int]]]  # by game, then by person: the numbers of hands
OPEN = (Hand.State.OPEN, Hand.State.READY)
Row = tuple[int, int, int, str]


@dataclass(frozen=True)
class Lost:
    """What only the old database has: answers of people (`bids`: by game and person the hand
    numbers), and how many accounts (`people`).

    `seen`: by game, how many hands had been opened there that will be opened again here.
    """

    bids: Mapping[int, Mapping[int, list[int]]]
    seen: Mapping[int, int]
    people: int

    @property
    def count(self) -> int:
        """Number of acknowledged answers that are lost."""
        return sum(len(numbers) for each in self.bids.values() for numbers in each.values())


NOTHING = Lost({}, {}, 0)


def compare(old: str) -> Lost:
    """What that database (an alias in `DATABASES`) has and ours does not."""
    known = User.objects.values_list("pk", flat=True)
    people = User.objects.using(old).exclude(pk__in=list(known)).count()
    return Lost(_bids(old), _seen(old), people)


def _bids(old: str) -> Forgotten:
    running = dict(Game.objects.filter(state=Game.State.RUNNING).values_list("pk", "hand_number"))
    found: Forgotten = defaultdict(lambda: defaultdict(list))
    for game, since in running.items():
        writers = _writers(game, since)
        ours = set(_given("default", game, since, writers))
        for row in _given(old, game, since, writers):
            if row not in ours:
                found[game][row[0]].append(row[2])
    return found


def _writers(game: int, number: int) -> set[int]:
    """Ids of the people whose mails about that hand are read again (`carry_mails`)."""
    hands = Hand.objects.filter(game=game, number=number)
    about = Q(hand__in=hands) | Q(topics__hand__in=hands)
    unread = ReplyAddress.objects.filter(about, mails__state=InboundMail.State.NEW)
    return set(unread.values_list("user", flat=True))


def _given(using: str, game: int, since: int, writers: Collection[int]) -> list[Row]:
    """Answers of people from that hand on, as (person, seat, hand, receipt), without those that
    the writers mailed for that hand."""
    bids = Bid.objects.using(using).filter(hand__game_id=game, hand__number__gte=since)
    bids = bids.exclude(via=Bid.Via.MAIL, hand__number=since, seat__user__in=writers)
    rows = bids.filter(via__in=Bid.GIVEN, missed=False, seat__user__isnull=False)
    return list(
        rows.order_by("hand__number").values_list(
            "seat__user_id", "seat__index", "hand__number", "digest"
        )
    )


def _seen(old: str) -> dict[int, int]:
    ours = dict(Game.objects.filter(state=Game.State.RUNNING).values_list("pk", "hand_number"))
    theirs = Game.objects.using(old).filter(pk__in=list(ours)).values_list("pk", "hand_number")
    return {pk: number - ours[pk] for pk, number in theirs if number > ours[pk]}


def carry_addresses(old: str) -> int:
    """Copies the reply addresses of letters that had been sent, for hands that are open here;
    returns how many.

    They keep their primary keys, because mails are sealed for those.
    """
    have = set(_in_force("default").values_list("pk", flat=True))
    there = [row for row in _in_force(old) if row.pk not in have]
    people = User.objects.filter(pk__in=[row.user_id for row in there])
    known = set(people.values_list("pk", flat=True))  # without those who signed up since
    fresh = [row for row in there if row.user_id in known]
    ReplyAddress.objects.bulk_create(fresh)
    _carry_topics(old, fresh)
    with connection.cursor() as cursor:
        for query in connection.ops.sequence_reset_sql(no_style(), [ReplyAddress]):
            cursor.execute(query)
    return len(fresh)


def _in_force(using: str) -> QuerySet[ReplyAddress]:
    """The addresses there that ask for hands which are open here, alone or among others."""
    open_here = list(Hand.objects.filter(state__in=OPEN).values_list("pk", flat=True))
    about = Q(hand__in=open_here) | Q(topics__hand__in=open_here)
    return ReplyAddress.objects.using(using).filter(about, revoked_at=None).distinct()


def _carry_topics(old: str, addresses: Sequence[ReplyAddress]) -> None:
    """Copies the numbers of these addresses, without those of hands that are gone."""
    there = ReplyTopic.objects.using(old).filter(address__in=[row.pk for row in addresses])
    rows = list(there.values("address_id", "number", "game_id", "hand_id"))
    hands = Hand.objects.filter(pk__in=[row["hand_id"] for row in rows])
    known = set(hands.values_list("pk", flat=True))
    ReplyTopic.objects.bulk_create(ReplyTopic(**row) for row in rows if row["hand_id"] in known)


def carry_mails(old: str) -> int:
    """Copies the mails that came after the backup, to be read again; returns how many.

    They are sealed for their address and identity, so they open here as they did there.
    """
    ours = list(_in_force("default").values_list("pk", flat=True))
    here = InboundMail.objects.filter(address_id__in=ours)
    have = set(here.values_list("address", "identity"))
    there = InboundMail.objects.using(old).filter(address_id__in=ours).exclude(sealed_raw=None)
    fresh = [
        InboundMail(
            address_id=mail.address_id,
            identity=mail.identity,
            door=mail.door,
            received_at=mail.received_at,
            sealed_raw=mail.sealed_raw,
        )
        for mail in there.order_by("pk")
        if (mail.address_id, mail.identity) not in have
    ]
    return len(InboundMail.objects.bulk_create(fresh))
