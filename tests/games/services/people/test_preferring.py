"""What is kept for new tables: all or nothing, sealed, in the export, gone with its owner."""

import pytest
from pytest_django import Settings

from accounts import encryption
from accounts.models import User
from accounts.security import key_rotation
from games import game_secrets, selectors
from games.models import Opening, Preference
from games.refusals import Refused
from games.selectors.people.export import everything
from games.services.people import erasure, preferences
from tests.games.making import people, person

pytestmark = pytest.mark.django_db
TIDE = "always: lowest"


def kept(user: User) -> dict[str, str]:
    return selectors.people.preferences.preferences_of(user).openings


def test_what_is_not_named_stays() -> None:
    marit = person()
    preferences.change(marit, policy="plan", openings={"turn-the-tide": TIDE})
    preferences.change(marit, ask_forced=True, openings={"rowboat": "next: bid 3"})
    found = selectors.people.preferences.preferences_of(marit)
    assert (found.policy, found.ask_forced) == ("plan", True)
    assert found.openings == {"rowboat": "next: bid 3", "turn-the-tide": TIDE}
    preferences.change(marit, openings={"rowboat": "  "})
    assert kept(marit) == {"turn-the-tide": TIDE}


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"policy": "luck"}, "bad_policy"),
        ({"openings": {"chess": ""}}, "unknown_ruleset"),
        ({"openings": {"turn-the-tide": TIDE, "rowboat": "next: 44"}}, "bad_plan"),
    ],
)
def test_all_of_it_or_nothing(wrong: dict[str, object], code: str) -> None:
    marit = person()
    with pytest.raises(Refused) as refused:
        preferences.change(marit, **{"policy": "median", **wrong})  # type: ignore[arg-type]
    assert refused.value.code == code
    assert selectors.people.preferences.preferences_of(
        marit
    ) == selectors.people.preferences.Preferences("lowest", False)


def test_a_text_is_sealed_for_its_owner_and_game() -> None:
    marit, joost = people(2)
    for user in (marit, joost):
        preferences.change(user, openings={"turn-the-tide": TIDE})
    row = Opening.objects.get(owner=marit)
    assert b"lowest" not in bytes(row.sealed)
    for moved in (Opening(owner=joost, ruleset=row.ruleset), Opening(owner=marit, ruleset="x")):
        moved.sealed = row.sealed
        with pytest.raises(encryption.CannotOpen):
            game_secrets.open_opening(moved)


def test_it_is_sealed_anew_with_a_new_key(settings: Settings) -> None:
    marit = person()
    preferences.change(marit, openings={"turn-the-tide": TIDE})
    before = bytes(Opening.objects.get().sealed)
    old = settings.TIDEWEB_SEAL_KEYS
    key = "b3RoZXIga2V5IG9mIHRoaXJ0eS10d28gYnl0ZXMhIS4="
    settings.TIDEWEB_SEAL_KEYS = f"new:{key},{old}"
    assert not [count for count in key_rotation.reseal() if count.broken]
    assert bytes(Opening.objects.get().sealed) != before
    assert kept(marit) == {"turn-the-tide": TIDE}


def test_the_export_has_it_and_it_goes_with_its_owner() -> None:
    marit = person()
    preferences.change(marit, policy="median", openings={"turn-the-tide": TIDE})
    assert everything(marit)["preferences"] == {
        "policy": "median", "ask_forced": False, "openings": {"turn-the-tide": TIDE},
    }  # fmt: skip
    erasure.forget(marit)
    assert not Opening.objects.exists()
    assert not Preference.objects.exists()
