"""Somebody is hidden while they make a bot: it is hidden as well, whoever comes first."""

from collections.abc import Callable

import pytest
from django.db import transaction

from accounts.people import own_bots
from games.models import Ignored
from games.services.talk import chat
from tests.games.making import people
from tests.games.services.crossing import Beside

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_nudges")]


@pytest.mark.parametrize("bot_first", [True, False], ids=["bot first", "hidden first"])
def test_a_bot_that_is_just_made_is_hidden(bot_first: bool) -> None:
    wim, marit = people(2)
    jobs: list[Callable[[], object]] = [
        lambda: own_bots.make(wim, "Robo"),
        lambda: chat.ignore(marit, wim),
    ]
    first, second = jobs if bot_first else jobs[::-1]
    with transaction.atomic():
        first()
        beside = Beside(second)
        beside.until_it_waits()
    assert not isinstance(beside.result(), Exception)
    hidden = Ignored.objects.filter(by=marit).values_list("whom__name", flat=True)
    assert sorted(hidden) == sorted([wim.name, "Robo (bot)"])
