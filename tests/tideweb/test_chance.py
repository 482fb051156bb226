"""A test draws the same again; another test, or another seed, draws otherwise."""

import random
import secrets

import pytest

from tests import chance


def drawn(name: str) -> tuple[object, ...]:
    with chance.drawn_by(name):
        return secrets.token_hex(16), secrets.choice(range(10**9)), random.SystemRandom().random()


def test_the_same_name_draws_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    first = drawn("a")
    assert drawn("a") == first
    assert drawn("b") != first
    monkeypatch.setenv(chance.SEED, "other")
    assert drawn("a") != first


def test_after_it_the_machine_draws_again() -> None:
    with chance.drawn_by("outer"):
        drawn("inner")
        after = secrets.token_hex(16)
    with chance.drawn_by("outer"):
        assert secrets.token_hex(16) == after


def test_a_seed_at_random_is_settled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(chance.SEED, "random")
    settled = chance.settle_the_seed()
    assert settled == chance.settle_the_seed() != "random"


def test_games_are_dealt_by_it(db: None) -> None:
    from tests.games.making import people, running

    members = people(3)
    first, second = (running(members).commitment for _ in range(2))
    assert first != second
