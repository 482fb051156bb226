"""Acting out of turn over the API: the Lighthouse, and looking while its sand runs."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import game_secrets
from games.models import Game, Peek
from tests.games.api.asking import at, client, good, problem
from tests.games.making import bid_all, fresh, hand_of, person, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """Marit and Joost at Rowboat, their cards dealt."""
    made = table_of(2, ruleset="rowboat")[1]
    while hand_of(made).phase == "moon":
        bid_all(made)
    return fresh(made)


def test_a_lighthouse_is_lit_and_looked_through_for_its_time(game: Game) -> None:
    ask = client(game.seats.get(index=0).user)
    assert good(ask.get(at(game)))["asides"] == ["lighthouse"]
    lit = good(ask.post(at(game, "asides"), {"act": "lighthouse"}, format="json"))
    assert lit == {"asides": [], "peek": {"seconds": 30, "opened_at": None, "cards": None}}

    theirs = list(game_secrets.open_state(fresh(game)).deal.cards[1])
    seen = good(ask.post(at(game, "peek"), HTTP_ACCEPT_LANGUAGE="nl"))  # from where it is later
    assert (seen["cards"], seen["opened_at"][-1]) == ({"1": theirs}, "Z")
    assert good(ask.get(at(game)))["peek"]["cards"] == {"1": theirs}
    Peek.objects.update(opened_at=timezone.now() - timedelta(seconds=31))
    assert good(ask.post(at(game, "peek")))["cards"] is None


def test_who_has_not_lit_it_sees_that_it_was_lit_and_no_card(game: Game) -> None:
    marit, joost = (seat.user for seat in game.seats.select_related("user"))
    client(marit).post(at(game, "asides"), {"act": "lighthouse"}, format="json")
    client(marit).post(at(game, "peek"))

    ask = client(joost)
    assert good(ask.get(at(game)))["peek"] is None
    assert problem(ask.post(at(game, "peek")), 409, "no_peek")
    last = good(ask.get(at(game, "log")))["entries"][-1]
    assert (last["kind"], [each["kind"] for each in last["data"]["events"]][-1]) == (
        "aside",
        "looked",
    )


def test_what_is_not_possible_is_refused_with_what_is(game: Game) -> None:
    ask = client(game.seats.get(index=0).user)
    found = problem(
        ask.post(at(game, "asides"), {"act": "surrender"}, format="json"), 409, "no_aside"
    )
    assert found["asides"] == ["lighthouse"]
    stranger = client(person("Ute"))
    problem(
        stranger.post(at(game, "asides"), {"act": "lighthouse"}, format="json"), 403, "not_seated"
    )
