"""A whole game of each ruleset by letters alone, and how many of them each person gets.

Letters leave by SMTP, answers come back by LMTP, one after the other and in any order.  The limits
on answering letters are lifted, as a game that takes weeks does not come near them.
`tests.games.mail.count_letters` runs it; it is no part of the suite.
"""

from collections import Counter
from datetime import timedelta
from email.message import EmailMessage
from unittest.mock import patch

import pytest
from django.utils import timezone

from accounts.models import Notice, User
from accounts.notifications import preferences
from games.mail.inbound import process
from games.models import Game
from games.services.mail import inbox
from tests.games.mail.inbound import test_whole_games as by_mail
from tests.games.mail.inbound.test_whole_games import Post, a_good_one
from tests.games.mail.inbound.test_whole_games import post as post  # the fixture
from tests.games.mail.reading import members
from tests.games.making import settle

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
PLAYERS = {"turn-the-tide": 3, "rowboat": 2, "turning-tides": 2}
MANY = 100_000


@pytest.mark.parametrize("receipts", [True, False], ids=["receipts", "none"])
@pytest.mark.parametrize("rhythm", [User.Digest.AT_ONCE, User.Digest.HOURLY])
@pytest.mark.parametrize("slug", sorted(PLAYERS))
def test_letters_for_a_person_and_game(slug: str, rhythm: str, receipts: bool, post: Post) -> None:
    with (
        patch.object(inbox, "LETTERS_AN_HOUR", MANY),
        patch.object(inbox, "LETTERS_A_DAY", MANY),
        patch.object(inbox, "MAX_AN_HOUR", MANY),
    ):
        game = by_mail.started(members(PLAYERS[slug]), ruleset=slug)
        User.objects.update(digest=rhythm)
        for user in User.objects.all():
            preferences.choose(user, {("mail_receipt", "mail"): receipts})
        game, letters, answers = _play(game, post)
    assert game.state == Game.State.OVER
    sent = Counter(str(letter["To"]) for letter in letters)
    hands = game.hands.count()
    each = Notice.objects.filter(channel="mail", state=Notice.State.SENT).exclude(kind="digest")
    kinds = Counter(str(letter["Feedback-ID"]).partition(":")[0] for letter in letters)
    told = (
        f"\n{slug}, {rhythm}, receipts {'on' if receipts else 'off'}: {hands} hands, "
        f"answers {sorted(answers.values())}, letters {sorted(sent.values())}, in all "
        f"{len(letters)} for {each.count()} notices, {dict(kinds.most_common())}"
    )
    print(told)  # noqa: T201


def _play(game: Game, post: Post) -> tuple[Game, list[EmailMessage], Counter[str]]:
    """Of all who are asked one answers, by chance; letters leave, and then the hand is turned."""
    letters: list[EmailMessage] = []
    answers: Counter[str] = Counter()
    asked: dict[str, EmailMessage] = {}
    for _turn in range(5000):
        came = post.letters()
        letters += came
        asked |= {str(letter["To"]): letter for letter in came if _named(letter)}
        if game.state == Game.State.OVER and not came:
            return game, letters, answers
        if not asked or game.state == Game.State.OVER:
            _let_time_pass()
            continue
        person = post.chance.choice(sorted(asked))
        letter = asked.pop(person)
        answers[person] += 1
        post.reply(letter, a_good_one(game, letter, _named(letter), post.chance))
        process.read_all()
        letters += post.letters()
        game = settle(game)
    raise AssertionError("It does not end.")


def _named(letter: EmailMessage) -> list[str]:
    """The answers that a letter names, if it asks for one; no receipt does."""
    found = by_mail.ANSWERS.findall(by_mail._part(letter, "plain"))
    words = " · ".join(found).replace("\N{NO-BREAK SPACE}", " ")
    replied = letter["Auto-Submitted"] == "auto-replied"
    return [] if replied else [each.strip() for each in words.split(" · ") if each.strip()]


def _let_time_pass() -> None:
    """What waits for its hour goes now."""
    long_ago = timezone.now() - timedelta(hours=2)
    waiting = Notice.objects.filter(state=Notice.State.QUEUED)
    waiting.update(send_after=long_ago, created_at=long_ago)
