"""The games that can be played."""

import pytest

from games.rules.registry import RULESETS
from tests.games.api.asking import ROOT, client, good

pytestmark = pytest.mark.django_db


def test_the_rulesets_with_their_options() -> None:
    found = {rules["slug"]: rules for rules in good(client().get(f"{ROOT}/rulesets"))["rulesets"]}

    assert set(found) == set(RULESETS)
    assert found["turn-the-tide"]["seats"] == [3, 4, 5]
    assert found["turn-the-tide"]["options"] == [
        {"name": "cascade", "type": "boolean", "default": True, "values": [False, True]},
        {"name": "taker_chooses", "type": "boolean", "default": False, "values": [False, True]},
    ]
    goal = found["turning-tides"]["options"][1]
    assert (goal["type"], goal["default"], goal["values"]) == ("string", "and", ["and", "or"])
