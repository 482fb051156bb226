"""The caller's defaults for new seats and plans."""

from dataclasses import asdict

from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors
from games.api import inputs, own_outputs
from games.api.base import BaseApiView, parsed, person
from games.api.schema import examples
from games.api.schema.description import operation
from games.services.people import preferences


class PreferencesView(BaseApiView):
    @operation(
        "preferences",
        own_outputs.PreferencesOut,
        says="Your defaults for new seats and plans",
        example=examples.PREFERENCES,
    )
    def get(self, request: Request) -> Response:
        return Response(asdict(selectors.people.preferences.preferences_of(person(request))))

    @operation(
        "change_preferences",
        own_outputs.PreferencesOut,
        scope="account",
        says="Change some defaults; omitted ones and your current seats stay as they are",
        takes=inputs.PreferencesIn,
        refusals=["bad_policy", "bad_plan"],
        given=examples.PREFERENCES,
        example=examples.PREFERENCES,
    )
    def patch(self, request: Request) -> Response:
        preferences.change(person(request), **parsed(inputs.PreferencesIn, request))
        return Response(asdict(selectors.people.preferences.preferences_of(person(request))))
