"""Whole games by mail alone: letters out by SMTP, replies as programs write them, back in by LMTP.

Everybody reads another language, and answers now by one card, now with a courtesy, now by the
letter's button. A mail server of ours vouches for each reply, and all who play are in strict mode,
so that nothing else would count.
"""

import itertools
import random
import re
import smtplib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack
from email import policy
from email.message import EmailMessage
from email.utils import parseaddr
from typing import Any

import pytest
from django.conf import settings as ours
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext as _
from pytest_django import Settings

from accounts.email import inbound_routes
from accounts.models import Notice, User
from accounts.notifications import delivery
from games import selectors
from games.bots import choose
from games.mail.inbound import process
from games.models import Bid, Game, InboundMail
from games.rules.base import Ruleset, State
from games.rules.registry import RULESETS
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from tests import sampling
from tests.accounts.sink import Sink, listening, mailin
from tests.all_games import SMALLEST
from tests.games.fast_forward import fast_forward, like_bots, played_on
from tests.games.mail.inbound.mailing import OURS, PASSED
from tests.games.mail.inbound.programs import PROGRAMS, Answered
from tests.games.mail.inbound.tongues import TONGUES
from tests.games.mail.reading import members
from tests.games.making import hand_of, settle
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db(transaction=True)
Pick = Callable[[Game, EmailMessage, Sequence[str], random.Random], str]
SEATS = {**SMALLEST, "turn-the-tide": 3, "rowboat": 4}
BUTTON = re.compile(r"http://[^/\s]+(/answer/[^/\s]+/)\s")
KIND = {"en": "{} please", "de": "{} bitte", "nl": "{} aub"}


class Post:
    """Everybody's mailbox and mail program, and our own listener."""

    def __init__(self, sink: Sink, port: int) -> None:
        self.sink, self.port = sink, port
        self.chance = random.Random(7)
        self.ways = itertools.cycle(("card", "kind", "card", "button"))
        self.read = 0

    def letters(self) -> list[EmailMessage]:
        """The letters that came since the last call."""
        delivery.deliver()
        found = self.sink.mails[self.read :]
        self.read = len(self.sink.mails)
        return found

    def answer(self, letter: EmailMessage, answer: str, language: str) -> None:
        """In one of the ways that a letter offers; with its button whoever is signed in (all are
        strict)."""
        way = next(self.ways)
        if way != "button":
            self.reply(letter, KIND[language].format(answer) if way == "kind" else answer)
            return
        reader, browser = User.objects.get(email=address_of(letter)), Client()
        browser.force_login(reader, ours.AUTHENTICATION_BACKENDS[0])
        (path,) = set(BUTTON.findall(part_of(letter, "plain")))
        assert browser.post(path, {"bid": answer}).status_code == 200

    def reply(self, letter: EmailMessage, answer: str) -> None:
        """Answers a letter with some program, in some language."""
        text, hypertext = (part_of(letter, kind) for kind in ("plain", "html"))
        program = self.chance.choice(sorted(PROGRAMS))
        tongue = TONGUES[self.chance.choice(sorted(TONGUES))]
        mail = PROGRAMS[program](Answered(answer, text, hypertext, tongue))
        reader = str(letter["To"])
        for name, value in (("From", reader), ("To", letter["Reply-To"])):
            mail.replace_header(name, str(value))
        mail["Message-ID"] = f"<{self.chance.getrandbits(64)}@{program}.example>"
        vouched = f"Authentication-Results: {PASSED}\r\n".encode() + mail.as_bytes(
            policy=policy.SMTP
        )
        with smtplib.LMTP("127.0.0.1", self.port) as lmtp:
            lmtp.sendmail(reader, [str(letter["Reply-To"])], vouched)


def address_of(letter: EmailMessage) -> str:
    return parseaddr(str(letter["To"]))[1]


def part_of(letter: EmailMessage, kind: str) -> str:
    part = letter.get_body((kind,))
    assert part is not None
    return str(part.get_content())


@pytest.fixture
def post(settings: Settings) -> Iterator[Post]:
    with ExitStack() as open_:
        sink = open_.enter_context(listening(settings))
        settings.AUTHSERV_ID = OURS
        yield Post(sink, open_.enter_context(mailin(inbound_routes.LMTP)))


def started(people: Sequence[User], **wish: Any) -> Game:
    for person, language in zip(people, itertools.cycle(KIND), strict=False):
        person.language, person.digest, person.strict_mail = language, "at_once", True
        person.save()
    game = tables.make_table(people[0], TableSettings(name="By mail", seats=len(people), **wish))
    for person in people[1:]:
        game = tables.join(person, game.code)
    return game


def any_of(_game: Game, _letter: EmailMessage, answers: Sequence[str], rng: random.Random) -> str:
    return rng.choice(answers)


def a_good_one(game: Game, letter: EmailMessage, answers: Sequence[str], rng: random.Random) -> str:
    """What a bot would answer: sailing at random, two ships rarely meet."""
    seat = game.seats.get(user__email=address_of(letter))
    seen = not_none(selectors.observations.observation_for(game, seat.index))
    return choose(game.ruleset, seen, answers, rng)


def named(text: str, language: str) -> list[str]:
    """The answers that a letter names."""
    with translation.override(language):
        heads = "|".join(re.escape(head) for head in (_("You can answer:"), _("or:")))
    lines = re.findall(rf"^  (?:{heads}) (.+)$", text, re.MULTILINE)
    words = " · ".join(lines).replace("\N{NO-BREAK SPACE}", " ")
    return [each.strip() for each in words.split(" · ") if each]


def play_hand(game: Game, post: Post, pick: Pick) -> Game:
    """Everybody answers each letter that asks for it with one of the answers that it names."""
    number = game.hand_number
    for _turn in range(20):
        for letter in post.letters():
            language = User.objects.get(email=address_of(letter)).language
            answers = named(part_of(letter, "plain"), language)
            if answers and letter["Auto-Submitted"] == "auto-generated":
                post.answer(letter, pick(game, letter, answers, post.chance), language)
        process.read_all()
        game = settle(game)
        if game.state == Game.State.OVER or game.hand_number > number:
            return game
    raise AssertionError(f"Hand {number} does not end.")


def by_mail_alone(game: Game, hands: Collection[int]) -> bool:
    """Every answer came by mail, none was missed; what had no choice was given at once."""
    bids = Bid.objects.filter(hand__game=game, hand__number__in=hands)
    ways = set(bids.values_list("via", flat=True))
    assert set(InboundMail.objects.values_list("door", flat=True)) == {inbound_routes.LMTP}
    others = {Bid.Via.PAGE, Bid.Via.API, Bid.Via.BOT, Bid.Via.DEADLINE}
    return not ways & others and not bids.filter(missed=True).exists()


def to_the_next(game: Game, played: Counter[str]) -> Game:
    """On to the next hand of a phase of which none was played, or to the last one."""
    if sampling.whole():
        return game
    number, choose = game.hand_number, like_bots()
    chosen: list[str] = []

    def noted(rules: Ruleset, state: State, seat: int) -> str:
        chosen.append(choose(rules, state, seat))
        return chosen[-1]

    for hand in played_on(game, noted):
        if hand.waited:
            number = hand.number
            if not played[RULESETS[game.ruleset].position(hand.state).phase]:
                break
    same = iter(chosen)  # bots take longer to choose than all else that is done here
    return fast_forward(game, number, lambda *_asked: next(same))


@pytest.mark.parametrize("ruleset", SEATS)
def test_a_game_from_its_first_hand_to_its_last(post: Post, ruleset: str) -> None:
    """A hand of each phase and the last one; the pure rules play those in between. With all
    cases tried, all hands.
    """
    game = started(members(SEATS[ruleset]), ruleset=ruleset)
    played: Counter[str] = Counter()
    hands = []
    while game.state != Game.State.OVER:
        game = to_the_next(game, played)
        played[hand_of(game).phase] += 1
        hands.append(game.hand_number)
        game = play_hand(game, post, any_of if ruleset == "turn-the-tide" else a_good_one)
    assert by_mail_alone(game, hands)
    by_mail = Bid.objects.filter(via=Bid.Via.MAIL).count()
    assert 1 < InboundMail.objects.count() < by_mail, "some by reply, some by the button"
    assert Notice.objects.filter(kind="mail_receipt").count() > 1
    assert not Notice.objects.filter(kind__in=("mail_refused", "mail_help")).exists()
    post.letters()
    ended = Notice.objects.filter(kind="game_over", state="sent")
    assert ended.count() == SEATS[ruleset]
