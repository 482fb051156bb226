"""Putting back what was taken back, after somebody acted out of turn in the hand that was open."""

from typing import Any

import pytest

from games import game_secrets
from games.models import Game
from games.rules.registry import ruleset
from games.services.hands import asides
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.verification import all_passed, verify
from tests.accounts.making import staff
from tests.games.fast_forward import fast_forward, like_bots
from tests.games.making import fresh, running, user_at
from tests.games.services.moderation.setting import players, taken_back
from tests.games.services.moderation.test_taking_back import play_on

pytestmark = pytest.mark.django_db
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("rowboat", 3, {"misplays": True}),  # lights the Lighthouse
    ("turning-tides", 2, {}),  # offers surrender
]


def act_out_of_turn(game: Game) -> None:
    state, rules = game_secrets.open_state(game), ruleset(game.ruleset)
    seats = range(game.seat_count)
    seat, act = next((i, possible[0]) for i in seats if (possible := rules.asides(state, i)))
    asides.do_aside(user_at(game, seat), game.code, act)


@pytest.mark.parametrize("before_as_well", [False, True])
@pytest.mark.parametrize(("slug", "seats", "options"), TABLES)
def test_what_was_done_out_of_turn_since_is_void_once_put_back(
    slug: str, seats: int, options: dict[str, Any], before_as_well: bool
) -> None:
    game = play_on(running(players()[:seats], ruleset=slug, options=options), 7, seed=2)
    number, actor = game.hand_number, staff()
    if before_as_well:
        act_out_of_turn(game)
    game = play_on(game, 2, seed=1)
    before = (game_secrets.open_state(game), game.hand_number)
    told = list(game.log.order_by("number").values_list("number", "kind", "data"))
    done = taken_back(actor, game, number)
    act_out_of_turn(fresh(game))
    execution.undo(actor, done.entry.number, CommandInput("asked"))
    game = fresh(game)

    assert (game_secrets.open_state(game), game.hand_number) == before
    after = list(game.log.order_by("number").values_list("number", "kind", "data"))
    assert after[: len(told)] == told
    assert [kind for _n, kind, _d in after[len(told) :]] == ["taken_back", "undone", "put_back"]
    if slug == "rowboat":
        assert all_passed(verify(fast_forward(game, choose=like_bots()).record.data))
