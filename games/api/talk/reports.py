"""Reports to the moderators and their answers."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors
from games.api.base import BaseApiView, parsed, person, seen_game
from games.api.parsing import Pick, Strict, Text, WrittenText
from games.api.schema.description import operation
from games.models import Report
from games.services.talk import reports


class ReportIn(Strict):
    """What is wrong, and with what or whom."""

    kind = Pick(Report.Kind.choices)
    text = WrittenText(
        reports.MAX_LENGTH, help_text="Please don't mention cards that are still hidden."
    )
    game = Text(max_length=12, required=False, default="", help_text="A game's code.")
    person = Text(max_length=60, required=False, default="", help_text="A person's name.")


class ReportOut(serializers.Serializer[Any]):
    """A report of yours and the moderators' answer."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(Report.Kind.choices)
    text = serializers.CharField()
    game = serializers.CharField(allow_null=True)
    person = serializers.CharField(allow_null=True)
    created_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    outcome = serializers.CharField(help_text="Empty until there is an answer.")
    answer = serializers.CharField()


class ReportsOut(serializers.Serializer[Any]):
    """Your reports, newest first."""

    reports = ReportOut(many=True)


REPORT = {
    "id": 3,
    "kind": "stuck",
    "text": "Nobody has answered for a week.",
    "game": "k7m2xq9wphdz",
    "person": None,
    "created_at": "2026-11-20T18:42:00Z",
    "closed_at": None,
    "outcome": "",
    "answer": "",
}


class ReportsView(BaseApiView):
    @operation(
        "my_reports",
        ReportsOut,
        says="Your reports to the moderators with their answers, newest first",
        example={"reports": [REPORT]},
    )
    def get(self, request: Request) -> Response:
        return Response(
            {"reports": list(map(_report, selectors.talk.reports.reports_of(person(request))))}
        )

    @operation(
        "report",
        ReportOut,
        scope="talk",
        makes=True,
        says="Report something to the moderators",
        status=201,
        takes=ReportIn,
        refusals=[
            "empty_report",
            "long_text",
            "too_many_reports",
            "unknown_game",
            "unknown_person",
        ],
        given={"kind": "stuck", "text": "Nobody has answered for a week.", "game": "k7m2xq9wphdz"},
        example=REPORT,
    )
    def post(self, request: Request) -> Response:
        wish, user = parsed(ReportIn, request), person(request)
        game = seen_game(request, wish["game"]) if wish["game"] else None
        about = selectors.access.person_named(wish["person"]) if wish["person"] else None
        made = reports.make(user, wish["kind"], wish["text"], game=game, person=about)
        return Response(_report(made), 201)


def _report(report: Report) -> dict[str, Any]:
    return {
        "id": report.pk,
        "kind": report.kind,
        "text": report.text,
        "game": report.game.code if report.game else None,
        "person": report.person.name if report.person else None,
        "created_at": report.created_at,
        "closed_at": report.closed_at,
        "outcome": report.outcome,
        "answer": report.answer,
    }
