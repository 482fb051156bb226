"""A preview is the effect, and changes nothing; undoing restores."""

from collections.abc import Iterator, Set
from datetime import datetime
from typing import Any
from unittest.mock import patch

import pytest
from django.core import serializers
from django.db import connection
from django.db.models import Model
from django.utils import timezone

from accounts.models import User
from games.models import (
    Bid,
    Game,
    Hand,
    Message,
    Peek,
    RatedGame,
    Seat,
    SeatClock,
    Stage,
)
from games.refusals import Refused
from games.services.hands import plans
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.moderation.commands import COMMANDS
from tests.accounts.making import member, staff
from tests.games.making import bid, user_at
from tests.games.services.moderation.setting import GIVEN, PLAYERS, prepared, target_of
from tests.ready_games import all_rows

pytestmark = pytest.mark.django_db
TABLES = sorted(connection.introspection.django_table_names())
# Sealing draws a new nonce; a clock that goes on has a new beginning, and is written anew; the log
# tells both ways.
# Ratings are reckoned anew either way.
ANEW = {"sealed", "sealed_state", "sealed_shuffles", "log_length", "stale"}
CLOCKS = {
    "paused_at",
    "given_up",
    "remind_at",
    "moves",
    "moved_at",
    "deadline",
    "rule",
    "opened_at",
    "written_in",
    "id",
    "pk",
}


def rows(*models: type[Model], but: Set[str] = frozenset()) -> list[Any]:
    found = []
    for row in serializers.serialize(
        "python", [r for m in models for r in m._default_manager.order_by("pk")]
    ):
        fields = {name: value for name, value in row["fields"].items() if name not in but}
        found.append((row["model"], None if "pk" in but else row["pk"], fields))
    return found


@pytest.mark.parametrize("slug", COMMANDS)
def test_a_preview_equals_the_effect_and_changes_nothing_and_undoing_restores(
    slug: str, missed: Game
) -> None:
    game, person = missed, member("Wim")
    bid(game, user_at(game, 1))
    prepared(slug, person, game)
    actor = staff("Hedda", "chief")
    target, before, told = target_of(slug, game, person), all_rows(TABLES), _told(slug)
    now = timezone.now()
    with patch.object(timezone, "now", lambda: now):
        shown = execution.preview(actor, slug, target, GIVEN[slug])
        assert all_rows(TABLES) == before
        done = execution.carry_out(actor, slug, target, GIVEN[slug])

    assert done.effect == shown
    assert all_rows(TABLES) != before
    assert done.entry.command == slug
    if COMMANDS[slug].undo:
        assert _told(slug) != told
        _restores(slug, actor, done, told)


def _told(slug: str) -> Any:
    """What undoing this command has to put back."""
    what = (Game, Seat, Stage, Hand, Bid, Peek, Message, RatedGame, User)
    if not COMMANDS[slug].undo:
        return None
    return rows(*what, but=ANEW | CLOCKS), rows(SeatClock, but=CLOCKS)


def _restores(slug: str, actor: User, done: execution.Done, before: Any) -> None:
    undone = execution.undo(actor, done.entry.number, CommandInput("asked"))
    assert list(_unlike(before, _told(slug))) == []
    assert undone.effect.before == done.effect.after
    assert _untimed(undone.effect.after) == _untimed(done.effect.before)
    assert undone.entry.facts["undoes"] == done.entry.number
    with pytest.raises(Refused, match="cannot_undo"):
        execution.undo(actor, done.entry.number, CommandInput("asked"))


def _unlike(before: Any, after: Any) -> Iterator[str]:
    """What is not as it was, by row and column."""
    for one, other in zip(before[0] + before[1], after[0] + after[1], strict=True):
        for name in one[2]:
            if one[2][name] != other[2].get(name):
                yield f"{one[0]}.{name}: {one[2][name]!r}, {other[2].get(name)!r}"


def _untimed(seen: Any) -> dict[str, Any]:
    return {name: value for name, value in seen.items() if not isinstance(value, datetime)}


def test_the_letters_do_not_tell_whose_plan_answers_at_once(missed: Game) -> None:
    plans.write(user_at(missed, 1), missed.code, "next: lowest")
    again = CommandInput("defect", hand=2)
    shown = execution.preview(staff(), "take_back", missed.code, again)

    assert list(shown.letters) == [("moderated", name) for name in PLAYERS]
