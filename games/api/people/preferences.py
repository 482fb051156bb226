"""The caller's defaults for new seats and plans."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors
from games.api.base import BaseApiView, parsed, person
from games.api.parsing import Strict, Text, Truth, Word
from games.api.schema import examples
from games.api.schema.description import operation
from games.models import Seat
from games.plans import MAX_BYTES
from games.rules.registry import RULESETS
from games.services.people import preferences

_BEGINS: dict[str, Any] = {
    "required": False,
    "allow_blank": True,
    "trim_whitespace": False,
    "shape": {"maxLength": MAX_BYTES},
}
_OPENINGS = {slug: Text(max_length=64 * 1024, **_BEGINS) for slug in sorted(RULESETS)}
# Built with `type`, since slugs of games aren't Python identifiers.
OpeningsIn = type("OpeningsIn", (Strict,), {**_OPENINGS, "__doc__": "By game; empty: none."})


class PreferencesIn(Strict):
    """Your defaults for seats that you take from now on."""

    policy = Word(Seat.Policy.choices, required=False, help_text="If you miss a hand.")
    ask_forced = Truth(required=False, help_text="Ask even if only one answer is possible.")
    openings = OpeningsIn(required=False, help_text="Default plans.")


class PreferencesOut(serializers.Serializer[Any]):
    """Your defaults for new seats and plans."""

    policy = serializers.ChoiceField(
        Seat.Policy.choices, help_text="What is played if you miss a hand."
    )
    ask_forced = serializers.BooleanField()
    openings = serializers.DictField(
        child=serializers.CharField(), help_text="Default plans by game."
    )


class PreferencesView(BaseApiView):
    @operation(
        "preferences",
        PreferencesOut,
        says="Your defaults for new seats and plans",
        example=examples.PREFERENCES,
    )
    def get(self, request: Request) -> Response:
        return Response(asdict(selectors.people.preferences.preferences_of(person(request))))

    @operation(
        "change_preferences",
        PreferencesOut,
        scope="account",
        says="Change some defaults; omitted ones and your current seats stay as they are",
        takes=PreferencesIn,
        refusals=["bad_policy", "bad_plan"],
        given=examples.PREFERENCES,
        example=examples.PREFERENCES,
    )
    def patch(self, request: Request) -> Response:
        preferences.change(person(request), **parsed(PreferencesIn, request))
        return Response(asdict(selectors.people.preferences.preferences_of(person(request))))
