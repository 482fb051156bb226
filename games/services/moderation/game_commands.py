"""Commands on games, except taking back."""

from django.db.models import Q, QuerySet

from accounts.operation import database_clock
from games import game_secrets, kept_bids
from games.models import Bid, Game, Hand, RatedGame, Seat, SeatClock
from games.refusals import Refused
from games.rules.base import Json, Outcome
from games.rules.registry import ruleset
from games.services import wake_workers
from games.services.hands import bids as bidding
from games.services.hands import game_flow
from games.services.moderation.command_types import Action, Facts
from games.services.results import ratings

# The hands whose misses are public.
PUBLIC_MISSES = Q(hand__state=Hand.State.RESOLVED) | Q(
    hand__state__in=(Hand.State.OPEN, Hand.State.READY), hand__game__shows_bids=True
)

EXCUSED = SeatClock.objects.filter(counted=False, in_time=False, hand__state=Hand.State.RESOLVED)


def excuse(action: Action) -> Facts:
    """The miss no longer counts, neither at the table nor in the public record, where also an
    answer given after the deadline is one. What was played stays."""
    game, number, index = action.table, action.given.hand, action.given.seat
    late = SeatClock.objects.filter(
        hand__game=game, hand__number=number, seat__index=index, hand__state=Hand.State.RESOLVED,
        counted=True, in_time=False,
    )  # fmt: skip
    person = late.values_list("user_id", flat=True).first()  # may have left the seat since
    if not late.update(counted=False):
        raise Refused("no_miss", given=number)
    recount_misses(game.seats.get(index=index))
    facts = {"hand": number, "seat": index, "person": person}
    return facts | {"clocks": list(_excused(game, facts).values_list("pk", flat=True))}


def _excused(game: Game, facts: Facts) -> "QuerySet[SeatClock]":
    """The clocks of the miss that an entry excused, or of any in that hand if it is older than
    `clocks`. A hand that was taken back and played anew has others."""
    clocks = EXCUSED.filter(hand__game=game, hand__number=facts["hand"], seat__index=facts["seat"])
    return clocks.filter(pk__in=facts["clocks"]) if "clocks" in facts else clocks


def recount_misses(seat: Seat) -> None:
    """Counts the public misses, not excused, of whoever has this seat now: all of them, and those
    in a row since they last came back."""
    excused = set(EXCUSED.filter(seat=seat).values_list("hand__number", flat=True))
    tenure = seat.tenures.filter(until_hand=None).first()
    back = seat.game.log.filter(kind="returned", data__seat=seat.index).order_by("number").last()
    first = tenure.from_hand if tenure else 1
    seat.misses = seat.misses_in_row = 0
    in_row = True
    for number, missed, via in _answers(seat.game, seat.index):
        in_row = in_row and number >= (back.hand_number if back else 1)
        if number >= first and missed and number not in excused:
            seat.misses += 1
            seat.misses_in_row += in_row
        elif via in bidding.PERSONAL:
            in_row = False
    seat.save(update_fields=["misses", "misses_in_row"])


def _answers(game: Game, index: int) -> list[tuple[int, bool, str]]:
    """Number of the hand, missed and via, for each public answer of a seat, newest first."""
    rows = Bid.objects.filter(PUBLIC_MISSES, hand__game=game, seat__index=index)
    found = [*rows.values_list("hand__number", "missed", "via")]
    kept = (bid for bid in kept_bids.of_game(game) if bid.seat.index == index)
    found += ((bid.hand.number, bid.missed, bid.via) for bid in kept)
    return sorted(found, reverse=True)


def blame_again(action: Action, facts: Facts) -> None:
    """Undoes an excuse: the miss counts again."""
    if not _excused(action.table, facts).update(counted=True):  # the hand was taken back
        raise Refused("cannot_undo")
    recount_misses(action.table.seats.get(index=facts["seat"]))


def end_as_it_stands(action: Action) -> Facts:
    """Ends the game with the points scored so far.

    Its record ends where the game did, and has no outcome, because by the rules there is none.
    """
    game = action.table
    outcome = current_outcome(game)
    Hand.objects.filter(game=game, number=game.hand_number).exclude(
        state=Hand.State.RESOLVED
    ).update(state=Hand.State.VOID, resolved_at=database_clock.now())
    game_flow.finish(game, outcome, by_rules=False)
    game.save()
    wake_workers.deliver()
    return {"scores": list(outcome.scores), "hand": game.hand_number}


def current_outcome(game: Game) -> Outcome:
    """The points so far, as every spectator sees them. Raises `Refused` for a game
    without points."""
    scores = scores_shown(
        ruleset(game.ruleset).observation(game_secrets.open_state(game), None), game
    )
    if scores is None:
        raise Refused("no_points")
    best = max(scores)
    return Outcome(scores, tuple(i for i, score in enumerate(scores) if score == best))


def scores_shown(table: Json, game: Game) -> tuple[int, ...] | None:
    """The scores by seat; where partners share a side, seat by seat from the sides
    (docs/records.md, section 6). None if the table shows none."""
    places = table.get("sides") or table.get("seats") or []
    if not places or any("score" not in place for place in places):
        return None
    return tuple(places[seat % len(places)]["score"] for seat in range(game.seat_count))


def unrate(action: Action) -> Facts:
    """The finished game changes nobody's rating; later ratings are computed again."""
    if RatedGame.objects.filter(game=action.table).exclude(left_out="").exists():
        raise Refused("unrated_already")
    ratings.leave_out(action.table)
    return {}


def rate_again(action: Action, facts: Facts) -> None:
    """Undoes `unrate`: it counts again, in its old place."""
    ratings.count_again(action.table)
