"""A whole game of each ruleset by letters alone, and how many of them each person gets.

People look into their mail as people do, some minutes to some hours after a letter, in virtual
time (`tests.club.clock`); letters leave by SMTP, answers come back by LMTP, reminders go.  One who
is `quick` looks within minutes all day.  The limits on answering letters are lifted.
`tests.games.mail.count_letters` runs it; it is no part of the suite.
"""

import heapq
from collections import Counter
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from unittest.mock import patch

import pytest
from django.db.models import Min

from accounts.models import Notice, User
from accounts.notifications import preferences
from accounts.operation import database_clock
from games.mail.inbound import process
from games.models import Game, SeatClock
from games.services.mail import inbox
from games.services.notifications import reminders
from tests.all_games import SMALLEST
from tests.club.clock import Clock, virtual
from tests.games.mail.inbound import test_whole_games as by_mail
from tests.games.mail.inbound.test_whole_games import Post, a_good_one
from tests.games.mail.inbound.test_whole_games import post as post  # the fixture
from tests.games.mail.reading import members
from tests.games.making import settle

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
PLAYERS = SMALLEST
MANY = 100_000
A_DAY = timedelta(days=1)
START = datetime(2026, 3, 2, 8, tzinfo=UTC)
# Minutes from a letter to the look at it: the median of people who play over days, and of quick
# ones; one in four letters finds its reader at the computer.
MEDIAN = {"slow": 180.0, "quick": 6.0}
SPREAD, AT_HAND, LONGEST = 1.1, 0.25, 22 * 60.0


class Inboxes:
    """The letters that went, and when those that ask for an answer will be seen."""

    def __init__(self, post: Post, median: float) -> None:
        self.post, self.median = post, median
        self.letters: list[EmailMessage] = []
        self.answers: Counter[str] = Counter()
        self.looks: list[tuple[datetime, int, EmailMessage]] = []
        self.answered: set[str] = set()  # by the address that is one person's for one hand

    def fetch(self, now: datetime) -> bool:
        """Sends what is due; whether there was anything."""
        came = self.post.letters()
        self.letters += came
        for letter in filter(_named, came):
            seen = now + timedelta(minutes=_minutes(self.post, self.median))
            heapq.heappush(self.looks, (seen, len(self.letters), letter))
        return bool(came)

    def next(self, before: datetime) -> tuple[datetime, EmailMessage] | None:
        """The next look at a letter whose question nobody has answered yet."""
        while self.looks and self.looks[0][0] <= before:
            at, _number, letter = heapq.heappop(self.looks)
            if str(letter["Reply-To"]) not in self.answered:
                return at, letter
        return None

    def answer(self, game: Game, letter: EmailMessage) -> None:
        self.answered.add(str(letter["Reply-To"]))
        self.answers[str(letter["To"])] += 1
        self.post.reply(letter, a_good_one(game, letter, _named(letter), self.post.chance))


def _tell(what: str, people: Inboxes) -> None:
    letters, answers = people.letters, people.answers
    sent = Counter(str(letter["To"]) for letter in letters)
    each = Notice.objects.filter(channel="mail", state=Notice.State.SENT).exclude(kind="digest")
    alone = Counter(str(letter["Feedback-ID"]).partition(":")[0] for letter in letters)
    asked = answers.total()
    print(  # noqa: T201
        f"\n{what}: answers {sorted(answers.values())}, letters {sorted(sent.values())}; "
        f"{each.count()} notices, {len(letters)} letters, {each.count() / asked:.2f} -> "
        f"{len(letters) / asked:.2f} an answer ({len(letters) / each.count():.2f}), "
        f"{dict(alone.most_common())}"
    )


def _play(game: Game, clock: Clock, people: Inboxes) -> Game:
    """Everybody answers each letter that asks them when they see it."""
    for _turn in range(50_000):
        waits = people.fetch(clock.at) or Notice.objects.filter(state=Notice.State.QUEUED).exists()
        if game.state == Game.State.OVER and not waits:
            return game
        soon = _next_due(clock.at)
        look = people.next(soon)
        clock.reach(look[0] if look else soon)
        reminders.send_due(clock.at)
        if look:
            people.answer(game, look[1])
            process.read_all()
            people.fetch(clock.at)  # before a worker has turned the hand
            game = settle(game)
    raise AssertionError("It does not end.")


def _next_due(now: datetime) -> datetime:
    """When the next letter may go or the next reminder is written, a day from now at the latest."""
    queued = Notice.objects.filter(state=Notice.State.QUEUED, send_after__gt=now)
    waiting = SeatClock.objects.filter(answered_at=None, remind_at__gt=now)
    moments = [
        queued.aggregate(first=Min("send_after"))["first"],
        waiting.aggregate(first=Min("remind_at"))["first"],
    ]
    return min([now + A_DAY, *filter(None, moments)])


def _minutes(post: Post, median: float) -> float:
    if post.chance.random() < AT_HAND:
        return post.chance.uniform(1, 5)
    return min(median * post.chance.lognormvariate(0, SPREAD), LONGEST)


def _named(letter: EmailMessage) -> list[str]:
    """The answers that a letter names, if it asks for one; no receipt does."""
    if letter["Auto-Submitted"] == "auto-replied":
        return []
    reader = User.objects.get(email=by_mail.address_of(letter))
    return by_mail.named(by_mail.part_of(letter, "plain"), reader.language)


@pytest.mark.parametrize("receipts", [True, False], ids=["receipts", "none"])
@pytest.mark.parametrize("rhythm", list(User.Digest))
@pytest.mark.parametrize("pace", sorted(MEDIAN))
@pytest.mark.parametrize("slug", sorted(PLAYERS))
def test_letters_for_a_person_and_game(
    slug: str, pace: str, rhythm: User.Digest, receipts: bool, post: Post
) -> None:
    with (
        patch.object(inbox, "LETTERS_AN_HOUR", MANY),
        patch.object(inbox, "LETTERS_A_DAY", MANY),
        patch.object(inbox, "MAX_AN_HOUR", MANY),
        patch.object(database_clock, "_asked", timedelta),
        virtual(START) as clock,
    ):
        game = by_mail.started(members(PLAYERS[slug]), ruleset=slug)
        User.objects.update(digest=rhythm)
        for user in User.objects.all():
            preferences.choose(user, {("mail_receipt", "mail"): receipts})
        people = Inboxes(post, MEDIAN[pace])
        game = _play(game, clock, people)
    _tell(f"{slug}, {pace}, {rhythm}, receipts {'on' if receipts else 'off'}", people)
    print(f"  {game.hands.count()} hands in {(clock.at - START) / timedelta(days=1):.1f} days")  # noqa: T201
