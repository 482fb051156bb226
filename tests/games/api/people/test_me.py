"""Who I am, and what of it may be changed."""

import pytest

from accounts.people import new_accounts as persons
from tests.games.api.asking import ROOT, client, good, problem, signed_in
from tests.games.making import people, person, running

pytestmark = pytest.mark.django_db


def test_me() -> None:
    users = people(3)
    running(users)
    assert good(client(users[0]).get(f"{ROOT}/me")) == {
        "name": "Marit",
        "email": "marit@example.org",
        "kind": "person",
        "zone": "UTC",
        "language": "en",
        "quiet_from": None,
        "quiet_to": None,
        "moves_due": 1,
    }


def test_a_guest_is_somebody_too() -> None:
    found = good(signed_in(persons.make_guest()).get(f"{ROOT}/me"))
    assert (found["kind"], found["email"]) == ("guest", None)


def test_changing_oneself() -> None:
    user = person()
    wish = {"name": "Marit B", "zone": "Europe/Amsterdam", "language": "nl"}
    changed = good(client(user).patch(f"{ROOT}/me", wish))

    assert {name: changed[name] for name in wish} == wish
    user.refresh_from_db()
    assert (user.name, user.zone, user.language) == tuple(wish.values())


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"name": "<b>"}, "name"),
        ({"name": ""}, "name"),
        ({"name": "x" * 31}, "name"),
        ({"name": "jOOST"}, "name"),
        ({"zone": "Mars/Olympus"}, "zone"),
        ({"zone": "../etc/passwd"}, "zone"),
        ({"language": "xx"}, "language"),
        ({"language": 1}, "language"),
    ],
    ids=str,
)
def test_a_profile_that_cannot_be_is_refused(wish: dict[str, object], field: str) -> None:
    user, _joost = people(2)
    found = problem(client(user).patch(f"{ROOT}/me", {"zone": "UTC", **wish}), 400, "invalid")

    assert list(found["errors"]) == [field]
    user.refresh_from_db()
    assert (user.name, user.zone, user.language) == ("Marit", "UTC", "en")


@pytest.mark.parametrize("field", ["email", "kind", "is_staff", "password", "moves_due"])
def test_what_is_not_mine_to_change_is_unknown(field: str) -> None:
    found = problem(client(person()).patch(f"{ROOT}/me", {field: True}), 400, "unknown_fields")
    assert found["unknown"] == [field]


def test_quiet_hours() -> None:
    ask = client(person())
    changed = good(ask.patch(f"{ROOT}/me", {"quiet_from": "22:00", "quiet_to": "07:00"}))
    assert (changed["quiet_from"], changed["quiet_to"]) == ("22:00", "07:00")
    assert good(ask.get(f"{ROOT}/me"))["quiet_from"] == "22:00"
    for bad in ("7", "24:00", 7, "07:00:30", None):
        found = problem(ask.patch(f"{ROOT}/me", {"quiet_to": bad}), 400, "invalid")
        assert list(found["errors"]) == ["quiet_to"]
    none = good(ask.patch(f"{ROOT}/me", {"quiet_from": None, "quiet_to": None}))
    assert none["quiet_from"] is None
