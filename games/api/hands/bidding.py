"""The caller's bid in a hand."""

from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors
from games.api.base import BaseApiView, parsed, person, seen_game, viewer
from games.api.game_view import rendering
from games.api.game_view.outputs import ReceiptOut
from games.api.parsing import Strict, Text, Whole, idempotency_key
from games.api.schema import examples
from games.api.schema.description import HAND, IF_MATCH, KEY, ONLY_FIRST, operation
from games.models import Bid
from games.refusals import Refused
from games.services.hands import bidding, idempotency_keys

MAX_BID_LENGTH = 200
NO_VERSION = -1  # a bid that replaces this one is refused, whatever is there


class BidIn(Strict):
    """A bid, and how many earlier ones it may replace."""

    bid = Text(
        max_length=MAX_BID_LENGTH, allow_blank=True, help_text="docs/records.md, section 3: `44`."
    )
    replaces = Whole(
        max_value=1_000_000,
        required=False,
        help_text="How many answers to this hand you know of: `changes` + 1 of the receipt you "
        "hold, 0 without one. If another came meanwhile, this one is not stored (`bid_changed`).",
    )


class BidView(BaseApiView):
    @operation(
        "own_bid",
        ReceiptOut,
        says="Your bid in a hand, with its receipt",
        parameters=[HAND],
        refusals=["not_seated", "no_hand", "no_bid"],
        example=examples.RECEIPT,
    )
    def get(self, request: Request, code: str, number: int) -> Response:
        game = seen_game(request, code)
        seat = selectors.access.seat_of(game, viewer(request))
        if seat is None:
            raise Refused("not_seated")
        hand = selectors.observations.hand_numbered(game, number)
        if hand is None:
            raise Refused("no_hand", given=number)
        bid = selectors.observations.own_bid(game, hand, seat.index)
        if bid is None or not selectors.seats.occupancy.was_theirs(seat, number):
            raise Refused("no_bid", given=number)
        etag = {"ETag": f'"{bid.digest}"'}
        return Response(rendering.own_bid(game, hand, seat.index, bid), headers=etag)

    @operation(
        "place_bid",
        ReceiptOut,
        scope="play",
        says="Seal my answer, or change it; the last one counts",
        takes=BidIn,
        parameters=[HAND, KEY, IF_MATCH, ONLY_FIRST],
        refusals=[
            *("not_seated", "malformed", "illegal", "not_awaited", "bid_changed"),
            *("precondition_failed", "stale_hand", "future_hand", "hand_closed", "game_over"),
            *("game_not_running", "bad_key", "key_reused"),
        ],
        given={"bid": "44"},
        example=examples.RECEIPT,
    )
    def put(self, request: Request, code: str, number: int) -> Response:
        given = parsed(BidIn, request)
        text, known = given["bid"], given.get("replaces")
        key, user = idempotency_key(request), person(request)
        conditional = {"If-Match", "If-None-Match"} & set(request.headers)
        if conditional and not (key and idempotency_keys.is_used(user, key)):
            known = _conditional(request, code, number, known)
        try:
            receipt = bidding.place_bid(
                user, code, number, text, via=Bid.Via.API, key=key, replaces=known
            )
        except Refused as refused:
            if conditional and refused.code == "bid_changed":  # after it was compared
                raise Refused("precondition_failed") from refused
            raise
        return Response(vars(receipt), headers={"ETag": f'"{receipt.digest}"'})


def _conditional(request: Request, code: str, number: int, replaces: int | None) -> int:
    """How many versions of the bid the caller knows of, by If-Match with the receipt as an ETag
    (RFC 9110, 13); 0 for If-None-Match: *. `NO_VERSION` where `place_bid` will say what is wrong.

    Raises `Refused` ("precondition_failed", and "bid_changed" for another number than `replaces`).
    """
    game = seen_game(request, code)
    seat = selectors.access.seat_index(game, viewer(request))
    hand = selectors.observations.current_hand(game)
    if seat is None or hand is None or hand.number != number:
        return NO_VERSION
    found = selectors.observations.own_bid(game, hand, seat)
    only_first = found is None and request.headers.get("If-None-Match") == "*"
    known = parse_etags(request.headers.get("If-Match", ""))
    if not only_first and (found is None or not {f'"{found.digest}"', "*"} & set(known)):
        raise Refused("precondition_failed")
    count = found.changes + 1 if found else 0
    if replaces not in (None, count):
        raise Refused("bid_changed", {"replaces": count})
    return count
