"""A game of each ruleset by letters alone: a table, an invitation to somebody who has no account,
the hands by every way of answering, the record, and once more; in each language.

The hands in between are played on by the pure rules.
"""

import re
from email.message import EmailMessage
from itertools import product
from urllib.parse import unquote

import pytest

from accounts.email import inbound_routes
from accounts.email.inbound_routes import Arrival
from accounts.models import Notice, User
from accounts.notifications.channels import email as mail_channel
from games import game_secrets
from games.mail.inbound import process
from games.models import Bid, Game
from games.rules.registry import ruleset
from games.services.mail import reply_addresses
from tests.accounts.making import member
from tests.games.fast_forward import fast_forward, like_bots
from tests.games.mail.inbound.mailing import a_reply
from tests.games.making import bid, fresh, hand_of, settle
from tests.narrowing import html_of, not_none
from tests.sampling import sample

pytestmark = pytest.mark.django_db
ANNA = "anna@elsewhere.example"
TAPPED = re.compile(r'href="mailto:([^"?]+)\?body=([^"&]+)&')
# What each of the two writes, in the words of their language.
SAID = {
    "en": {"open": "open", "invite": "invite", "accept": "accept", "please": "{} please",
           "hi": "Hello,\n\n{}\n\nAnna", "record": "record", "rematch": "rematch"},
    "de": {"open": "eröffne", "invite": "einladen", "accept": "annehmen", "please": "{} bitte",
           "hi": "Hallo,\n\n{}\n\nLG Anna", "record": "Aufzeichnung", "rematch": "Revanche"},
    "nl": {"open": "nieuwe tafel", "invite": "uitnodigen", "accept": "aannemen", "please": "{} aub",
           "hi": "Hoi,\n\n{}\n\nGroetjes Anna", "record": "verslag", "rematch": "revanche"},
}  # fmt: skip
BOTS = {"turn-the-tide": 1, "rowboat": 0, "turning-tides": 0}
GAMES = sample(product(BOTS, SAID), kind=lambda case: case[0])


def write(address: str, user: User | str, body: str) -> None:
    """Whoever has that address answers to ours, as our own listener takes it."""
    sender = user if isinstance(user, str) else user.email
    mail = EmailMessage()
    mail["From"] = f"Anna <{sender}>"
    mail["Message-ID"] = a_reply(User(name="x", email=sender), "")["Message-ID"]
    mail.set_content(body)
    taker = inbound_routes.taker_of(address)
    assert taker is not None
    taker.take(Arrival(mail.as_bytes(), address, str(sender), inbound_routes.SMTP))
    process.read_all()


def last(kind: str, **about: object) -> tuple[str, str, str]:
    """Where the newest letter of that kind is answered to, its text and its HTML."""
    notice = Notice.objects.filter(kind=kind, channel="mail", **about).latest("pk")
    mail = mail_channel.compose(notice)
    return str(mail.extra_headers.get("Reply-To", "")), str(mail.body), html_of(mail)


def answer(user: User, way: str) -> None:
    """By the first answer that the newest letter offers, tapped or typed."""
    to, _text, html = last("your_move", recipient=user)
    tapped, text = TAPPED.findall(html)[0]
    assert tapped == to
    write(to, user, way.format(unquote(text)))


def owing(game: Game) -> list[User]:
    waiting = Notice.objects.filter(kind="your_move", channel="mail", facts__hand=game.hand_number)
    users = [notice.recipient for notice in waiting.filter(facts__game=game.pk).order_by("pk")]
    answered = Bid.objects.filter(hand__game=game, hand__number=game.hand_number)
    done = set(answered.values_list("seat__user", flat=True))
    return [user for user in users if user is not None and user.pk not in done]


def played_out(game: Game) -> Game:
    """The hands in between by the pure rules, and the last ones as they play them: what bots do
    by then nobody knows beforehand."""
    game, choose = fast_forward(game, "last", like_bots()), like_bots()
    while game.state == Game.State.RUNNING:
        hand, state = hand_of(game), game_secrets.open_state(game)
        answered = hand.bids.values("seat")
        for seat in game.seats.select_related("user").exclude(pk__in=answered):
            if seat.index in hand.awaiting and not seat.by_bot:
                notation = choose(ruleset(game.ruleset), state, seat.index)
                bid(game, not_none(seat.user), notation)
        game = settle(game)
    return game


@pytest.mark.parametrize(("ruleset", "language"), GAMES)
def test_nobody_opens_a_page(ruleset: str, language: str) -> None:
    words, marit = SAID[language], member("Marit", language=language)
    own = reply_addresses.address_of(reply_addresses.addresses_of_people([marit.pk])[marit.pk])
    seats = f"{2 + BOTS[ruleset]} seats, {BOTS[ruleset]} bots"
    write(own, marit, f"{words['open']} {ruleset} 24h {seats} private “Texel”")
    write(last("mail_table")[0], marit, f"{words['invite']} {ANNA}")
    to, text, _html = last("invitation")
    assert words["accept"] in text
    write(to, ANNA, words["accept"])
    anna, game = User.objects.get(email=ANNA), Game.objects.get()
    assert (game.state, anna.language) == (Game.State.RUNNING, language)

    for way in ("{}", words["please"], words["hi"]):
        for user in owing(fresh(game)):
            answer(user, way)
        game = settle(game)
    assert Bid.objects.filter(hand__game=game, via=Bid.Via.MAIL).count() >= 2
    assert not Notice.objects.filter(kind__in=("mail_refused", "mail_help")).exists()

    game = played_out(game)
    assert game.state == Game.State.OVER
    over = last("game_over", recipient=anna)[0]
    write(over, anna, words["record"])
    path = f"/g/{game.code}/record"
    assert path in last("mail_table", recipient=anna)[1]
    write(over, anna, words["rematch"])
    again = Game.objects.exclude(pk=game.pk).get()
    write(last("rematch", recipient=marit)[0], marit, words["accept"])
    assert fresh(again).state == Game.State.RUNNING
    assert {seat.user for seat in again.seats.all()} >= {marit, anna}
