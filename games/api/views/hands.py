"""A game: its state, log, hands, the caller's bid, and the record."""

from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors
from games.api import inputs, outputs, queries
from games.api.base import (
    BaseApiView,
    LinkQuery,
    asked,
    game_by_link,
    parsed,
    person,
    seen_game,
    viewer,
)
from games.api.caching import kept_for_ever
from games.api.game_view import rendering
from games.api.game_view.outputs import DetailOut, PeekOut, ReceiptOut
from games.api.paging import going_on
from games.api.parsing import idempotency_key
from games.api.schema import examples, typed_games
from games.api.schema.description import CODE, IF_MATCH, KEY, NUMBER, operation
from games.models import Bid, Game
from games.refusals import Refused
from games.services.hands import asides, bidding


class GameView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "game",
        DetailOut,
        says="The table as you may see it, your legal answers, and your sealed bid",
        query=LinkQuery,
        parameters=[CODE],
        refusals=["unknown_game", "duplicate_closed"],
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
        outputs.LogOut,
        says="The public log after an entry, oldest first",
        query=queries.LogQuery,
        parameters=[CODE],
        refusals=["unknown_game", "duplicate_closed"],
        anybody=True,
        example=examples.LOG,
    )
    def get(self, request: Request, code: str) -> Response:
        query = asked(queries.LogQuery, request)
        game = seen_game(request, code, query["link"])
        entries = selectors.observations.log_of(game, query["after"], query["limit"])
        more = len(entries) == query["limit"] and entries[-1].number < game.log_length
        behind = {"after": entries[-1].number} if more else {}
        return going_on(request, rendering.log(game, entries), **behind)


class HandView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "hand",
        outputs.HandOut,
        says="A resolved hand: the table before and after, the events and the opened bids",
        query=LinkQuery,
        parameters=[CODE, NUMBER],
        refusals=["unknown_game", "no_hand"],
        anybody=True,
        example=examples.RESOLVED_HANDS,
    )
    def get(self, request: Request, code: str, number: int) -> Response:
        game = game_by_link(request, code)
        hand, entry = selectors.observations.resolved_hand(game, number)
        return Response(rendering.resolved(game, hand, entry))


class BidView(BaseApiView):
    @operation(
        "own_bid",
        ReceiptOut,
        says="Your bid in a hand, with its receipt",
        parameters=[CODE, NUMBER],
        refusals=["unknown_game", "not_seated", "no_hand", "no_bid"],
        example=examples.RECEIPT,
    )
    def get(self, request: Request, code: str, number: int) -> Response:
        game = seen_game(request, code)
        seat = selectors.access.seat_index(game, viewer(request))
        if seat is None:
            raise Refused("not_seated")
        hand = selectors.observations.hand_numbered(game, number)
        if hand is None:
            raise Refused("no_hand", given=number)
        bid = selectors.observations.own_bid(game, hand, seat)
        if bid is None:
            raise Refused("no_bid", given=number)
        etag = {"ETag": f'"{bid.digest}"'}
        return Response(rendering.own_bid(game, hand, seat, bid), headers=etag)

    @operation(
        "place_bid",
        ReceiptOut,
        scope="play",
        says="Seal my answer, or change it; the last one counts",
        takes=inputs.BidIn,
        parameters=[CODE, NUMBER, KEY, IF_MATCH],
        refusals=[
            "unknown_game",
            "not_seated",
            "malformed",
            "illegal",
            "not_awaited",
            "bid_changed",
            "precondition_failed",
            "stale_hand",
            "future_hand",
            "hand_closed",
            "game_over",
            "game_not_running",
            "bad_key",
            "key_reused",
        ],
        given={"bid": "44"},
        example=examples.RECEIPT,
    )
    def put(self, request: Request, code: str, number: int) -> Response:
        asked = parsed(inputs.BidIn, request)
        text, known = asked["bid"], asked.get("replaces")
        key, user = idempotency_key(request), person(request)
        if "If-Match" in request.headers or "If-None-Match" in request.headers:
            known = _conditional(request, code, number)
        receipt = bidding.place_bid(
            user, code, number, text, via=Bid.Via.API, key=key, replaces=known
        )
        return Response(vars(receipt), headers={"ETag": f'"{receipt.digest}"'})


def _conditional(request: Request, code: str, number: int) -> int:
    """How many versions of the bid the caller knows of, by If-Match with the receipt as an ETag
    (RFC 9110, 13); 0 for If-None-Match: *.

    Raises `Refused` ("precondition_failed").
    """
    game = seen_game(request, code)
    seat, hand = (
        selectors.access.seat_index(game, viewer(request)),
        selectors.observations.hand_numbered(game, number),
    )
    found = selectors.observations.own_bid(game, hand, seat) if hand and seat is not None else None
    if found is None and request.headers.get("If-None-Match") == "*":
        return 0
    known = parse_etags(request.headers.get("If-Match", ""))
    if found is None or not {f'"{found.digest}"', "*"} & set(known):
        raise Refused("precondition_failed")
    return found.changes + 1


class AsidesView(BaseApiView):
    @operation(
        "do_aside",
        outputs.AsidesOut,
        scope="play",
        says="Act out of turn, with one of `asides`; it can't be undone",
        takes=inputs.AsideIn,
        parameters=[CODE],
        refusals=["unknown_game", "not_seated", "no_aside", "game_over", "game_not_running"],
        given={"act": "lighthouse"},
        example=examples.BESIDE,
    )
    def post(self, request: Request, code: str) -> Response:
        act, user = parsed(inputs.AsideIn, request)["act"], person(request)
        asides.do_aside(user, code, act)
        game = seen_game(request, code)
        seat = selectors.access.seat_index(game, viewer(request))
        return Response(outputs.AsidesOut(rendering.beside(game, seat)).data)


class PeekView(BaseApiView):
    @operation(
        "open_peek",
        PeekOut,
        scope="play",
        says="Start the sandglass and see cards while it runs; repeating it doesn't restart it",
        parameters=[CODE],
        refusals=["unknown_game", "not_seated", "no_peek"],
        example=examples.PEEK,
    )
    def post(self, request: Request, code: str) -> Response:
        user = person(request)
        right = asides.open_peek(user, code)
        game = seen_game(request, code)
        return Response(PeekOut(rendering.peek(game, right.seat.index, right)).data)


class RecordView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "record",
        typed_games.union("Record"),
        says="The record of a finished game (docs/records.md), for replay and verification",
        query=LinkQuery,
        parameters=[CODE],
        refusals=["unknown_game", "record_running", "game_cancelled", "duplicate_closed"],
        anybody=True,
        example=examples.RECORDS,
    )
    def get(self, request: Request, code: str) -> Response:
        game = game_by_link(request, code)
        public = game.visibility == Game.Visibility.PUBLIC
        return kept_for_ever(request, selectors.observations.record_of(game), public=public)
