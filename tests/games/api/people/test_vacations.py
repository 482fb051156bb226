"""Vacations over the API."""

from datetime import timedelta

import pytest

from accounts.models import Vacation
from accounts.people import vacations
from tests.games.api.asking import ROOT, client, good, problem
from tests.games.making import person

pytestmark = pytest.mark.django_db
AWAY = f"{ROOT}/me/vacations"


def test_vacation() -> None:
    user = person()
    ask = client(user)
    year = vacations.today(user).year + 1
    booked = good(ask.post(AWAY, {"first": f"{year}-03-01", "last": f"{year}-03-30"}), 201)
    assert good(ask.get(AWAY))["vacations"] == [booked]
    more = {"first": f"{year}-05-01", "last": f"{year}-05-01"}
    found = problem(ask.post(AWAY, more), 409, "vacation_too_long")
    assert (found["year"], found["left"]) == (year, 0)
    assert found["detail"].startswith(
        f"You have 0 of your 30 days in {year} left, and this would take 1."
    )
    problem(ask.post(AWAY, {"first": f"{year}-03-05", "last": f"{year}-03-05"}), 409,
            "vacation_twice")  # fmt: skip
    stranger = client(person("Joost"))
    problem(stranger.delete(f"{AWAY}/{booked['id']}"), 404, "no_vacation")
    good(ask.delete(f"{AWAY}/{booked['id']}"), 204)
    yesterday = vacations.today(user) - timedelta(days=1)
    Vacation.objects.create(user=user, first=yesterday, last=yesterday)
    assert good(ask.get(AWAY))["vacations"] == []


@pytest.mark.parametrize(
    ("first", "last", "code"),
    [
        ("2020-01-01", "2020-01-02", "vacation_past"),
        ("9999-01-01", "9999-02-05", "vacation_far"),
        ("2027-02-29", "2027-03-01", "invalid"),
        ("tomorrow", "2027-03-01", "invalid"),
        (20270301, "2027-03-01", "invalid"),
        (None, None, "invalid"),
    ],
)
def test_days_that_cannot_be(first: object, last: object, code: str) -> None:
    problem(client(person()).post(AWAY, {"first": first, "last": last}), 400, code)
    assert not Vacation.objects.exists()
