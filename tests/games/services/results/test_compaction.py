"""A finished game keeps its record; what of its rows says no more than that goes after a while."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Notice, User
from games import bulk_reads, kept_bids, selectors, visibility
from games.models import (
    Bid,
    BotRating,
    Course,
    Duplicate,
    Game,
    Hand,
    InboundMail,
    Invitation,
    PastClocks,
    RatedGame,
    ReplyAddress,
    Seat,
    SeatClock,
)
from games.refusals import Refused
from games.selectors.hands.charts import tables_along
from games.selectors.moderation.timeline import timeline
from games.selectors.people.export import everything
from games.services import sweep
from games.services.mail.reply_addresses import reply_address_for
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.notifications import hand_notices
from games.services.results import bot_ratings, compaction
from games.wording.charts import COURSES
from tests import ready_games
from tests.accounts.making import member, staff
from tests.all_games import SMALLEST
from tests.database_dump import found
from tests.narrowing import not_none
from tests.sampling import sample

pytestmark = pytest.mark.django_db
LATER = timedelta(days=31)
SLUGS = tuple(SMALLEST)


def compacted(game: Game) -> Game:
    assert compaction.compact(game.pk, timezone.now())
    game.refresh_from_db()
    return game


def told(game: Game) -> dict[str, Any]:
    """All that anybody can be told about its hands: of all of them together, and of some alone."""
    found: dict[str, Any] = {"along": course(game), "answers": answers(game)}
    numbers = range(1, game.hand_number + 1)
    found |= {
        "opened": bulk_reads.opened_in(game, numbers),
        "receipts": visibility.receipts_of(game, numbers),
        "times": [(m.at, m.hand, str(m.row.seat.user)) for m in timeline(game, None, 999)
                  if m.kind == "bid"],
    }  # fmt: skip
    for each in some_hands(game):
        hand, entry = selectors.observations.resolved_hand(game, each.number)
        found[str(each.number)] = [
            hand.table, selectors.observations.table_after(game, hand), entry.with_names,
            selectors.observations.opened_bids(hand), visibility.receipts_in(hand),
        ]  # fmt: skip
    return found


def some_hands(game: Game) -> list[Hand]:
    """A few of each stage."""
    resolved = game.hands.filter(state=Hand.State.RESOLVED).order_by("number")
    return sample(resolved, kind=attrgetter("stage_id"), most=3, name=attrgetter("number"))


def answers(game: Game) -> list[Any]:
    """As their givers get them from us: in an export, and one by one."""
    found: list[Any] = []
    for seat in game.seats.select_related("user"):
        found += [each["answers"] for each in everything(seat.user)["games"]] if seat.user else []
        for hand in some_hands(game):
            found.append(selectors.observations.own_bid(game, hand, seat.index))
    return found


def course(game: Game) -> object:
    told = COURSES.get(game.ruleset)
    return tables_along(game, told.PHASES, told.EVERY, told.KEYS) if told else None


def stored(game: Game) -> int:
    """Bytes of its rows."""
    below = {"hand": "game_id = %s", "bid": "game_id = %s", "seatclock": "game_id = %s",
             "replyaddress": "game_id = %s"}  # fmt: skip
    with connection.cursor() as cursor:
        total = 0
        for table, which in below.items():
            cursor.execute(
                f"SELECT coalesce(sum(pg_column_size(t)), 0) FROM games_{table} t WHERE {which}",
                [game.pk],
            )
            total += int(cursor.fetchone()[0])
    return total


def test_a_game_that_is_compacted_while_it_is_read_is_told_in_full(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, reading = ready_games.take("turning-tides", "over"), kept_bids.of_game
    Game.objects.filter(pk=game.pk).update(ended_at=timezone.now() - LATER)
    before = answers(game)

    def meanwhile(game: Game, numbers: Sequence[int] | None = None) -> Iterator[Bid]:
        compaction.compact(game.pk, timezone.now())
        return reading(game, numbers)

    monkeypatch.setattr(kept_bids, "of_game", meanwhile)
    assert answers(game) == before


@pytest.mark.parametrize("slug", SLUGS)
def test_what_anybody_is_told_of_it_stays_as_it_was(slug: str) -> None:
    game = ready_games.take(slug, "over")
    before, size = told(game), stored(game)
    after = compacted(game)
    assert told(after) == before
    assert not after.hands.exclude(table={}).exists()
    assert not Bid.objects.filter(hand__game=game).exists()
    assert stored(game) < size / 2


def test_a_cancelled_game_keeps_sealed_what_was_never_turned() -> None:
    game = ready_games.take("turn-the-tide", "cancelled")
    never = Bid.objects.filter(hand__game=game, opened__isnull=True)
    sealed = list(never.order_by("pk").values_list("pk", "sealed"))
    before = told(game)
    assert told(compacted(game)) == before
    assert list(never.order_by("pk").values_list("pk", "sealed")) == sealed


def test_its_pages_are_the_same(client: Client) -> None:
    game = ready_games.take("rowboat", "over")
    addresses = [
        f"/g/{game.code}/{way}"
        for way in ("", "hand/1/", f"hand/{game.hand_number}/", "replay/", "replay/2/")
    ]
    addresses.append(f"/api/v1/games/{game.code}/hands/2")

    def read() -> list[object]:
        answers = [client.get(address) for address in addresses]
        assert {answer.status_code for answer in answers} == {200}
        *pages, by_program = answers
        return [by_program.json(), *(plain(page.content.decode()) for page in pages)]

    before = read()
    compacted(game)
    assert read() == before


def plain(page: str) -> list[str]:
    """Without what is drawn anew for each answer."""
    return [line for line in page.splitlines() if "csrf" not in line and "nonce" not in line]


def test_what_differs_from_the_record_stays() -> None:
    game = ready_games.take("turning-tides", "over")
    hand = game.hands.order_by("number").first()
    assert hand is not None
    hand.table = {**hand.table, "stage": 77}
    hand.save(update_fields=["table"])
    bid = Bid.objects.filter(hand=hand, opened__isnull=False).first()
    assert bid is not None
    Bid.objects.filter(pk=bid.pk).update(opened={**(bid.opened or {}), "notation": "other"})
    compacted(game)
    assert game.hands.filter(table__stage=77).exists()
    left = Bid.objects.filter(hand__game=game).exclude(sealed=None)
    assert set(left.values_list("hand", flat=True)) == {hand.pk}
    assert bid in left
    assert selectors.observations.opened_bids(hand)[bid.seat.index]["notation"] == "other"


def test_a_receipt_is_found_by_its_beginning() -> None:
    game = ready_games.take("turning-tides", "over")
    bid = Bid.objects.filter(hand__game=game).order_by("-pk").first()
    assert bid is not None
    asked = (bid.digest[:16], "0" * 16)

    def found() -> list[Any]:
        each = [visibility.found_receipt(game, digest) for digest in asked]
        return [(it.hand, it.seat.index, it.opened, it.digest) if it else None for it in each]

    before = found()
    compacted(game)
    assert found() == before
    assert before[1] is None


def test_how_an_answer_was_given_is_kept() -> None:
    """Whether it was missed, by which way, how often changed, and when accepted last."""
    game = ready_games.take("turn-the-tide", "over")
    bid = Bid.objects.filter(hand__game=game, hand__number=3).first()
    assert bid is not None
    bid.missed, bid.via, bid.changes, bid.trace = True, Bid.Via.DEADLINE, 7, "light: late"
    bid.given_at += timedelta(minutes=5)
    bid.save()
    columns = ("digest", "via", "missed", "changes", "placed_at", "given_at", "opened", "trace")
    rows = Bid.objects.filter(hand__game=game).order_by("hand__number", "seat__index")
    before = list(rows.values_list("hand__number", "seat__index", *columns))
    kept = kept_bids.of_game(compacted(game))
    assert [
        (each.hand.number, each.seat.index, *(getattr(each, name) for name in columns))
        for each in kept
    ] == before


def test_a_miss_can_still_be_excused_and_the_excuse_undone() -> None:
    game = ready_games.take("turn-the-tide", "over")
    bid = Bid.objects.filter(hand__game=game, hand__number=game.hand_number).first()
    assert bid is not None
    Bid.objects.filter(pk=bid.pk).update(missed=True, via=Bid.Via.DEADLINE)
    clock = SeatClock.objects.filter(hand=bid.hand_id, seat=bid.seat_id)
    clock.update(in_time=False)
    Seat.objects.filter(pk=bid.seat_id).update(misses=1, misses_in_row=1)
    compacted(game)
    actor, seat = staff(), Seat.objects.filter(pk=bid.seat_id)
    given = CommandInput("asked", "", hand=game.hand_number, seat=seat.get().index)
    done = execution.carry_out(actor, "excuse", game.code, given)
    assert seat.filter(misses=0, misses_in_row=0).exists()
    execution.undo(actor, done.entry.number, CommandInput("other", "It was none."))
    assert seat.filter(misses=1, misses_in_row=1).exists()
    other = CommandInput("asked", "", hand=1, seat=seat.get().index)
    with pytest.raises(Refused, match="no_miss"):
        execution.carry_out(actor, "excuse", game.code, other)


def test_a_game_with_light_answers_says_nothing_about_its_bots_afterwards_either() -> None:
    game = ready_games.take("rowboat", "over", bots=True)
    rated = RatedGame.objects.get(game=game)
    BotRating.objects.all().delete()
    bot_ratings.reckon(rated)
    assert BotRating.objects.exists()
    Bid.objects.filter(hand__game=game, hand__number=1).update(trace="light: late")
    rated.game = compacted(game)
    BotRating.objects.all().delete()
    bot_ratings.reckon(rated)
    assert not BotRating.objects.exists()


def test_what_the_code_of_before_compacted_is_compacted_again(settings: Settings) -> None:
    """It left rows of bids and clocks."""
    game = ready_games.take("turning-tides", "over")
    before = told(game)
    long_ago = timezone.now() - LATER
    game.stages.update(ended_at=long_ago)
    compaction._drop_tables(game, game.record)
    Game.objects.filter(pk=game.pk).update(ended_at=long_ago, compacted_at=timezone.now())
    Bid.objects.filter(hand__game=game).update(sealed=None)
    sweep.sweep()
    game.refresh_from_db()
    assert game.compacted_at is not None
    assert not Bid.objects.filter(hand__game=game).exists()
    assert not SeatClock.objects.filter(hand__game=game).exists()
    assert told(game) == before


def test_no_chart_is_made_of_tables_that_are_gone() -> None:
    game = compacted(ready_games.take("turning-tides", "over"))
    Course.objects.filter(game=game).delete()
    Game.objects.filter(pk=game.pk).update(compacted_at=None)
    compacted(game)
    assert not Course.objects.filter(game=game).exists()


def test_clocks_that_count_for_nobody_go() -> None:
    game = ready_games.take("rowboat", "over", bots=True)
    assert SeatClock.objects.filter(hand__game=game).exists()
    compacted(game)
    assert not SeatClock.objects.filter(hand__game=game).exists()
    assert not PastClocks.objects.filter(seat__game=game).exists()


@pytest.mark.parametrize("waiting", ["new", "held"])
def test_addresses_and_mails_go_unless_one_waits_to_be_read(waiting: str) -> None:
    game = ready_games.take("turn-the-tide", "over")
    user = game.seats.select_related("user").first().user  # type: ignore[union-attr]
    assert user is not None
    hands = list(game.hands.order_by("number")[:2])
    rows = []
    for hand, state in zip(hands, ("done", waiting), strict=True):
        reply_address_for(user, hand)
        row = ReplyAddress.objects.get(hand=hand, user=user)
        InboundMail.objects.create(address=row, identity=str(hand.pk), door="smtp", state=state)
        rows.append(row)
    compacted(game)
    assert list(ReplyAddress.objects.filter(pk__in=[row.pk for row in rows])) == [rows[1]]
    assert InboundMail.objects.get(address__in=rows).state == waiting


def test_what_was_told_about_it_goes_and_what_is_to_go_out_stays() -> None:
    game = ready_games.take("turn-the-tide", "over")
    about = Notice.objects.filter(facts__game=game.pk)
    kept = about.first()
    assert kept is not None
    about.update(state=Notice.State.SENT)
    Notice.objects.filter(pk=kept.pk).update(state=Notice.State.QUEUED)
    compacted(game)
    assert list(about) == [kept]


def over_since(game: Game, ended: datetime) -> None:
    Game.objects.filter(pk=game.pk).update(ended_at=ended)


def compared_since(game: Game, compared: datetime) -> None:
    same_deals = Duplicate.objects.create(compared_at=compared)
    Game.objects.filter(pk=game.pk).update(duplicate=same_deals)


NOT_YET: dict[str, Callable[[Game], object]] = {
    "over for too short a time": lambda game: over_since(game, timezone.now() - LATER / 2),
    "its sisters play on": lambda game: Game.objects.filter(pk=game.pk).update(closed=True),
    "people were told of its comparison only now": lambda game: compared_since(
        game, timezone.now() - LATER / 2
    ),
    "compacted already": lambda game: Game.objects.filter(pk=game.pk).update(
        compacted_at=timezone.now()
    ),
}


@pytest.mark.parametrize("why", NOT_YET)
def test_the_sweep_leaves_others_alone(why: str) -> None:
    game = ready_games.take("turning-tides", "over")
    over_since(game, timezone.now() - LATER)
    NOT_YET[why](game)
    before = Game.objects.get(pk=game.pk).compacted_at
    sweep.sweep()
    game.refresh_from_db()
    assert (game.compacted_at, game.hands.filter(table={}).exists()) == (before, False)


def test_the_sweep_compacts_what_has_been_over_for_weeks(settings: Settings) -> None:
    game, running = ready_games.take("turning-tides", "over"), ready_games.take("rowboat", "middle")
    over_since(game, timezone.now() - LATER)
    settings.COMPACT_AFTER_DAYS = 0
    sweep.sweep()
    assert Game.objects.filter(compacted_at=None).count() == 2
    settings.COMPACT_AFTER_DAYS = 30
    sweep.sweep()
    assert list(Game.objects.filter(compacted_at=None)) == [running]


def test_old_notices_go_by_their_age() -> None:
    game = ready_games.take("turning-tides", "over")
    notices = Notice.objects.filter(facts__game=game.pk)
    notices.update(state=Notice.State.SENT)
    old = notices.first()
    assert old is not None
    notices.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=400))
    count = notices.count()
    sweep.sweep()
    assert notices.count() == count - 1
    assert not notices.filter(pk=old.pk).exists()


def test_the_address_of_somebody_invited_who_never_came_and_has_no_account_goes() -> None:
    game, wim = ready_games.take("turn-the-tide"), member("Wim")
    host = not_none(game.seats.exclude(user=None).order_by("index")[0].user)
    until = timezone.now()
    for address in ("stranger@elsewhere.example", not_none(wim.email)):
        invitation = Invitation.objects.create(
            game=game, email=address, sent_by=host, expires_at=until
        )
        known = User.objects.filter(email=address).first()
        hand_notices.invited(invitation, known.pk if known else None)
    assert found("stranger@elsewhere.example")
    compacted(game)
    assert not found("stranger@elsewhere.example")
    assert game.invitations.get().email == wim.email, "who goes on seeing the table"
