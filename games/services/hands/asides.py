"""What a seat does out of turn: an aside of its ruleset, or a peek."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from accounts.operation import database_clock
from games import bots, game_secrets
from games.models import Aside, Game, Hand, Peek, Seat
from games.refusals import Refused
from games.rules.base import State
from games.rules.registry import ruleset
from games.services import wake_workers
from games.services.game_log import write_log
from games.services.hands import game_flow
from games.services.hands.bidding import seat_of
from games.services.notifications import seat_notices

SECONDS_A_RUN = 30  # of the sand timer; the rules give it no length (Rowboat, RB-17)


def do_aside(
    user: User,
    code: str,
    act: str,
    *,
    hand_number: int | None = None,
    given_at: datetime | None = None,
) -> Game:
    """Carries out an aside of this person's seat, and what bots answer to it. Raises `Refused`.

    The open hand stays open with its bids, unless the aside ends the game. A mail counts only in
    the hand that it was about, and from when it came (`given_at`), since it can't be taken back.
    """
    with transaction.atomic():
        game = game_secrets.lock_game_by_code(code)
        seat = seat_of(game, user, given_at)
        if game.state != Game.State.RUNNING:
            raise Refused("game_not_running" if game.state == Game.State.OPEN else "game_over")
        if hand_number not in (None, game.hand_number):
            open_ = game.hand_number
            raise Refused("stale_hand", {"open": open_}, given=hand_number, open=open_)
        _carry_out(game, seat, " ".join(act.lower().split()), given_at)
        _let_bots_reply(game)
    return game


def do_for_bot(hand_id: int, index: int, act: str) -> bool:
    """Carries out an aside of a bot. False if it can't (any more), or the game has gone on: what it
    decided was about that hand alone."""
    with transaction.atomic():
        game = game_secrets.lock_of_hand(hand_id)
        if game is None or not _is_open(hand_id, game):
            return False
        seat = game.seats.select_related("user").get(index=index)
        possible = ruleset(game.ruleset).asides(game_secrets.open_state(game), index)
        if not seat.by_bot or act not in possible:
            return False
        _carry_out(game, seat, act)
    return True


def _is_open(hand_id: int, game: Game) -> bool:
    open_hands = game.hands.filter(number=game.hand_number, state=Hand.State.OPEN)
    return game.state == Game.State.RUNNING and open_hands.filter(pk=hand_id).exists()


def _carry_out(game: Game, seat: Seat, act: str, given_at: datetime | None = None) -> None:
    rules, state = ruleset(game.ruleset), game_secrets.open_state(game)
    possible = rules.asides(state, seat.index)
    if given_at is not None:
        possible = _possible_then(game, seat, possible, given_at)
    if act not in possible:
        raise Refused(
            "no_aside", {"asides": possible}, given=act[:40], legal=", ".join(possible) or "—"
        )
    step = rules.aside(state, seat.index, act)
    at = given_at or database_clock.now()
    Aside.objects.create(game=game, hand_number=game.hand_number, seat=seat, act=act, at=at)
    write_log(
        game,
        "aside",
        {
            "seat": seat.index,
            "act": act,
            "events": [{"kind": event.kind, **event.data} for event in step.events],
        },
    )
    _settle(game, step.state)
    if game.state == Game.State.RUNNING:  # its end is told by itself
        seat_notices.out_of_turn(game, act, seat)
    wake_workers.deliver()


def _possible_then(game: Game, seat: Seat, possible: list[str], given_at: datetime) -> list[str]:
    """What of this a mail of that moment may still do: it answers nothing that was said only after
    it. Raises `Refused` ("changed_since") if its seat has acted out of turn since."""
    since = set(game.asides.filter(at__gt=given_at).values_list("seat", flat=True))
    if seat.pk in since:
        raise Refused("changed_since")
    return [] if since and bots.reply(game.ruleset, possible) else possible


def _let_bots_reply(game: Game) -> None:
    rules = ruleset(game.ruleset)
    for seat in game.seats.select_related("user").filter(user__kind=User.Kind.BOT):
        if game.state != Game.State.RUNNING:
            return
        possible = rules.asides(game_secrets.open_state(game), seat.index)
        if reply := bots.reply(game.ruleset, possible):
            _carry_out(game, seat, reply)


def _settle(game: Game, state: State) -> None:
    game_secrets.keep_state(game, state)
    outcome = ruleset(game.ruleset).outcome(state)
    if outcome is None:
        _grant_peeks(game, state)
    else:
        game.hands.filter(number=game.hand_number).update(
            state=Hand.State.VOID, resolved_at=database_clock.now()
        )
        game_flow.finish(game, outcome)
    game.save()


def _grant_peeks(game: Game, state: State) -> None:
    """Gives a peek to each seat that may now look at something and could not before; it begins
    when they open it."""
    rules = ruleset(game.ruleset)
    stage = game.stages.get(number=rules.position(state).stage)
    for seat in game.seats.all():
        runs = rules.peek(state, seat.index)["runs"]
        if runs:
            Peek.objects.get_or_create(
                seat=seat, stage=stage, defaults={"seconds": runs * SECONDS_A_RUN}
            )


def open_peek(user: User, code: str) -> Peek:
    """Starts the timer of this person's peek. A second call does not start it again."""
    with transaction.atomic():
        game = game_secrets.lock_game_by_code(code)
        seat = seat_of(game, user)
        peek = Peek.objects.filter(seat=seat, stage__ended_at=None).first()
        if peek is None:
            raise Refused("no_peek")
        if peek.opened_at is None:
            peek.opened_at = database_clock.now()
            peek.save(update_fields=["opened_at"])
    return peek
