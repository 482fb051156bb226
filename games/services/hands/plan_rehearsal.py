"""What a plan would answer now, and would have answered before. Nothing is stored."""

from collections.abc import Iterator
from dataclasses import dataclass

from games import game_secrets, plans, selectors
from games.models import Game, Seat
from games.plans import evaluating, parsing
from games.plans.evaluating import SeenHand, Verdict
from games.plans.plan_tree import Plan, Progress
from games.rules.base import Observation, State
from games.rules.registry import ruleset
from games.services.hands import auto_answers
from games.services.results import archive


@dataclass(frozen=True)
class Tried:
    """What a plan says in a hand.

    `seen` is the seat's own observation there, `given` what it really answered (None: nothing
    yet), `answered` whether just now, by this plan.
    """

    hand: int
    seen: Observation
    verdict: Verdict
    given: str | None = None
    answered: bool = False


@dataclass(frozen=True)
class Rehearsal:
    """`now`: the open hand (None: this seat owes nothing); `stage`: the one that `past` is from."""

    plan: Plan
    now: Tried | None
    stage: int
    past: list[Tried]


def rehearse(game: Game, seat: Seat, plan: Plan) -> Rehearsal:
    """What a plan would answer now, and would have answered in the hands of the last finished
    stage.

    Uses only this seat's own observations, and none of a predecessor there. The hands are those
    that were played; that the plan might have answered differently changes nothing after them.
    """
    words = plans.vocabulary_of(game.ruleset)
    stage, hands = _last_stage(game, seat)
    progress, past = Progress(), []
    for number, asked, given in hands:
        verdict = evaluating.evaluate(plan, progress, words, asked)
        progress = verdict.progress
        past.append(Tried(number, asked.observation, verdict, given))
    return Rehearsal(plan, now(game, seat, plan), stage, past)


def now(game: Game, seat: Seat, plan: Plan) -> Tried | None:
    """What a plan says in the open hand, read from its first step; None if the seat owes
    nothing."""
    hand = selectors.observations.current_hand(game)
    if hand is None or seat.index not in hand.awaiting:
        return None
    asked = auto_answers.seen_hand(game, game_secrets.open_state(game), seat.index)
    verdict = evaluating.evaluate(plan, Progress(), plans.vocabulary_of(game.ruleset), asked)
    own = selectors.observations.own_bid(game, hand, seat.index)
    return Tried(game.hand_number, asked.observation, verdict, own.notation if own else None)


def present(game: Game, seat: Seat) -> Tried | None:
    """What this seat's plan says in the open hand, if it was written after that hand opened.

    None otherwise: then it was already asked when the hand opened.
    """
    kept, hand = (
        selectors.hands.plans.own_plan(game, seat),
        selectors.observations.current_hand(game),
    )
    if kept is None or hand is None or kept.changed_at < hand.opened_at:
        return None
    words = plans.vocabulary_of(game.ruleset)
    return now(game, seat, parsing.parse_stored(kept.text, words))


def can_play(game: Game, seat: Seat) -> bool:
    """Whether this seat's plan has an answer to the open hand, and was not asked there yet: the
    next step is for the hand after."""
    kept, tried = selectors.hands.plans.own_plan(game, seat), present(game, seat)
    unasked = kept is not None and kept.done == 0
    return unasked and tried is not None and tried.verdict.answer is not None


PastHand = tuple[int, SeenHand, str]  # number, as the seat was asked, what it answered


def _last_stage(game: Game, seat: Seat) -> tuple[int, list[PastHand]]:
    """The last finished stage, or the first one as far as it has come: the hands in which whoever
    has the seat now had it, too."""
    by_stage: dict[int, list[PastHand]] = {}
    rules = ruleset(game.ruleset)
    theirs = selectors.seats.occupancy.theirs_among(seat, range(1, game.hand_number + 1))
    for number, state, bids in replayed(game):
        stage = rules.position(state).stage
        hands = by_stage.setdefault(stage, [])
        if seat.index in bids and number in theirs:
            asked = auto_answers.seen_hand(game, state, seat.index)
            hands.append((number, asked, bids[seat.index]))
    if not by_stage:
        return 1, []
    present = rules.position(game_secrets.open_state(game)).stage
    wanted = present - 1 if present > 1 else present
    return wanted, by_stage.get(wanted, [])


def replayed(game: Game) -> Iterator[tuple[int, State, dict[int, str]]]:
    """Every resolved hand: its number, the state in which it opened, and the answers by seat."""
    rules = ruleset(game.ruleset)
    opened, shuffles = archive.opened_bids(game), iter(game_secrets.open_shuffles(game))
    asides = list(game.asides.select_related("seat").order_by("pk"))
    state = rules.start(game.seat_count, game.options)
    for number in sorted(opened):
        while rules.shuffle_needed(state) is not None:
            state = rules.shuffled(state, next(shuffles))
        bids = {seat: bid.notation for seat, bid in opened[number].items()}
        yield number, state, bids
        for aside in asides:
            if aside.hand_number == number:
                state = rules.aside(state, aside.seat.index, aside.act).state
        state = rules.resolve(state, bids).state
