"""A table by the words of a mail."""

from typing import Any

import pytest

from games.mail.inbound import new_table
from games.refusals import Refused


@pytest.mark.parametrize(
    ("words", "wished"),
    [
        ("turn-the-tide", {"ruleset": "turn-the-tide", "name": "Mine", "hours": 24, "seats": 4}),
        ("Turn the Tide 24h", {"hours": 24}),
        ("turn-the-tide 3 days, 5 players", {"hours": 72, "seats": 5}),
        ("rowboat 12 Stunden für 2 Spieler", {"ruleset": "rowboat", "hours": 12, "seats": 2}),
        ("turning tides 2 dagen privé", {"ruleset": "turning-tides", "visibility": "link"}),
        ("rowboat “Kitchen table” 4 players with 2 bots", {"name": "Kitchen table", "bots": 2}),
        ("rowboat 3 players with 1 bot of level 8", {"bots": 1, "level": 8}),
        ("rowboat 1 Bot der Stufe 2", {"bots": 1, "level": 2}),
        ("rowboat 2 bots niveau 5", {"bots": 2, "level": 5}),
        ("rowboat 1 bot", {"bots": 1, "level": None}),
    ],
)
def test_what_is_wished(words: str, wished: dict[str, Any]) -> None:
    made = new_table.table_settings(words, "Mine")
    assert {name: getattr(made, name) for name in wished} == wished


@pytest.mark.parametrize("words", ["chess", "turn-the-tides", "24h", "rowboat tomorrow", ""])
def test_what_cannot_be_read_is_refused(words: str) -> None:
    with pytest.raises(Refused):
        new_table.table_settings(words, "Mine")
