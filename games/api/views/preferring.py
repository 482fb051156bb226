"""How my seats are set where I sit down from now on, and with what my plans begin."""

from dataclasses import asdict

from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors
from games.api import inputs, own_outputs, samples
from games.api.base import Door, parsed, person
from games.api.describing import operation
from games.services import preferring


class PreferencesView(Door):
    @operation(
        "preferences",
        own_outputs.PreferencesOut,
        says="What a miss plays where I sit down, and with what my plans begin",
        example=samples.PREFERENCES,
    )
    def get(self, request: Request) -> Response:
        return Response(asdict(selectors.preferences_of(person(request))))

    @operation(
        "change_preferences",
        own_outputs.PreferencesOut,
        says="Change some of it; what is not named stays, and so do tables where I sit",
        takes=inputs.PreferencesIn,
        refusals=["bad_policy", "bad_plan"],
        given=samples.PREFERENCES,
        example=samples.PREFERENCES,
    )
    def patch(self, request: Request) -> Response:
        preferring.change(person(request), **parsed(inputs.PreferencesIn, request))
        return Response(asdict(selectors.preferences_of(person(request))))
