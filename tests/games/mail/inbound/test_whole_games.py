"""Whole games by mail alone: letters out by SMTP, replies as programs write them, back in by LMTP.

Everybody reads another language, and answers now by one card, now with a courtesy, now by the
letter's button. A mail server of ours vouches for each reply, and all who play are in strict mode,
so that nothing else would count.
"""

import itertools
import random
import re
import smtplib
from collections.abc import Callable, Iterator, Sequence
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
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from tests import sampling
from tests.accounts.sink import Sink, listening, mailin
from tests.games.mail.inbound.mailing import OURS, PASSED
from tests.games.mail.inbound.programs import PROGRAMS, Answered
from tests.games.mail.inbound.tongues import TONGUES
from tests.games.mail.reading import members
from tests.games.making import settle
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db(transaction=True)
Pick = Callable[[Game, EmailMessage, Sequence[str], random.Random], str]
BUTTON = re.compile(r"http://[^/\s]+(/answer/[^/\s]+/)\s")
KIND = {"en": "{} please", "de": "{} bitte", "nl": "{} aub"}


class Post:
    """Everybody's mailbox and mail program, and our own listener."""

    def __init__(self, sink: Sink, port: int) -> None:
        self.sink, self.port = sink, port
        self.chance = random.Random(7)
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
        way = self.chance.choice(("card", "card", "kind", "button"))
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


def play(game: Game, post: Post, *, stages: int = 99, pick: Pick = any_of) -> Game:
    """Everybody answers each letter that asks for it with one of the answers that it names."""
    for _turn in range(2000):
        for letter in post.letters():
            language = User.objects.get(email=address_of(letter)).language
            answers = named(part_of(letter, "plain"), language)
            if answers and letter["Auto-Submitted"] == "auto-generated":
                post.answer(letter, pick(game, letter, answers, post.chance), language)
        process.read_all()
        game = settle(game)
        if game.state == Game.State.OVER or game.stages.count() > stages:
            return game
    raise AssertionError("It does not end.")


def by_mail_alone(game: Game) -> bool:
    """Every answer came by mail, none was missed; what had no choice was given at once."""
    ways = set(Bid.objects.filter(hand__game=game).values_list("via", flat=True))
    assert set(InboundMail.objects.values_list("door", flat=True)) == {inbound_routes.LMTP}
    others = {Bid.Via.PAGE, Bid.Via.API, Bid.Via.BOT, Bid.Via.DEADLINE}
    return not ways & others and not Bid.objects.filter(missed=True).exists()


@pytest.mark.long
def test_three_play_turn_the_tide(post: Post) -> None:
    game = play(started(members(3), ruleset="turn-the-tide"), post)
    assert game.state == Game.State.OVER
    assert by_mail_alone(game)
    by_mail = Bid.objects.filter(via=Bid.Via.MAIL).count()
    assert 50 < InboundMail.objects.count() < by_mail, "some by reply, some by the button"
    assert Notice.objects.filter(kind="mail_receipt").count() >= 18  # six an hour to each
    assert not Notice.objects.filter(kind__in=("mail_refused", "mail_help")).exists()
    post.letters()
    assert Notice.objects.filter(kind="game_over", state="sent").count() == 3


@pytest.mark.long
def test_two_play_turning_tides(post: Post) -> None:
    game = play(started(members(2), ruleset="turning-tides"), post, pick=a_good_one)
    assert game.state == Game.State.OVER
    assert by_mail_alone(game)
    assert not Notice.objects.filter(kind__in=("mail_refused", "mail_help")).exists()


def test_four_play_a_deal_of_rowboat(post: Post) -> None:
    """With all cases tried, the whole game."""
    stages = 99 if sampling.whole() else 1
    game = play(started(members(4), ruleset="rowboat"), post, stages=stages, pick=a_good_one)
    assert game.state == Game.State.OVER if stages > 1 else game.stages.count() == 2
    assert by_mail_alone(game)
    assert Bid.objects.filter(via=Bid.Via.MAIL).count() > 20
    assert not Notice.objects.filter(kind__in=("mail_refused", "mail_help")).exists()
