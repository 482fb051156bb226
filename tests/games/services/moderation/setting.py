"""Games and staff for the commands of moderators, and each command with what it needs."""

from datetime import timedelta

from django.utils import timezone

from accounts.models import Notice, User
from games.models import Game, Hand, Message, RatedGame, SeatClock
from games.services.hands import resolving
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.moderation.commands import COMMANDS
from games.services.moderation.execution import Done
from games.services.seats import pausing
from tests.accounts.making import member, staff
from tests.games.making import bid, bid_all, fresh, hand_of, running
from tests.narrowing import not_none
from tests.process_fixtures import again

PLAYERS = ("Marit", "Joost", "Aoife")


def undo(actor: User, done: Done) -> Done:
    return execution.undo(actor, done.entry.number, CommandInput("asked"))


def taken_back(actor: User, game: Game, hand: int) -> Done:
    return execution.carry_out(actor, "take_back", game.code, CommandInput("defect", hand=hand))


def players() -> list[User]:
    return [member(name) for name in PLAYERS]


def table(**wish: object) -> tuple[list[User], Game]:
    """These, and a game that they have just started: a copy if there was one before."""
    users: list[User]
    game: Game
    users, game = again(_table, tuple(sorted(wish.items())))
    return users, game


def _table(wish: tuple[tuple[str, object], ...]) -> tuple[list[User], Game]:
    users = players()
    return users, running(users, **dict(wish))


def game_with_a_miss(users: list[User] | None = None, **wish: object) -> Game:
    """Hand 1 was missed by seat 2; hands 2 and 3 were answered by all; hand 4 is open."""
    if users is None:
        game: Game = again(_with_a_miss, tuple(sorted(wish.items())))
        return game
    return _missed_in(users, wish)


def _with_a_miss(wish: tuple[tuple[str, object], ...]) -> Game:
    return _missed_in(players(), dict(wish))


def _missed_in(users: list[User], wish: dict[str, object]) -> Game:
    game = running(users, **wish)
    for user in users[:2]:
        bid(game, user)
    let_time_run_out(game)
    for _hand in range(2):
        bid_all(game)
    return fresh(game)


def let_time_run_out(game: Game) -> None:
    """Whoever has not answered the open hand has missed it."""
    hand, past = hand_of(game), timezone.now() - timedelta(minutes=1)
    SeatClock.objects.filter(hand=hand).update(deadline=past)
    Hand.objects.filter(pk=hand.pk).update(deadline=past)
    resolving.expire_hand(hand.pk)


def sent_letter(game: Game) -> Notice:
    """A letter about a game that went out."""
    notice = Notice.objects.filter(kind="game_started", facts__game=game.pk).first()
    assert notice is not None
    notice.state, notice.finished_at = Notice.State.SENT, timezone.now()
    notice.save()
    return notice


GIVEN: dict[str, CommandInput] = {
    "extend": CommandInput("asked", hours=12),
    "extend_person": CommandInput("absent", hours=48),
    "outage": CommandInput("outage", hours=10),
    "pause": CommandInput("asked"),
    "resume": CommandInput("asked"),
    "bot": CommandInput("absent", seat=1),
    "replace": CommandInput("absent", seat=1, person="Wim"),
    "cancel": CommandInput("asked"),
    "excuse": CommandInput("asked", "", hand=1, seat=2),
    "take_back": CommandInput("defect", "The cards were dealt wrongly.", hand=2),
    "end": CommandInput("asked"),
    "unrate": CommandInput("unfair"),
    "hide": CommandInput("conduct", "Not here.", message=1),
    "warn": CommandInput("conduct", "Please answer in time."),
    "mute": CommandInput("conduct", days=3),
    "suspend": CommandInput("unfair", "Two accounts.", days=30),
    "lift": CommandInput("asked"),
    "set_role": CommandInput("other", "Welcome.", role="helper"),
    "forget": CommandInput("asked"),
    "send_again": CommandInput("outage"),
}


def target_of(slug: str, game: Game, person: User) -> str:
    """What a command is pointed at."""
    on = COMMANDS[slug].on
    if on == "site":
        return "all"
    if on == "game":
        return game.code
    return str(person.pk if on == "person" else sent_letter(game).pk)


def prepared(slug: str, person: User, game: Game | None = None) -> None:
    """What must hold before the command makes sense."""
    if slug == "resume" and game is not None:
        game.refresh_from_db()
        pausing.pause(game)
        game.save()
    if slug == "unrate" and game is not None:
        Game.objects.filter(pk=game.pk).update(state=Game.State.OVER)
        RatedGame.objects.get_or_create(game=game, defaults={"by_rules": True})
    if slug == "hide" and game is not None:
        seat = game.seats.get(index=0)
        author = not_none(seat.user)
        Message.objects.create(game=game, number=1, seat=seat, author=author, sealed=b"!")
    if slug == "extend_person":
        running([person, *(member(f"Guest {n}") for n in range(2))])
    if slug == "lift":
        person.muted_until = timezone.now() + timedelta(days=2)
        person.save()


__all__ = ["GIVEN", "member", "staff"]
