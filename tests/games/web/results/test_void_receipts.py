"""What "Check this game" says of the receipt of an answer that no longer counts, and of an altered
one: they must not look alike."""

import html
import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games import links, selectors, visibility
from games.models import Game, VoidReceipt
from games.services.hands.bidding import Receipt
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.results import compaction
from games.services.seats import absence, substitutes
from games.verification import Known, all_passed, verify
from tests.accounts.making import staff
from tests.games.making import (
    bid,
    bid_all,
    fresh,
    hand_of,
    legal,
    person,
    settle,
    table_of,
    user_at,
)
from tests.games.services.moderation.setting import undo
from tests.games.services.test_moving import moved

pytestmark = pytest.mark.django_db
TAKEN_BACK, PUT_BACK = "moderators took the hand back", "moderators undid taking the hand back"
HANDED_ON = "the seat changed hands"
ALTERED = "No answer in this game has that receipt"


def said(game: Game, receipt: Receipt) -> str:
    """What the page tells of it; the game is cancelled if it still runs."""
    if fresh(game).state == Game.State.RUNNING:
        command(staff("Judith"), "cancel", game)
    response = Client().get(f"/g/{game.code}/verify/", {"receipt": receipt.digest})
    assert response.status_code == 200
    notices = re.findall(r"notice--.*?<p>(.*?)</p>", response.content.decode(), re.DOTALL)
    return html.unescape(notices[-1])


def command(actor: User, name: str, game: Game, hand: int = 0) -> execution.Done:
    return execution.carry_out(actor, name, game.code, CommandInput("defect", hand=hand))


def answered(game: Game, place: int = 0) -> list[Receipt]:
    """The receipts of everybody's answers, after which the hand is turned."""
    seats = hand_of(game).awaiting
    given = [bid(game, user_at(game, seat), legal(game, seat)[place]) for seat in seats]
    settle(game)
    return given


def test_each_answer_of_hands_taken_back_is_told_with_its_place() -> None:
    game, actor = table_of(3)[1], staff()
    first, second, third = answered(game), answered(game), answered(game)
    command(actor, "take_back", game, hand=2)
    anew = answered(game, 1)

    found = said(game, third[1])
    assert found.startswith("Found: hand 3, seat 1.")
    assert TAKEN_BACK in found
    assert str(timezone.now().year) in found
    assert TAKEN_BACK in said(game, second[0])
    for counts, hand in ((first[2], 1), (anew[2], 2)):
        assert said(game, counts).startswith(f"Found: hand {hand}, seat 2, Aoife: “")


def test_once_put_back_it_counts_and_what_was_answered_meanwhile_does_not() -> None:
    game, actor = table_of(3)[1], staff()
    first = answered(game)
    open_one = bid(game, user_at(game, 1))
    done = command(actor, "take_back", game, hand=1)
    meanwhile = bid(game, user_at(game, 0), legal(game, 0)[2])
    undo(actor, done)

    assert not VoidReceipt.objects.exclude(digest=meanwhile.digest).exists()
    assert said(game, first[0]).startswith("Found: hand 1, seat 0, Marit: “")
    assert PUT_BACK in said(game, meanwhile)
    assert "The game ended before that hand was turned" in said(game, open_one)


def test_a_hand_may_be_taken_back_twice() -> None:
    game, actor = table_of(3)[1], staff()
    first = answered(game)
    command(actor, "take_back", game, hand=1)
    second = answered(game, 1)
    again = command(actor, "take_back", game, hand=1)
    undo(actor, again)
    assert set(VoidReceipt.objects.values_list("digest", flat=True)) == {r.digest for r in first}
    command(actor, "take_back", game, hand=1)
    third = answered(game, 2)

    assert all(TAKEN_BACK in said(game, void) for void in (*first, *second))
    assert said(game, third[0]).startswith("Found: hand 1, seat 0, Marit: “")


@pytest.mark.parametrize("shows_bids", [True, False])
def test_the_open_answer_of_who_left_is_void_once_somebody_else_sits_there(
    shows_bids: bool,
) -> None:
    users, game = table_of(3)
    Game.objects.update(shows_bids=shows_bids)
    void = bid(game, users[1])
    absence.leave(users[1], game.code)
    wim = person("Wim")
    substitutes.take(wim, game.code, 1, link=links.link_token(game))
    counts = bid(game, wim)

    assert HANDED_ON in said(game, void)
    assert said(game, void).startswith("Found: hand 1, seat 1.")
    assert "The game ended before that hand was turned" in said(game, counts)


def test_who_lost_their_seat_while_hands_were_back_has_an_open_answer_less() -> None:
    users, game = table_of(3)
    actor = staff()
    first = answered(game)
    void = bid(game, users[1])
    done = command(actor, "take_back", game, hand=1)
    absence.leave(users[1], game.code)
    substitutes.take(person("Wim"), game.code, 1, link=links.link_token(game))
    undo(actor, done)

    assert HANDED_ON in said(game, void)
    assert said(game, first[1]).startswith("Found: hand 1, seat 1, Joost: “")


def test_nothing_is_told_before_the_game_is_over() -> None:
    users, game = table_of(3)
    Game.objects.update(shows_bids=False)
    void = answered(game)[0]
    command(staff(), "take_back", game, hand=1)
    assert VoidReceipt.objects.filter(digest=void.digest).exists()
    assert visibility.found_void_receipt(fresh(game), void.digest) is None
    client = Client()
    client.force_login(users[0])
    assert client.get(f"/g/{game.code}/verify/", {"receipt": void.digest}).status_code == 409


def test_a_record_has_none_and_both_checkers_name_what_may_be_so() -> None:
    game = table_of(3)[1]
    void = answered(game)[0]
    command(staff(), "take_back", game, hand=1)
    assert TAKEN_BACK in said(game, void)
    record = selectors.observations.record_of(fresh(game))
    assert void.digest not in str(record)
    checks = verify(record, Known(receipts=(void.digest,)))
    (reason,) = [check.reason for check in checks if check.passed is False]
    assert not all_passed(checks)
    for words in ("no longer counts", "altered", "Check this game"):
        assert words in reason


def test_they_stay_when_the_game_is_compacted_or_goes_to_another_server(
    tmp_path: Path, settings: Settings
) -> None:
    game = table_of(3)[1]
    void = answered(game)[0]
    command(staff(), "take_back", game, hand=1)
    arrived = moved(game, tmp_path, settings)
    assert TAKEN_BACK in said(arrived, void)
    later = timezone.now() + timedelta(days=settings.COMPACT_AFTER_DAYS + 1)
    assert compaction.compact(arrived.pk, later)
    assert TAKEN_BACK in said(arrived, void)


def test_who_came_back_from_a_bot_is_named_as_that() -> None:
    game, moderator = table_of(3)[1], staff()
    done = execution.carry_out(moderator, "bot", game.code, CommandInput("asked", seat=1))
    digest = hand_of(game).bids.get(seat__index=1).digest
    execution.undo(moderator, done.entry.number, CommandInput("asked"))
    execution.carry_out(staff("Judith"), "cancel", game.code, CommandInput("defect"))
    found = html.unescape(
        Client().get(f"/g/{game.code}/verify/", {"receipt": digest}).content.decode()
    )
    assert "the player of this seat came back" in found
    assert "the seat changed hands" not in found


def test_nobody_is_accused_of_a_receipt_that_is_not_known() -> None:
    users, game = table_of(3)
    changed = bid(game, users[0])
    bid(game, users[0], legal(game, 0)[1])
    bid_all(game)
    found = said(game, changed)
    assert found.startswith(ALTERED)
    assert "If you changed your answer later, that’s why" in found
