"""The caller's vacations."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Vacation
from accounts.people import vacations
from games.api.base import BaseApiView, parsed, person
from games.api.parsing import Day, Strict
from games.api.schema.description import ID, operation
from games.services.people import vacations as away


class VacationIn(Strict):
    """Days on which your clocks are stopped; first and last are included."""

    first = Day()
    last = Day()


class VacationOut(serializers.Serializer[Any]):
    """Days on which your clocks are stopped."""

    id = serializers.IntegerField()
    first = serializers.DateField()
    last = serializers.DateField()


class VacationsOut(serializers.Serializer[Any]):
    """Your current and future vacations."""

    vacations = VacationOut(many=True)
    left = serializers.IntegerField(help_text="Days you can still book this year.")


VACATION = {"id": 7, "first": "2026-12-24", "last": "2027-01-03"}


class VacationsView(BaseApiView):
    @operation(
        "vacations",
        VacationsOut,
        says="Your current and future vacations, and how many days are left",
        example={"vacations": [VACATION], "left": 19},
    )
    def get(self, request: Request) -> Response:
        user = person(request)
        booked = [_vacation(row) for row in vacations.of(user)]
        return Response({"vacations": booked, "left": vacations.left(user)})

    @operation(
        "book_vacation",
        VacationOut,
        scope="play",
        makes=True,
        says="Book days on which your clocks are stopped, from today on",
        status=201,
        takes=VacationIn,
        refusals=[
            *("suspended", "vacation_backwards", "vacation_past", "vacation_far", "vacation_twice"),
            "vacation_too_long",
        ],
        given={"first": "2026-12-24", "last": "2027-01-03"},
        example=VACATION,
    )
    def post(self, request: Request) -> Response:
        days = parsed(VacationIn, request)
        return Response(_vacation(away.book(person(request), **days)), 201)


class VacationView(BaseApiView):
    @operation(
        "cancel_vacation",
        None,
        scope="play",
        says="Cancel a vacation that hasn't begun and isn't part of an open hand's deadline",
        parameters=[ID],
        refusals=["no_vacation", "vacation_begun", "vacation_counted"],
    )
    def delete(self, request: Request, number: int) -> None:
        away.cancel(person(request), number)


def _vacation(row: Vacation) -> dict[str, Any]:
    return {"id": row.pk, "first": row.first, "last": row.last}
