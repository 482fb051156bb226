"""Both checkers say which words follow from the secret, for people to judge."""

import json
import random
from collections.abc import Sequence
from typing import Any

import pytest

from games import fairness, game_secrets, selectors
from games.models import Game, Record
from games.services import sweep
from games.services.lobby import deck_words, tables
from games.services.lobby.tables import TableSettings
from games.verification import all_passed, verify
from tests.bench.verifying import record_at_random
from tests.games.duplicates.making import begun
from tests.games.fast_forward import fast_forward, like_bots
from tests.games.making import fresh, people
from tests.games.verification.alone import ALONE, as_text, refuses
from tests.games.verification.mutations import mended

Json = dict[str, Any]
OURS = "The seed follows from the secret and from what every seat brought. "


def ours(record: Json) -> str:
    (seed,) = (check for check in verify(record) if check.kind == "seed")
    assert seed.passed
    return seed.reason.removeprefix(OURS)


def alone(record: Json) -> str:
    ((_what, holds, word),) = (each for each in ALONE.check(record) if each[0] == "seed")
    assert holds
    return str(word)


def with_words(*given: str | None) -> Json:
    """A record whose seats brought these words; None: those that follow from the secret. Its
    shuffles are those of other words, which is not what is asked here."""
    record = record_at_random("turn-the-tide", len(given), random.Random(1))
    secret = bytes.fromhex(record["secret"])
    record["entropies"] = [
        fairness.words_from(secret, record["id"], seat) if words is None else words
        for seat, words in enumerate(given)
    ]
    record["seed"] = fairness.seed(secret, record["entropies"]).hex()
    return mended(record)


DRAWN = "5f1d9c0a7be2468835a1c0ffee123456"


@pytest.mark.parametrize(
    ("given", "we", "it"),
    [
        (
            ("gulls", None, "wind"),
            "Own words: seat 0, seat 2. All other words follow from the secret.",
            "own words: seats 0, 2; the others follow from the secret",
        ),
        (
            (None, None, None),
            "All words follow from the secret, since nobody brought their own.",
            "own words: none; all follow from the secret",
        ),
        (("a", "b", "c"), "Own words: seat 0, seat 1, seat 2.", "own words: seats 0, 1, 2"),
        (
            (DRAWN, None, "wind"),
            "Own words: seat 2. Own words, or made by our server before version 0.3.1: seat 0. "
            "All other words follow from the secret.",
            "own words: seat 2; own, or made by a server before version 0.3.1: seat 0; the others "
            "follow from the secret",
        ),
    ],
)
def test_they_name_the_seats(given: tuple[str | None, ...], we: str, it: str) -> None:
    record = with_words(*given)
    assert ours(record) == we
    assert alone(record) == it


def test_what_follows_for_another_seat_or_game_is_as_good_as_anybodys_words() -> None:
    record = with_words("", None, None)
    secret = bytes.fromhex(record["secret"])
    for words in (
        fairness.words_from(secret, record["id"], 1),
        fairness.words_from(secret, "abcdefghjkmn", 0),
        fairness.words_from(secret, record["id"], 0).upper(),
    ):
        told = with_words(words, None, None)
        assert ours(told).startswith("Own words: seat 0.")
        assert alone(told).startswith("own words: seat 0;")


def test_the_name_of_a_bot_may_have_been_given_by_an_older_server() -> None:
    record = with_words("gulls", None, None)
    record["players"][0] = "gulls"
    assert "before version 0.3.1: seat 0." in ours(record)
    assert "before version 0.3.1: seat 0;" in alone(record)


def played(game: Game) -> Json:
    over = fast_forward(fresh(game), "over", like_bots())
    record: Json = json.loads(as_text(selectors.observations.record_of(over)))
    assert all_passed(verify(record))
    assert not refuses(as_text(record))
    return record


def table() -> Game:
    """Only the second of three seats brings words, after it saw the commitment."""
    marit, joost, aoife = people(3)
    game = tables.make_table(marit, TableSettings(name="Texel", seats=3))
    tables.join(joost, game.code, entropy="my very own words")
    return tables.join(aoife, game.code)


@pytest.mark.django_db
def test_a_silent_seat_is_told_from_one_that_brought_words() -> None:
    record = played(table())
    assert ours(record) == "Own words: seat 1. All other words follow from the secret."
    assert alone(record) == "own words: seat 1; the others follow from the secret"


@pytest.mark.django_db
def test_a_server_that_draws_words_for_a_silent_seat_is_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Planted: it tries words for the last seat until the first card is a high one."""
    honest = deck_words.fill

    def choosing(games: Sequence[Game]) -> None:
        honest(games)
        (game,) = games
        secret = game_secrets.open_secret(game)
        seats = game.seats.order_by("index")
        before = list(seats.values_list("entropy", flat=True))[:2]
        for number in range(1000):
            words = fairness.words_from(secret, game.code, number + 3)
            seed = fairness.seed(secret, [*before, words])
            if fairness.shuffled(range(1, 61), seed, 1)[0] > 55:
                break
        seats.filter(index=2).update(entropy=words)

    monkeypatch.setattr(deck_words, "fill", choosing)
    record = played(table())
    assert record["shuffles"][0][0] > 55
    assert ours(record) == "Own words: seat 1, seat 2. All other words follow from the secret."
    assert alone(record) == "own words: seats 1, 2; the others follow from the secret"


@pytest.mark.django_db
def test_at_tables_with_the_same_deals_the_words_of_each_are_told() -> None:
    both, *_people = begun(entropy="")
    here, there = (game.code for game in both)
    for game in both:
        fast_forward(game)
    sweep.sweep()

    brought = [(0, there), *((seat, code) for seat in (1, 2) for code in (here, there))]
    places = ", ".join(f"seat {seat} at table {code}" for seat, code in brought)
    plain = ", ".join(f"{seat} at {code}" for seat, code in brought)
    for game in both:
        record = Record.objects.get(game=game).data
        assert ours(record) == f"Own words: {places}. All other words follow from the secret."
        assert alone(record) == f"own words: seats {plain}; the others follow from the secret"
