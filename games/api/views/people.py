"""People's public profiles, and the caller's vacations."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User, Vacation
from accounts.people import vacations
from games import reliability, selectors
from games.api import inputs, outputs
from games.api.base import BaseApiView, nothing_in, parsed, person
from games.api.results.ratings import figure
from games.api.schema import examples
from games.api.schema.description import NAME, NUMBER, operation
from games.selectors.results import ratings as reading
from games.services.people import vacations as away


class PersonView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "person",
        outputs.PersonOut,
        says="A person's public profile: how reliably and quickly they answer",
        parameters=[NAME],
        refusals=["unknown_person"],
        anybody=True,
        example=examples.PERSON,
    )
    def get(self, request: Request, name: str) -> Response:
        who = selectors.access.person_named(name)
        return Response(_record(who))


def _record(who: User) -> dict[str, Any]:
    habits = reliability.habits([who.pk])[who.pk]
    return {
        "name": who.name,
        "kind": who.kind,
        "owner": who.program.owner.name if who.is_program else None,
        "hands": habits.hands,
        "in_time": habits.in_time,
        "share": habits.share,
        "median_seconds": round(habits.speed.median) if habits.speed else None,
        "ratings": [{"ruleset": row.ruleset, **figure(row)} for row in reading.ratings_of(who)],
    }


class VacationsView(BaseApiView):
    @operation(
        "vacations",
        outputs.VacationsOut,
        says="Your current and future vacations, and how many days are left",
        example={"vacations": [examples.VACATION], "left": 19},
    )
    def get(self, request: Request) -> Response:
        user = person(request)
        booked = [_vacation(row) for row in vacations.of(user)]
        return Response({"vacations": booked, "left": vacations.left(user)})

    @operation(
        "book_vacation",
        outputs.VacationOut,
        scope="play",
        makes=True,
        says="Book days on which your clocks are stopped, from today on",
        status=201,
        takes=inputs.VacationIn,
        refusals=[
            "suspended",
            "vacation_backwards",
            "vacation_past",
            "vacation_far",
            "vacation_twice",
            "vacation_too_long",
        ],
        given={"first": "2026-12-24", "last": "2027-01-03"},
        example=examples.VACATION,
    )
    def post(self, request: Request) -> Response:
        days = parsed(inputs.VacationIn, request)
        return Response(_vacation(away.book(person(request), **days)), 201)


class VacationView(BaseApiView):
    @operation(
        "cancel_vacation",
        None,
        scope="play",
        says="Cancel a vacation that hasn't begun and isn't part of an open hand's deadline",
        status=204,
        parameters=[NUMBER],
        refusals=["no_vacation", "vacation_begun", "vacation_counted"],
    )
    def delete(self, request: Request, number: int) -> Response:
        nothing_in(request)
        away.cancel(person(request), number)
        return Response(status=204)


def _vacation(row: Vacation) -> dict[str, Any]:
    return {"id": row.pk, "first": row.first, "last": row.last}
