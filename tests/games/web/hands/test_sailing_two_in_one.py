"""The page of Turning Tides: a card and what it is to do, sealed together."""

import random
import re
from collections import defaultdict
from dataclasses import replace
from itertools import product

import pytest
from django.test import Client

from games import selectors
from games.catalogue.turning_tides import rules
from games.catalogue.turning_tides.board.forms import FOLLOWING
from games.models import Bid, Game
from tests.games.making import (
    bid,
    bid_all,
    fresh,
    hand_of,
    legal,
    people,
    sealed_bid,
    settle,
    table_of,
    user_at,
)
from tests.games.web.driving import browser, page
from tests.games.web.sailing import form_of, send
from tests.games.web.sea_states import choosing, stand, standing
from tests.narrowing import not_none
from tests.process_fixtures import again
from tests.rules.turning_tides.positions import deck
from tests.sampling import sample

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """Seat 0 may choose to fire."""
    return again(_choosing)


def _choosing() -> Game:
    game = table_of(2, ruleset="turning-tides")[1]
    while hand_of(game).phase != "choose" or "fire" not in legal(game, 0):
        bid_all(game)
    return fresh(game)


def test_the_page_offers_both_and_shows_both(game: Game) -> None:
    client = browser(user_at(game, 0))
    text = page(client, f"/g/{game.code}/")
    assert '<option value="fire from 5">' in text
    sent = {
        "ruleset": game.ruleset,
        "hand": game.hand_number,
        "bid": "fire",
        "follow": "fire from 5",
    }
    assert client.post(f"/g/{game.code}/bid/", sent).status_code == 302
    assert Bid.objects.filter(hand=hand_of(game)).count() == 1
    shown = page(client, f"/g/{game.code}/")
    assert "And then" in shown
    other = page(browser(user_at(game, 1)), f"/g/{game.code}/")
    assert "And then" not in other


def test_a_page_from_before_its_form_named_the_game_still_seals_both(game: Game) -> None:
    client = browser(user_at(game, 0))
    sent = {"hand": game.hand_number, "bid": "fire", "follow": "fire from 5"}
    assert client.post(f"/g/{game.code}/bid/", sent).status_code == 302
    assert "And then" in page(client, f"/g/{game.code}/")


ODD = product(["turning-tides", "", "none", "rowboat\x00"], [" ", "\x00", "fire"])


def chosen(text: str) -> tuple[list[str], list[str]]:
    """The card and the follow-up that are chosen in the form of a page."""
    cards = re.findall(r'name="bid" value="([^"]*)"[^>]* checked', text)
    follows = text.partition('name="follow"')[2].partition("</select>")[0]
    return cards, re.findall(r'<option value="([^"]*)" selected', follows)


def test_changing_begins_with_both_so_that_neither_is_lost(game: Game) -> None:
    bid(game, user_at(game, 0), "fire from 5")
    client = browser(user_at(game, 0))
    assert chosen(page(client, f"/g/{game.code}/?change=1")) == (["fire"], ["fire from 5"])
    bid(game, user_at(game, 0), "fire")
    assert chosen(page(client, f"/g/{game.code}/?change=1")) == (["fire"], [])


def test_whoever_changes_only_the_card_lets_go_of_the_follow_up_that_was_chosen(
    game: Game,
) -> None:
    bid(game, user_at(game, 0), "fire from 5")
    client = browser(user_at(game, 0))
    form = not_none(form_of(page(client, f"/g/{game.code}/?change=1")))
    assert send(client, game, form, bid="wait", follow="fire from 5").status_code == 302
    assert sealed_bid(game, 0).notation == "wait"
    assert selectors.hands.plans.follow_of(fresh(game), hand_of(game), 0) == ""


def test_changing_offers_a_follow_up_that_only_an_email_could_give() -> None:
    game = stand(people(2), replace(choosing(), decks=(deck("move"), deck("fire"))))
    bid(game, user_at(game, 0), "move captain 6 to 7")
    text = page(browser(user_at(game, 0)), f"/g/{game.code}/?change=1")
    assert chosen(text) == (["move"], ["move captain 6 to 7"])


def test_what_is_refused_stays_chosen_if_it_is_a_follow_up_of_a_card_in_hand(game: Game) -> None:
    client = browser(user_at(game, 0))
    form = {"ruleset": game.ruleset, "hand": game.hand_number, "bid": "fire", "replaces": 3}
    answer = client.post(f"/g/{game.code}/bid/", {**form, "follow": "fire from 5"})
    assert answer.status_code == 409
    assert chosen(answer.content.decode()) == (["fire"], ["fire from 5"])
    odd = client.post(f"/g/{game.code}/bid/", {**form, "follow": "fire zzz"})
    assert chosen(odd.content.decode())[1] == []


def test_an_answer_kept_over_an_expired_session_is_chosen_again_with_its_follow_up(
    game: Game,
) -> None:
    client = Client()
    sent = {"ruleset": game.ruleset, "hand": game.hand_number, "seat": 0, "bid": "fire"}
    kept = client.post(f"/g/{game.code}/bid/", {**sent, "follow": "fire from 5"})
    assert "We’ve kept your choice" in kept.content.decode()
    client.force_login(user_at(game, 0), "django.contrib.auth.backends.ModelBackend")
    text = page(client, f"/g/{game.code}/")
    assert "You were signed out when you sealed Fire, from zone 5" in text
    assert chosen(text) == (["fire"], ["fire from 5"])
    assert not Bid.objects.filter(hand=hand_of(game)).exists()


def test_both_sent_again_after_the_hand_was_turned_are_no_refusal(game: Game) -> None:
    """The response had got lost on its way."""
    number = game.hand_number
    bid(game, user_at(game, 0), "fire from 5")
    bid(game, user_at(game, 1))
    settle(game)
    client = browser(user_at(game, 0))
    sent = {"ruleset": game.ruleset, "hand": number, "bid": "fire", "follow": "fire from 5"}
    assert client.post(f"/g/{game.code}/bid/", sent).status_code == 302
    other = {**sent, "bid": "swing", "follow": "swing from 5"}
    assert client.post(f"/g/{game.code}/bid/", other).status_code == 409


def test_a_swap_sent_again_is_the_same_in_whatever_order_its_cards_were_ticked() -> None:
    users, game = standing("exchange")
    sent = {"ruleset": game.ruleset, "hand": game.hand_number, "swap": "1"}
    sent["give"], sent["take"] = ["navigate", "cannon"], ["fire", "swing"]
    client = browser(users[0])
    assert client.post(f"/g/{game.code}/bid/", sent).status_code == 302
    if hand_of(game).awaiting == [0, 1]:
        bid(game, users[1])
    settle(game)
    assert hand_of(game).number > game.hand_number
    assert client.post(f"/g/{game.code}/bid/", sent).status_code == 302


def test_no_form_is_too_odd_to_be_answered(game: Game) -> None:
    client = browser(user_at(game, 0))
    for ruleset, follow in sample(ODD, kind=lambda odd: odd[0], most=2):
        sent = {"ruleset": ruleset, "hand": game.hand_number, "bid": "", "follow": follow}
        answer = client.post(f"/g/{game.code}/bid/", sent)
        assert answer.status_code == 400, (ruleset, follow)
    assert not Bid.objects.filter(hand=hand_of(game)).exists()


def test_what_belongs_to_another_card_is_refused_and_nothing_sealed(game: Game) -> None:
    client = browser(user_at(game, 0))
    sent = {
        "ruleset": game.ruleset,
        "hand": game.hand_number,
        "bid": "wait",
        "follow": "fire from 5",
    }
    answer = client.post(f"/g/{game.code}/bid/", sent)
    assert answer.status_code == 400
    assert "belongs to a different card" in answer.content.decode()
    assert not Bid.objects.filter(hand=hand_of(game)).exists()


def test_all_is_offered_that_a_card_may_turn_out_to_do() -> None:
    """By what the rules let players do who answer anything."""
    done: dict[str | None, set[str]] = defaultdict(set)
    for seed in range(20):
        chance, state = random.Random(seed), rules.start(2, {})
        while rules.outcome(state) is None:
            if cards := rules.shuffle_needed(state):
                state = rules.shuffled(state, chance.sample(cards, len(cards)))
                continue
            legal = {seat: rules.legal(state, seat) for seat in rules.awaiting(state)}
            if state.phase == "execute" and not any(state.promoting):
                done[state.revealed[state.queue[0]]].update(*legal.values())
            state = rules.resolve(state, {s: chance.choice(each) for s, each in legal.items()})[0]
    assert {card: sorted(done[card]) for card in FOLLOWING} == {
        card: sorted(does) for card, does in FOLLOWING.items()
    }
