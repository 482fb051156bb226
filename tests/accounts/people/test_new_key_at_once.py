"""Two new keys of a bot at the same instant: the second replaces the first."""

from typing import Any

import pytest

from accounts.models import ApiKey
from accounts.people import own_bots
from accounts.security import api_keys
from tests.accounts.making import member
from tests.games.services.sitting import at_once
from tests.waiting import somebody_waits_for_a_lock, until

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    owner = member()
    program, _key = own_bots.make(owner, "Robo")
    make, came = api_keys.make, []

    def together(*args: Any) -> str:
        """Waits until the other is here as well, or before the lock."""
        came.append(args)
        assert until(lambda: len(came) == 2 or somebody_waits_for_a_lock())
        return make(*args)

    monkeypatch.setattr(api_keys, "make", together)
    keys = at_once(*(lambda: own_bots.new_key(owner, program.pk) for _twice in range(2)))
    left = ApiKey.objects.get(user=program.user_id)
    assert left.digest in {api_keys.digest(str(key)) for key in keys}
