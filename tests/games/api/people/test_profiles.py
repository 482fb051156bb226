"""What everybody may know of a person."""

import pytest

from accounts.models import User
from tests.games.api.asking import ROOT, client, good, problem
from tests.games.making import bid_all, person, table_of

pytestmark = pytest.mark.django_db


def test_a_persons_record() -> None:
    _users, game = table_of(3)
    for _ in range(10):
        bid_all(game)
    found = good(client().get(f"{ROOT}/people/MARIT"))
    assert found == {
        "name": "Marit",
        "kind": "person",
        "owner": None,
        "hands": 10,
        "in_time": 10,
        "share": 100,
        "median_seconds": found["median_seconds"],
        "ratings": [],
    }
    assert good(client().get(f"{ROOT}/people/{person('Wim').name}"))["share"] is None
    problem(client().get(f"{ROOT}/people/nobody"), 404, "unknown_person")


@pytest.mark.parametrize("name", ["İpek", "ΝΙΚΟΣ", "Νίκος", "Marit"])
def test_a_name_is_found_whose_small_letters_depend_on_who_writes_them(name: str) -> None:
    """PostgreSQL knows neither the final sigma nor what Python makes of a dotted İ."""
    User.objects.create_user("someone@example.org", "x", name=name)
    assert good(client().get(f"{ROOT}/people/{name}"))["name"] == name
