"""Imported by the workers of the tests, so that they can play Canary."""

from typing import Any

from games.rules.registry import RULESETS
from games.telling import TELLINGS
from tests.secrecy.canary import rules, words

registered: dict[str, Any] = RULESETS
registered[rules.SLUG] = rules
TELLINGS[words.SLUG] = words
