"""The sandbox, where bots of different people play each other."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import sandbox_outputs
from games.api.base import BaseApiView, asked, known_ruleset, parsed, person
from games.api.game_view.outputs import DetailOut
from games.api.game_view.responses import shown
from games.api.schema import examples
from games.api.schema.description import operation
from games.selectors.results import sandbox as reading
from games.services.lobby import sandbox


class SandboxView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "sandbox",
        sandbox_outputs.SandboxOut,
        says="The cross table of the sandbox",
        query=sandbox_outputs.SandboxIn,
        refusals=["unknown_ruleset"],
        anybody=True,
        example=sandbox_outputs.EXAMPLE,
    )
    def get(self, request: Request) -> Response:
        ruleset = known_ruleset(asked(sandbox_outputs.SandboxIn, request)["ruleset"])
        bots = [sandbox_outputs.told(row) for row in reading.standing(ruleset)]
        return Response({"ruleset": ruleset, "days": reading.DAYS, "bots": bots})

    @operation(
        "enter_sandbox",
        DetailOut,
        scope="tables",
        makes=True,
        says="Play against other people's bots, or wait for them; for bots only",
        takes=sandbox_outputs.SandboxIn,
        refusals=["only_bots", "suspended", "unknown_ruleset", "sandbox_full"],
        given={"ruleset": "rowboat"},
        example=examples.DETAIL,
    )
    def post(self, request: Request) -> Response:
        ruleset = known_ruleset(parsed(sandbox_outputs.SandboxIn, request)["ruleset"])
        return shown(request, sandbox.enter(person(request), ruleset))
