"""What moderators have taken back is told no more: neither in letters nor behind the bell."""

import pytest
from django.utils import timezone

from accounts.models import Choice, Notice, User, Webhook
from accounts.notifications import in_app, summaries
from accounts.notifications.kinds import KINDS, Brief
from games.models import Game
from games.selectors import page_header
from games.services.hands import plans
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from tests.accounts.making import staff
from tests.games.fast_forward import past_first_stage
from tests.games.mail.reading import begun, composed, notice
from tests.games.making import bid, bid_all, fresh, hand_of, settle, user_at, users_at
from tests.games.services.moderation.setting import let_time_run_out
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return begun()


@pytest.fixture
def marit(game: Game) -> User:
    return user_at(game, 0)


def moderated(game: Game, command: str, hand: int, seat: int = 0) -> execution.Done:
    given = CommandInput("defect", hand=hand, seat=seat)
    return execution.carry_out(staff("Hedda", "chief"), command, game.code, given)


def brief(told: Notice) -> Brief:
    return not_none(summaries.brief(told))


def adds(told: Notice) -> bool:
    return not_none(KINDS[told.kind].part)(told) is not None


def test_a_miss_that_was_taken_back_and_answered(game: Game, marit: User) -> None:
    let_time_run_out(game)
    told = notice(marit, "missed")
    assert (composed(told) is not None, adds(told), brief(told).true) == (True, True, True)
    moderated(game, "take_back", hand=1)
    bid_all(game)
    assert (composed(told), adds(told), brief(told).true) == (None, False, False)


@pytest.mark.parametrize("steps", ["lowest", "lowest, then lowest"])
def test_hands_that_plans_played_again_at_once_are_told(
    game: Game, marit: User, steps: str
) -> None:
    Choice.objects.create(user=marit, kind="hand_resolved", channel="mail", wanted=True)
    for _hand in range(3):
        bid_all(game)
    for user in users_at(game):
        plans.write(user, game.code, f"next: {steps}")
    Notice.objects.all().delete()
    moderated(game, "take_back", hand=1)
    game = settle(game)
    asked, played = notice(marit, "your_move"), steps.count("lowest")
    assert game.hand_number == asked.facts["hand"] == 1 + played
    turned = Notice.objects.filter(recipient=marit, kind="hand_resolved")
    assert asked.facts.get("since") == 1 or turned.exists()


def test_a_miss_that_is_excused_is_not_counted(game: Game, marit: User) -> None:
    let_time_run_out(game)
    told = notice(marit, "missed")
    assert "You have missed 1 hand" in not_none(composed(told)).text
    moderated(game, "excuse", hand=1)
    text = not_none(composed(told)).text
    assert "we played your fallback" in " ".join(text.split())
    assert "You have missed" not in text


def test_the_end_of_a_stage(game: Game, marit: User) -> None:
    last = past_first_stage(game).hand_number - 1
    told = notice(marit, "stage_end")
    assert (composed(told) is not None, adds(told), brief(told).true) == (True, True, True)
    done = moderated(game, "take_back", hand=last)
    assert (composed(told), adds(told), brief(told).true) == (None, False, False)
    execution.undo(staff("Ida", "chief"), done.entry.number, CommandInput("asked"))
    assert composed(told) is not None


def test_the_next_end_of_the_stage_is_told_again(game: Game, marit: User) -> None:
    game = past_first_stage(game)
    told = notice(marit, "stage_end")
    moderated(game, "take_back", hand=game.hand_number - 1)
    bid_all(game)
    again = notice(marit, "stage_end")
    assert again != told
    assert (composed(told), composed(again) is not None) == (None, True)


def test_of_two_questions_about_the_hand_only_the_new_one_waits(game: Game, marit: User) -> None:
    old = notice(marit, "your_move")
    bid_all(game)
    moderated(game, "take_back", hand=1)
    new = notice(marit, "your_move")
    assert new != old
    assert (composed(old), adds(old), brief(old).true) == (None, False, False)
    assert (composed(new) is not None, adds(new), brief(new).true) == (True, True, True)
    assert _waits(old, new) == [new]


@pytest.mark.parametrize("state", Notice.State)
def test_put_back_whoever_owes_is_asked_once_whatever_became_of_the_first_letter(
    game: Game, marit: User, state: str
) -> None:
    address = Webhook.objects.create(user=marit, host="program.example.org", sealed=b"").pk
    bid_all(game)
    bid(game, user_at(game, 1))
    Notice.objects.filter(kind="your_move").update(state=state, reason="untrue")
    last = Notice.objects.latest("pk").pk
    done = moderated(game, "take_back", hand=1)
    execution.undo(staff("Ida", "chief"), done.entry.number, CommandInput("asked"))

    hand = hand_of(fresh(game))
    new = Notice.objects.filter(kind="your_move", pk__gt=last, facts__hand=hand.number)
    ways = new.filter(recipient=marit).order_by("channel").values_list("channel", "target")
    assert list(ways) == [("hook", address), ("mail", None)]
    assert not new.filter(recipient=user_at(game, 1)).exists(), "whose answer counts again"
    asked = new.get(recipient=marit, channel="mail")
    assert asked.drop_after == hand.clocks.get(user=marit).deadline
    shown = in_app.of(marit).filter(kind="your_move")
    assert _waits(*shown) == [asked]
    assert brief(asked).true


def _waits(*asking: Notice) -> list[Notice]:
    """Those of these that count as unread."""
    return [each for each in asking if _is_counted(each)]


def _is_counted(asking: Notice) -> bool:
    shown = in_app.of(not_none(asking.recipient))
    shown.exclude(pk=asking.pk).update(read_at=timezone.now())
    shown.filter(pk=asking.pk).update(read_at=None)
    return bool(page_header.masthead(not_none(asking.recipient)).unread)


def test_a_hand_that_is_missed_twice_is_told_by_its_second_miss(game: Game, marit: User) -> None:
    let_time_run_out(game)
    old = notice(marit, "missed")
    moderated(game, "take_back", hand=1)
    let_time_run_out(game)
    new = notice(marit, "missed")
    assert (composed(old), adds(old), brief(old).true) == (None, False, False)
    assert (composed(new) is not None, adds(new), brief(new).true) == (True, True, True)
