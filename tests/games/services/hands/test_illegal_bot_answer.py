"""A bot that searched and found what it may not answer: nobody waits for it."""

import pytest

from games.bots import levels
from games.services.hands import bot_thinking
from tests.games.making import hand_of, person
from tests.games.services.hands.test_thinking import created, traces

pytestmark = pytest.mark.django_db


def test_a_light_bot_answers_instead_of_what_is_not_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "answer", lambda *_asked: levels.Answer("0", "searched"))
    hand = hand_of(created(person()))
    assert bot_thinking.think(hand.pk)
    assert traces(hand) == {"light: late"}
