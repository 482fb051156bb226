"""A seat's plan, which only its owner can read, and trying one."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import plans as language
from games import selectors
from games.api.base import BaseApiView, parsed, person, seen_game
from games.api.parsing import Strict, Text, Truth, Whole
from games.api.schema.description import operation
from games.models import Game, Seat
from games.plans import printing
from games.plans.evaluating import Source
from games.plans.parsing import MAX_BYTES
from games.refusals import Refused
from games.services.hands import plan_rehearsal, plans
from games.services.hands.plan_rehearsal import Tried

RUNNING = ("not_seated", "game_over", "game_not_running")


class TriedPlanIn(Strict):
    """A plan to try."""

    plan = Text(
        max_length=64 * 1024,
        allow_blank=True,
        trim_whitespace=False,
        shape={"maxLength": MAX_BYTES},
        help_text="docs/plans.md: `next: 44, then 12`.",
    )


class PlanIn(TriedPlanIn):
    """A plan to save."""

    now = Truth(
        required=False, default=False, help_text="Also answer the open hand if you haven't yet."
    )
    hand = Whole(
        required=False,
        min_value=1,
        shape={"minimum": 1},
        help_text="The hand that you saw. If another is open by now, `now` is refused, and the "
        "stored plan, sent again, changes nothing; without it, a plan sent again starts anew.",
    )
    ask_forced = Truth(
        required=False, help_text="Ask even if only one answer is possible; by default unchanged."
    )


class TriedOut(serializers.Serializer[Any]):
    """What a plan answers in one hand."""

    hand = serializers.IntegerField()
    phase = serializers.CharField()
    answer = serializers.CharField(allow_null=True, help_text="null: you would be asked.")
    by = serializers.ChoiceField(
        list(Source), help_text="The queue, a follow-up to a card, a standing rule, or none."
    )
    given = serializers.CharField(allow_null=True, help_text="What you really answered.")


class PlanOut(serializers.Serializer[Any]):
    """A seat's plan, shown only to its owner."""

    plan = serializers.CharField(help_text="As you wrote it; empty if there is none.")
    left = serializers.CharField(help_text="What is left of it, in canonical form.")
    done = serializers.IntegerField(help_text="How many steps of its queue have been played.")
    changed_at = serializers.DateTimeField(allow_null=True)
    ask_forced = serializers.BooleanField(
        help_text="Whether you are asked even if only one answer is possible."
    )
    now = TriedOut(
        allow_null=True,
        help_text="Its answer in the open hand, if it was saved since that opened; otherwise null.",
    )


class RehearsalOut(serializers.Serializer[Any]):
    """What a plan would answer; nothing is stored."""

    plan = serializers.CharField(help_text="The plan in canonical form.")
    now = TriedOut(allow_null=True, help_text="null: you have nothing to answer in the open hand.")
    stage = serializers.IntegerField(help_text="The stage that `past` is about.")
    past = TriedOut(many=True)


PLAN = {
    "plan": "next: 44, then 12\nif a tide of 10 or more is up: 58, else lowest",
    "left": "next: 12\nif a tide of 10 or more is up: 58, else lowest",
    "done": 1,
    "changed_at": "2026-11-20T18:43:10Z",
    "ask_forced": False,
    "now": None,
}
TRIED = {"hand": 3, "phase": "bid", "answer": "44", "by": "queue", "given": None}
REHEARSAL = {
    "plan": PLAN["plan"],
    "now": TRIED,
    "stage": 1,
    "past": [{**TRIED, "hand": 1, "given": "41"}],
}


def _seated(request: Request, code: str) -> tuple[Game, Seat]:
    game = seen_game(request, code)
    seat = selectors.access.seat_of(game, person(request))
    if seat is None:
        raise Refused("not_seated")
    return game, seat


def _shown(request: Request, code: str) -> Response:
    game, seat = _seated(request, code)
    plan = selectors.hands.plans.own_plan(game, seat)
    return Response(
        {
            "plan": plan.text if plan else "",
            "left": plan.left if plan else "",
            "done": plan.done if plan else 0,
            "changed_at": plan.changed_at if plan else None,
            "ask_forced": seat.ask_forced,
            "now": _tried(plan_rehearsal.present(game, seat)),
        }
    )


def _tried(tried: Tried | None) -> dict[str, Any] | None:
    if tried is None:
        return None
    return {
        "hand": tried.hand,
        "phase": tried.seen["phase"],
        "answer": tried.verdict.answer,
        "by": tried.verdict.source,
        "given": tried.given,
    }


class PlanView(BaseApiView):
    @operation(
        "plan",
        PlanOut,
        says="Your plan in this game, and what is left of it",
        refusals=["not_seated"],
        example=PLAN,
    )
    def get(self, request: Request, code: str) -> Response:
        return _shown(request, code)

    @operation(
        "set_plan",
        PlanOut,
        scope="play",
        says="Save a plan, which is as secret as a bid; it replaces any earlier one",
        takes=PlanIn,
        refusals=["bad_plan", "hand_went_on", *RUNNING],
        given={"plan": PLAN["plan"], "now": True, "hand": 3},
        example=PLAN,
    )
    def put(self, request: Request, code: str) -> Response:
        wish, user = parsed(PlanIn, request), person(request)
        plans.write(
            user,
            code,
            wish["plan"],
            now=wish["now"],
            seen_hand=wish.get("hand"),
            ask_forced=wish.get("ask_forced"),
        )
        return _shown(request, code)

    @operation(
        "clear_plan",
        None,
        scope="play",
        says="Delete your plan; answers it has already given stay",
        refusals=RUNNING,
    )
    def delete(self, request: Request, code: str) -> None:
        user = person(request)
        plans.clear(user, code)


class TryPlanView(BaseApiView):
    @operation(
        "try_plan",
        RehearsalOut,
        scope="play",
        says="What a plan would answer now, and what it would have answered in the last stage",
        takes=TriedPlanIn,
        refusals=["bad_plan", *RUNNING],
        given={"plan": PLAN["plan"]},
        example=REHEARSAL,
    )
    def post(self, request: Request, code: str) -> Response:
        text = parsed(TriedPlanIn, request)["plan"]
        game, seat = _seated(request, code)
        if game.state != Game.State.RUNNING:
            raise Refused("game_not_running" if game.state == Game.State.OPEN else "game_over")
        found = plan_rehearsal.rehearse(game, seat, plans.read(game.ruleset, text))
        return Response(
            {
                "plan": printing.written(found.plan, language.vocabulary_of(game.ruleset)),
                "now": _tried(found.now),
                "stage": found.stage,
                "past": [_tried(tried) for tried in found.past],
            }
        )
