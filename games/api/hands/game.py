"""A game: its state, its log and its resolved hands."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import bulk_reads, selectors, visibility
from games.api.base import BaseApiView, LinkQuery, asked, game_by_link, seen_game, viewer
from games.api.game_view import rendering
from games.api.game_view.outputs import BidReceiptOut, DetailOut
from games.api.paging import going_on
from games.api.parsing import MAX_INTEGER
from games.api.schema import examples
from games.api.schema.description import HAND, operation
from games.api.schema.fields import EventOut, FactsOut, Numbers, TableOut
from games.models import Game, Hand, LogEntry


class LogQuery(LinkQuery):
    """Paging through the log."""

    after = serializers.IntegerField(
        min_value=0,
        max_value=MAX_INTEGER,
        default=0,
        help_text="The number of the last entry you have.",
    )
    limit = serializers.IntegerField(min_value=1, max_value=200, default=100)


class OpenedBidOut(serializers.Serializer[Any]):
    """A bid that everybody may see."""

    seat = serializers.IntegerField()
    bid = serializers.CharField()
    salt = serializers.CharField()


class EntryOut(serializers.Serializer[Any]):
    """An entry of the public log."""

    number = serializers.IntegerField()
    hand = serializers.IntegerField(help_text="The hand it belongs to; 0 before the first.")
    kind = serializers.CharField(
        help_text="The table: `made`, `joined`, `left`, `started`, `over`. Play: `hand`, `aside`. "
        "A seat: `offered`, `bot`, `returned`, `taken`. Clocks: `extended`, `paused`, `resumed`, "
        "`outage`. An end without a result: `cancelled`. A backup: `restored`. Moderators: "
        "`taken_back` voids the hands from `hand` of its data on, whose entries are `undone` then, "
        "until they are `put_back`. More may be added."
    )
    data = FactsOut(  # type: ignore[assignment]
        help_text="For `hand`: `events` and the seats that `missed` it. For `over`: `scores` by "
        "seat, and `winners`. More may be added."
    )
    bids = OpenedBidOut(many=True, help_text="The opened bids of a resolved hand.")
    receipts = BidReceiptOut(many=True, help_text="The receipts of all its bids.")
    at = serializers.DateTimeField()


class LogOut(serializers.Serializer[Any]):
    """Entries of the public log in order."""

    entries = EntryOut(many=True)
    last = serializers.IntegerField(help_text="The number of the newest entry.")


class HandOut(serializers.Serializer[Any]):
    """A resolved hand."""

    number = serializers.IntegerField()
    stage = serializers.IntegerField()
    phase = serializers.CharField()
    awaiting = Numbers()
    trigger = serializers.ChoiceField(Hand.Trigger.choices)
    opened_at = serializers.DateTimeField()
    resolved_at = serializers.DateTimeField()
    before = TableOut(help_text="The table when the hand opened.")
    after = TableOut(help_text="The table when the next one opened, or at the end.")
    events = serializers.ListField(child=EventOut())
    missed = Numbers()
    bids = OpenedBidOut(many=True)
    receipts = BidReceiptOut(many=True)


class GameView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "game",
        DetailOut,
        says="The table as you may see it, your legal answers, and your sealed bid",
        query=LinkQuery,
        anybody=True,
        example=examples.DETAILS,
    )
    def get(self, request: Request, code: str) -> Response:
        game = game_by_link(request, code)
        return Response(rendering.detail(game, viewer(request)))


class LogView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "game_log",
        LogOut,
        says="The public log after an entry, oldest first",
        query=LogQuery,
        anybody=True,
        example=examples.LOG,
    )
    def get(self, request: Request, code: str) -> Response:
        query = asked(LogQuery, request)
        game = seen_game(request, code, query["link"])
        entries = selectors.observations.log_of(game, query["after"], query["limit"])
        more = len(entries) == query["limit"] and entries[-1].number < game.log_length
        behind = {"after": entries[-1].number} if more else {}
        return going_on(request, log(game, entries), **behind)


class HandView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "hand",
        HandOut,
        says="A resolved hand: the table before and after, the events and the opened bids",
        query=LinkQuery,
        parameters=[HAND],
        refusals=["no_hand"],
        anybody=True,
        example=examples.RESOLVED_HANDS,
    )
    def get(self, request: Request, code: str, number: int) -> Response:
        game = game_by_link(request, code)
        hand, entry = selectors.observations.resolved_hand(game, number)
        return Response(resolved(game, hand, entry))


def log(game: Game, entries: list[LogEntry]) -> dict[str, Any]:
    """The fields of `LogOut`; resolved hands include their bids."""
    hands = [entry.hand_number for entry in entries if entry.kind == "hand"]
    opened, digests = bulk_reads.opened_in(game, hands), visibility.receipts_of(game, hands)
    told = [_entry(entry, opened, digests) for entry in entries]
    return {"entries": told, "last": game.log_length}


def _entry(
    entry: LogEntry, opened: Mapping[int, Any], digests: Mapping[int, Any]
) -> dict[str, Any]:
    is_hand = entry.kind == "hand"
    found = opened.get(entry.hand_number, {}) if is_hand else {}
    return {
        "number": entry.number,
        "hand": entry.hand_number,
        "kind": entry.kind,
        "data": entry.with_names,
        "bids": bids(found),
        "receipts": rendering.receipts(digests.get(entry.hand_number, {}) if is_hand else {}),
        "at": entry.at,
    }


def resolved(game: Game, hand: Hand, entry: LogEntry) -> dict[str, Any]:
    """The fields of `HandOut`."""
    return {
        "number": hand.number,
        "stage": hand.stage.number,
        "phase": hand.phase,
        "awaiting": hand.awaiting,
        "trigger": hand.trigger,
        "opened_at": hand.opened_at,
        "resolved_at": hand.resolved_at,
        "before": hand.table,
        "after": selectors.observations.table_after(game, hand),
        "events": entry.data["events"],
        "missed": entry.data["missed"],
        "bids": bids(selectors.observations.opened_bids(hand)),
        "receipts": rendering.receipts(visibility.receipts_in(hand)),
    }


def bids(opened: Mapping[int, Mapping[str, str]]) -> list[dict[str, Any]]:
    """Opened bids, by seat."""
    return [
        {"seat": seat, "bid": bid["notation"], "salt": bid["salt"]}
        for seat, bid in sorted(opened.items())
    ]
