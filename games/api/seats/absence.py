"""Leaving a running game, and coming back."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import BaseApiView, parsed, person
from games.api.game_view.outputs import DetailOut
from games.api.game_view.responses import shown
from games.api.parsing import Pick, Strict
from games.api.schema import examples
from games.api.schema.description import operation
from games.services.seats import absence

AT_TABLE = ["not_seated", "game_not_running", "game_over"]


class AwayIn(Strict):
    """How to leave a running game."""

    how = Pick(
        [("leave", "leave"), ("bot", "bot")],
        help_text="`leave` offers the seat to others, but not at tables with the same deals; `bot` "
        "leaves it to a bot until you are back.",
    )


class AwayView(BaseApiView):
    @operation(
        "leave_seat",
        DetailOut,
        scope="tables",
        says="Leave a running game: a bot takes over at once, and you may come back",
        takes=AwayIn,
        refusals=AT_TABLE,
        given={"how": "leave"},
        example=examples.DETAIL,
    )
    def post(self, request: Request, code: str) -> Response:
        how, user = parsed(AwayIn, request)["how"], person(request)
        verb = absence.leave if how == "leave" else absence.pass_to_bot
        return shown(request, verb(user, code))


class BackView(BaseApiView):
    @operation(
        "come_back",
        DetailOut,
        scope="tables",
        says="Take your seat back, unless somebody else has taken it",
        refusals=AT_TABLE,
        example=examples.DETAIL,
    )
    def post(self, request: Request, code: str) -> Response:
        user = person(request)
        return shown(request, absence.back(user, code))
