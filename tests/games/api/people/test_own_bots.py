"""One's own bots by the API.

Planted: without the owner in `rename`, Joost renames Marit's.
"""

import pytest

from accounts.people import own_bots
from tests.accounts.making import member
from tests.games.api.asking import ROOT, by_key, client, good, problem

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits_left_over")]
WAY = f"{ROOT}/me/bots"


def test_one_is_made_renamed_given_another_key_and_retired() -> None:
    ask = client(member(zone="Asia/Tokyo"))
    made = good(ask.post(WAY, {"name": "Texel"}, HTTP_IDEMPOTENCY_KEY="1"), 201)
    again = good(ask.post(WAY, {"name": "Texel"}, HTTP_IDEMPOTENCY_KEY="1"), 201)
    assert again["key"] == made["key"]
    shown = good(by_key(made["key"]).get(f"{ROOT}/me"))
    assert (shown["name"], shown["zone"]) == ("Texel (bot)", "Asia/Tokyo")
    this = f"{WAY}/{made['id']}"
    for name in ("Sylt", "Sylt", "Sylt (bot)"):  # also as it is shown
        assert good(ask.patch(this, {"name": name}))["name"] == "Sylt (bot)"
    taken = problem(ask.patch(this, {"name": "Marit"}), 400, "invalid")
    assert "name" in taken["errors"]
    key = good(ask.post(f"{this}/key"), 201)["key"]
    problem(by_key(made["key"]).get(f"{ROOT}/me"), 401, "bad_token")
    assert [each["name"] for each in good(ask.get(WAY))["bots"]] == ["Sylt (bot)"]
    problem(by_key(key).post(WAY, {"name": "Juist"}), 403, "scope_missing")
    good(ask.delete(this), 204)
    problem(by_key(key).get(f"{ROOT}/me"), 401, "bad_token")
    assert good(ask.get(WAY)) == {"bots": []}


def test_nobody_touches_that_of_another() -> None:
    made, key = own_bots.make(member(), "Texel")
    ask, this = client(member("Joost")), f"{WAY}/{made.pk}"
    problem(ask.patch(this, {"name": "Sylt"}), 404, "no_program")
    problem(ask.post(f"{this}/key"), 404, "no_program")
    problem(ask.delete(this), 404, "no_program")
    assert good(by_key(key).get(f"{ROOT}/me"))["name"] == "Texel (bot)"
