"""Canary is a game only while these tests run."""

import pytest

from games.rules.registry import RULESETS
from games.telling import TELLINGS
from tests.secrecy.canary import rules, words


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULESETS, rules.SLUG, rules)
    monkeypatch.setitem(TELLINGS, words.SLUG, words)
