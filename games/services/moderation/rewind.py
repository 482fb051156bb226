"""Taking a game back to a hand: everything bid since is void, and that hand opens again.

The deck stays what it was committed to: the state is computed again from the start, from the
shuffles and bids that still count, and later shuffles are drawn again in the same order. What was
removed is kept sealed (`TakenBack`), so that it can be put back. The public log keeps its entries,
marked as undone. Plans belong to seats and stay.
"""

import json
from collections import defaultdict
from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.core import serializers
from django.db.models import QuerySet

from accounts.encryption import seal, unseal
from games import game_secrets, pace
from games.models import (
    Bid,
    Game,
    Hand,
    Peek,
    ReplyAddress,
    ReplyTopic,
    Seat,
    SeatClock,
    TakenBack,
    VoidReceipt,
)
from games.refusals import Refused
from games.rules.base import Item, State
from games.rules.errors import RulesError
from games.rules.registry import ruleset
from games.services.game_log import write_log
from games.services.hands import bids, game_flow, void_receipts
from games.services.mail import inbox, reply_addresses
from games.services.moderation import kept_receipts, plan_progress, tenures
from games.services.moderation.command_types import Action, Facts
from games.services.moderation.game_commands import recount_misses
from games.services.results import packing

UNDONE = "undone"
UNDONE_KINDS = ("hand", "aside")
WHAT = "taken back"
Rows = dict[str, Any]


def take_back(action: Action) -> Facts:
    """Opens the hand of that number again, with full clocks."""
    game, number = action.table, action.given.hand
    if not 1 <= number < game.hand_number:
        raise Refused("no_such_hand", {"open": game.hand_number}, most=game.hand_number - 1)
    _check_can_be_worked_out(game)
    _check_mail_is_read(game)
    packing.unpack(game)
    state, shuffles = state_at(game, number)
    last = game.hand_number
    kept = _keep(game, number)
    _put_seats_back(game, number)
    plan_progress.take_back(game, number)
    tenures.take_back(game, number)
    _remove(game, number)
    _mark_undone(game, kept.first, {"taken": kept.pk})
    _keep_shuffles(game, shuffles)
    _reopen(game, state, number)
    return {"hand": number, "last": last, "kept": kept.pk}


def _reopen(game: Game, state: State, number: int) -> None:
    stage = ruleset(game.ruleset).position(state).stage
    game.stages.filter(number__gt=stage).delete()
    game.stages.filter(number=stage).update(ended_at=None)
    game.hand_number, game.told_hand = number, min(game.told_hand, number - 1)
    write_log(game, "taken_back", {"hand": number})
    game_flow.open_again(game, state, number)
    _check_peeks(game, state)


def state_at(game: Game, number: int) -> tuple[State, list[list[Item]]]:
    """The state in which the hand of that number opened, and the shuffles used until then."""
    rules, orders = ruleset(game.ruleset), game_secrets.open_shuffles(game)
    answers, asides = _bids_of(game, number), _asides_of(game, number)
    used = 0
    state = rules.start(game.seat_count, game.options)
    for past in range(1, number + 1):
        while rules.shuffle_needed(state) is not None:
            state, used = rules.shuffled(state, orders[used]), used + 1
        if past < number:
            for seat, act in asides[past]:
                state = rules.aside(state, seat, act).state
            state = rules.resolve(state, answers[past]).state
    return state, orders[:used]


def _present_state(game: Game) -> State:
    """That of the open hand, with what was done out of turn since it opened."""
    number = game.hand_number
    state, _used = state_at(game, number)
    for seat, act in _asides_of(game, number + 1)[number]:
        state = ruleset(game.ruleset).aside(state, seat, act).state
    return state


def _bids_of(game: Game, before: int) -> dict[int, dict[int, str]]:
    rows = Bid.objects.filter(
        hand__game=game, hand__number__lt=before, hand__state=Hand.State.RESOLVED
    )
    found: dict[int, dict[int, str]] = defaultdict(dict)
    for bid in rows.select_related("hand", "seat"):
        number, seat = bid.hand.number, bid.seat.index
        found[number][seat] = game_secrets.open_bid(bid, game.code, number, seat).notation
    return found


def _asides_of(game: Game, before: int) -> dict[int, list[tuple[int, str]]]:
    found: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for row in game.asides.select_related("seat").filter(hand_number__lt=before).order_by("pk"):
        found[row.hand_number].append((row.seat.index, row.act))
    return found


def _check_can_be_worked_out(game: Game) -> None:
    """Refuses unless replaying the game gives the state that is stored."""
    try:
        state = _present_state(game)
    except (RulesError, IndexError, KeyError):
        raise Refused("not_replayable") from None
    if state != game_secrets.open_state(game):
        raise Refused("not_replayable")


def _check_mail_is_read(game: Game) -> None:
    """Refuses for the moment until our workers have read it: mail to a hand is deleted with it."""
    if inbox.people_with_unread_in(game.pk):
        raise Refused("mail_waits")


def _from(game: Game, number: int) -> "dict[str, QuerySet[Any]]":
    """The rows of this hand and later ones, each kind after those it refers to."""
    hands = game.hands.filter(number__gte=number)
    stage = game.hands.get(number=number).stage.number
    return {
        "stages": game.stages.filter(number__gte=stage),
        "hands": hands,
        "bids": Bid.objects.filter(hand__in=hands),
        "clocks": SeatClock.objects.filter(hand__in=hands),
        "asides": game.asides.filter(hand_number__gte=number),
        "peeks": Peek.objects.filter(stage__game=game, stage__number__gte=stage),
        "addresses": ReplyAddress.objects.filter(hand__in=hands),
        "topics": ReplyTopic.objects.filter(hand__in=hands),
    }


def _keep(game: Game, number: int) -> TakenBack:
    """Stores these rows, sealed together. Bids and addresses are stored opened, so that they can
    be sealed again with any key."""
    sets = _from(game, number)
    rows: Rows = {name: _plain(sets[name]) for name in sets}
    opened = {
        str(bid.pk): list(game_secrets.open_bid(bid, game.code, bid.hand.number, bid.seat.index))
        for bid in sets["bids"].select_related("hand", "seat")
    }
    for name, column in (("bids", "sealed"), ("addresses", "sealed_token")):
        for row in rows[name]:
            row["fields"][column] = ""
    rows |= {
        "opened": opened,
        "tokens": {str(row.pk): reply_addresses.token_of(row) for row in sets["addresses"]},
        "shuffles": game_secrets.open_shuffles(game),
        "seats": _seats(game),
        "told": game.told_hand,
        "tenures": tenures.plain(game),
        "plans": plan_progress.plain(game),
        "receipts": kept_receipts.plain(game, number),
    }
    return TakenBack.objects.create(
        game=game,
        first=number,
        last=game.hand_number,
        sealed_rows=seal(rows, game_secrets.associated_data_of(game, WHAT)),
    )


def _plain(rows: "QuerySet[Any]") -> list[Rows]:
    """Rows as JSON values. Django's own encoder drops the microseconds."""
    values = json.dumps(serializers.serialize("python", rows), default=lambda at: at.isoformat())
    plain: list[Rows] = json.loads(values)
    return plain


def _seats(game: Game) -> list[Rows]:
    columns = ("pk", "bank_seconds", "looked_at_hand")
    return [dict(row) for row in game.seats.values(*columns)]


def _put_seats_back(game: Game, number: int) -> None:
    """Banks and `looked_at_hand` as when that hand opened. Whoever took over the seat since has a
    full bank, as then."""
    for seat in game.seats.all():
        clocks = SeatClock.objects.filter(seat=seat, user=seat.user_id)
        clocks = clocks.order_by("hand__number", "pk")
        first = clocks.filter(hand__number__gte=number).first()
        if game.bank_hours and first is not None:
            seat.bank_seconds = _bank_before(game, first, clocks.filter(hand__number__lt=number))
        seat.looked_at_hand = min(seat.looked_at_hand, number - 1)
        seat.save(update_fields=["bank_seconds", "looked_at_hand"])


def _bank_before(game: Game, clock: SeatClock, earlier: "QuerySet[SeatClock]") -> int | None:
    if not earlier.exists():
        return None
    return max(0, pace.rule_of(clock.rule).seconds - game.hours * pace.HOUR)


def _remove(game: Game, number: int) -> None:
    sets = _from(game, number)
    sets["asides"].delete()
    kept_receipts.take_back(game, number)
    void_receipts.keep(game, sets["bids"], VoidReceipt.Why.TAKEN_BACK)
    sets["hands"].delete()  # with their bids, clocks, and addresses for answers by mail
    for seat in game.seats.all():
        recount_misses(seat)


def _mark_undone(game: Game, first: int, more: Rows) -> None:
    """The public log keeps what happened, but nothing is counted from these entries any more."""
    for entry in game.log.filter(hand_number__gte=first, kind__in=UNDONE_KINDS):
        entry.kind, entry.data = UNDONE, {**entry.data, "was": entry.kind, **more}
        entry.save(update_fields=["kind", "data"])


def _keep_shuffles(game: Game, shuffles: list[list[Item]]) -> None:
    game.sealed_shuffles = (
        seal(shuffles, game_secrets.associated_data_of(game, "shuffles")) if shuffles else None
    )


def _check_peeks(game: Game, state: State) -> None:
    """Deletes peeks that followed from what is void."""
    rules = ruleset(game.ruleset)
    for peek in Peek.objects.filter(stage__game=game).select_related("seat", "stage"):
        current = peek.stage.ended_at is None
        if current and not rules.peek(state, peek.seat.index)["runs"]:
            peek.delete()


def put_back(action: Action, facts: Facts) -> None:
    """Undoes the last `take_back`, as long as no hand was resolved since.

    Everybody whom the open hand asks gets a full clock from now on. What changed meanwhile stands:
    who has which seat, excused misses, and whether the clocks are stopped.
    """
    game = action.table
    kept = game.taken_back.order_by("pk").last()
    if kept is None or (kept.pk, kept.first) != (facts["kept"], game.hand_number):
        raise Refused("cannot_undo")
    _check_mail_is_read(game)
    rows: Rows = unseal(kept.sealed_rows, game_secrets.associated_data_of(game, WHAT))
    kept_receipts.take_back(game, kept.first)
    again = game.hands.filter(number=kept.first)
    void_receipts.keep(game, Bid.objects.filter(hand__in=again), VoidReceipt.Why.PUT_BACK)
    again.delete()
    _forget_asides_since(game, kept)
    came = tenures.came_since(game, rows["tenures"]) if "tenures" in rows else set()
    _restore(game, rows, came, kept.at)
    void_receipts.forget(game, [bid["fields"]["digest"] for bid in rows["bids"]])
    game.hand_number, game.told_hand = kept.last, rows["told"]
    if "tenures" in rows:  # what was taken back before they were kept has none
        tenures.put_back(game, rows["tenures"], kept.last)
    if "plans" in rows:
        plan_progress.put_back(game, rows["plans"], came)
    kept_receipts.put_back(rows.get("receipts", ()))  # as with tenures
    for each in game.seats.all():
        recount_misses(each)
    _mark_done(game, kept)
    _keep_shuffles(game, rows["shuffles"])
    state = _present_state(game)
    game_secrets.keep_state(game, state)
    kept.delete()
    hand = game.hands.get(number=game.hand_number)
    for taken in game.seats.filter(pk__in=came):  # nobody answers for whoever has it since
        bids.withdraw(hand, taken)
    game_flow.go_on_with(game, hand, state)
    game.save()


def _forget_asides_since(game: Game, kept: TakenBack) -> None:
    """What was done out of turn in the hand that was open again is void."""
    game.asides.filter(hand_number__gte=kept.first).delete()
    _mark_undone(game, kept.first, {})


def _restore(game: Game, rows: Rows, came: Collection[int], since: datetime) -> None:
    """The stage it was taken back to still exists, with its earlier hands. Nothing is restored to
    seats (by id) to which somebody else came, and no address of somebody who has gone, or who has
    revoked theirs since."""
    stages = [row["pk"] for row in rows["stages"]]
    Peek.objects.filter(stage__in=stages).delete()
    there = set(game.stages.filter(pk__in=stages).values_list("pk", flat=True))
    about = [topic["fields"]["address"] for topic in rows.get("topics", [])]
    addresses = set(ReplyAddress.objects.filter(pk__in=about).values_list("pk", flat=True))
    for name in ("stages", "hands", "bids", "clocks", "asides", "peeks", "addresses", "topics"):
        # What was taken back before topics were kept has none.
        for each in serializers.deserialize("json", json.dumps(rows.get(name, []))):
            row: Any = each.object
            if isinstance(row, Bid):
                game_secrets.seal_bid(row, game, game_secrets.Opened(*rows["opened"][str(row.pk)]))
            if isinstance(row, ReplyAddress):
                if not row.user.is_active:
                    continue
                reply_addresses.revoke_returned(row, since)
                reply_addresses.seal_token(row, rows["tokens"][str(row.pk)])
                addresses.add(row.pk)
            if isinstance(row, ReplyTopic) and row.address_id not in addresses:
                continue
            row.save(force_update=row.pk in there and name == "stages")
    for values in rows["seats"]:
        seat = Seat.objects.filter(pk=values["pk"]).exclude(pk__in=came)
        seat.update(bank_seconds=values["bank_seconds"], looked_at_hand=values["looked_at_hand"])


def _mark_done(game: Game, kept: TakenBack) -> None:
    for entry in game.log.filter(kind=UNDONE, data__taken=kept.pk):
        data = {name: value for name, value in entry.data.items() if name not in ("was", "taken")}
        entry.kind, entry.data = entry.data["was"], data
        entry.save(update_fields=["kind", "data"])
    write_log(game, "put_back", {"hand": kept.first})
