"""Paired worlds: what a reader may not know leaves no trace in a letter."""

from datetime import timedelta
from email import message_from_bytes, policy
from itertools import product

import pytest
from django.utils import timezone

from accounts.models import User
from games import game_secrets
from games.drawing.belts import belts_of
from games.mail.inbound import process
from games.models import Game, Hand, SeatClock
from games.rules.registry import ruleset
from games.services.mail import reply_addresses
from tests.games import making
from tests.games.mail.inbound.five_hands import digest, reply_all
from tests.games.mail.inbound.mailing import a_reply, stored
from tests.games.mail.reading import begun, gather, mail, members, started
from tests.games.making import user_at, users_at

pytestmark = pytest.mark.django_db


def exchange(game: Game, one: int, other: int) -> None:
    """Lets two seats exchange every card whose belts (which all see) are the same."""
    game = making.fresh(game)
    rules = ruleset(game.ruleset)
    state = game_secrets.open_state(game)
    swap: dict[int, int] = {}
    for mine, theirs in product(state.cards[one], state.cards[other]):
        if belts_of(mine) == belts_of(theirs) and not {mine, theirs} & swap.keys():
            swap |= {mine: theirs, theirs: mine}
    assert swap
    dumped = rules.dump(state)
    for name in ("cards", "sets"):
        dumped[name] = [sorted(swap.get(card, card) for card in held) for held in dumped[name]]
    game_secrets.keep_state(game, rules.load(dumped))
    game.save()


def seen(raw: bytes) -> list[object]:
    """Everything in a mail but its time and the random boundary of its parts."""
    parsed = message_from_bytes(raw, policy=policy.default)
    headers = [pair for pair in parsed.items() if pair[0] not in ("Date", "Content-Type")]
    return [*headers, *(part.get_content() for part in parsed.iter_parts())]


@pytest.mark.parametrize("kind", ["game_started", "your_move", "reminder"])
def test_the_cards_and_bids_of_others_leave_no_trace(kind: str) -> None:
    game = begun()
    marit, joost, _aoife = users_at(game)
    Hand.objects.update(deadline=timezone.now() + timedelta(hours=5, minutes=10))
    lowest, *_between, highest = making.legal(game, 1)
    making.bid(game, joost, lowest)
    before = seen(mail(marit, kind))

    making.bid(game, joost, highest)
    exchange(game, 1, 2)

    assert seen(mail(marit, kind)) == before


def two_tables() -> tuple[Game, Game]:
    """Two games of the same people, whose hands wait in one letter to the first of them."""
    people = members(3, digest=User.Digest.DAILY)
    games = started(people), started(people, name="Texel")
    Hand.objects.update(deadline=timezone.now() + timedelta(hours=5, minutes=10))
    SeatClock.objects.update(deadline=timezone.now() + timedelta(hours=5, minutes=10))
    gather(people[0], "your_move")
    return games


@pytest.mark.parametrize("kind", ["digest", "mail_lines"])
def test_nor_in_a_letter_about_several_hands(kind: str) -> None:
    first, second = two_tables()
    marit, joost, _aoife = users_at(second)
    lowest, *_between, highest = making.legal(second, 1)
    making.bid(second, joost, lowest)
    if kind == "mail_lines":
        to = digest(marit).headers["Reply-To"]
        reply_all(marit, f"1: {making.legal(first, 0)[0]}\n3: 44", to)
    before = seen(mail(marit, kind))
    making.bid(second, joost, highest)
    exchange(second, 1, 2)
    assert seen(mail(marit, kind)) == before
    making.bid(second, marit)
    assert seen(mail(marit, kind)) != before  # or nothing could be found


@pytest.mark.parametrize("body", ["games", "help", "settings", "{code}: show", "{code}: say Hello"])
def test_nor_in_what_answers_a_wish_at_one_s_own_address(body: str) -> None:
    game = begun()
    marit, joost, _aoife = users_at(game)
    row = reply_addresses.addresses_of_people([marit.pk])[marit.pk]
    lowest, *_between, highest = making.legal(game, 1)
    making.bid(game, joost, lowest)
    stored(reply_addresses.address_of(row), a_reply(marit, body.format(code=game.code)))
    process.read_all()
    before = seen(mail(marit, "mail_table"))
    making.bid(game, joost, highest)
    exchange(game, 1, 2)
    assert seen(mail(marit, "mail_table")) == before


def test_the_twin_world_is_another_for_its_owner() -> None:
    game = begun()
    joost = user_at(game, 1)
    before = seen(mail(joost, "your_move"))
    exchange(game, 1, 2)
    assert seen(mail(joost, "your_move")) != before
