"""Carrying out a command: permission, lock, effect, log, notice; also its preview and its undo.

A preview *is* the effect: the same function in a transaction that is rolled back. Attempts without
permission are logged all the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import connection, transaction

from accounts.models import ModerationEntry, Notice, User
from accounts.notifications import outbox
from accounts.notifications.channels.names import SITE as SITE_CHANNEL
from accounts.notifications.outbox import NotificationRequest
from accounts.security import roles
from accounts.staff.audit_log import about_game, about_person, append, last_action
from accounts.text.numbers import whole_number
from games import visibility
from games.models import Game, Hand, Seat
from games.refusals import Refused
from games.selectors.moderation.stakes import has_stake, is_own, letters_for, plays_with
from games.services.hands import outages
from games.services.lobby import duplicate_tables
from games.services.moderation import moderation_notices, seat_commands, signed_previews
from games.services.moderation.command_types import (
    GAME,
    LETTER,
    MAX_TEXT_LENGTH,
    PERSON,
    REASONS,
    SITE,
    Action,
    Command,
    CommandInput,
    Facts,
)
from games.services.moderation.commands import COMMANDS
from games.services.moderation.talk_commands import hidden_in

WRITTEN_DOWN = ("own_game", "own_person", "not_allowed", "outranked")
UNDO = "undo"


@dataclass(frozen=True)
class Effect:
    """What a command does: the state before and after, and the letters that are sent.

    `letters` are (kind, name of the person) pairs in order, or an address instead of a name; those
    that ask for an answer are left out.
    `seen` is all of that with who asked for what (`games.services.moderation.signed_previews`).
    """

    before: Mapping[str, Any]
    after: Mapping[str, Any]
    letters: Sequence[tuple[str, str]]
    undoable: bool
    seen: signed_previews.Seen = field(default_factory=dict, compare=False, repr=False)

    @property
    def token(self) -> str:
        """Given to `carry_out` or `undo`, it limits them to exactly this effect."""
        return signed_previews.signed(self.seen)


@dataclass(frozen=True)
class Done:
    """A command that was carried out."""

    entry: ModerationEntry
    effect: Effect


def preview(actor: User, slug: str, target: str, given: CommandInput) -> Effect:
    """What `carry_out` would do now. Changes nothing. Raises `Refused`."""
    with _refusals_written_down(actor, slug, target), transaction.atomic():
        done = _do(actor, slug, target, given)
        transaction.set_rollback(True)
    return done.effect


def carry_out(
    actor: User, slug: str, target: str, given: CommandInput, token: str | None = None
) -> Done:
    """Carries out a command on a game (by code), or a person or letter (by id, as text).

    With the token of a preview, only if it does exactly what that showed. Raises `Refused`; then
    nothing is changed.
    """
    with _refusals_written_down(actor, slug, target), transaction.atomic():
        return _held_to(token, _do(actor, slug, target, given))


def undo(actor: User, number: int, given: CommandInput, token: str | None = None) -> Done:
    """Undoes what the entry of that number did, as far as that is still possible.

    Raises `Refused` if it was already undone, or too much has happened since.
    """
    entry = _entry(number)
    with _undo_written_down(actor, entry), transaction.atomic():
        return _held_to(token, _undo(actor, *_undoable(actor, entry), given))


def preview_undo(actor: User, number: int, given: CommandInput) -> Effect:
    """What `undo` would do now. Changes nothing. Raises `Refused`."""
    entry = _entry(number)
    with _undo_written_down(actor, entry), transaction.atomic():
        done = _undo(actor, *_undoable(actor, entry), given)
        transaction.set_rollback(True)
    return done.effect


def _held_to(token: str | None, done: Done) -> Done:
    """Compares the effect with the token once it is done, while it still holds its locks."""
    if token is not None:
        signed_previews.check(token, done.effect.seen)
    return done


def _entry(number: int) -> ModerationEntry | None:
    return ModerationEntry.objects.filter(number=number).first()


def _undoable(actor: User, entry: ModerationEntry | None) -> tuple[ModerationEntry, Command]:
    """Only who may read the log is told that it has no such entry. Raises `Refused`."""
    if not roles.may(actor, roles.HELP):
        raise Refused("not_allowed")
    command = COMMANDS.get(entry.command) if entry else None
    if entry is None or command is None or command.undo is None:
        raise Refused("cannot_undo")
    return entry, command


def check(actor: User, slug: str, target: str) -> None:
    """Raises `Refused` unless this person could give this command there now. Asking is no attempt,
    so it is not logged."""
    command = COMMANDS.get(slug)
    if command is None:
        raise Refused("unknown_command")
    _check_right(actor, command)
    with transaction.atomic():
        _act(actor, command, target, CommandInput())


def check_undo(actor: User, entry: ModerationEntry) -> None:
    """Raises `Refused` if this moderator can't undo the entry."""
    command = COMMANDS.get(entry.command)
    if command is None or command.undo is None or _undone(entry):
        raise Refused("cannot_undo")
    _check_right(actor, command)
    with transaction.atomic():
        _act(actor, command, entry.about.partition(":")[2], CommandInput(), undoing=True)


class _refusals_written_down:  # noqa: N801 – read as a word
    """Logs, outside the transaction that was rolled back, who tried what they may not do."""

    def __init__(self, actor: User, slug: str, target: str, about: str = "") -> None:
        self._actor, self._slug = actor, slug
        command = COMMANDS.get(slug)
        self._about = about or f"{command.on if command else 'game'}:{target}"[:48]

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, Refused) and error.code in WRITTEN_DOWN:
            facts = {"command": self._slug, "why": error.code}
            append(self._actor, "refused", self._about, facts=facts)


def _undo_written_down(actor: User, entry: ModerationEntry | None) -> _refusals_written_down:
    about = entry.about if entry else SITE
    return _refusals_written_down(actor, UNDO, about.partition(":")[2], about)


def _do(actor: User, slug: str, target: str, given: CommandInput) -> Done:
    command = COMMANDS.get(slug)
    if command is None:
        raise Refused("unknown_command")
    _check_right(actor, command)
    given = given if command.words else replace(given, text="")
    _check_given(given)
    action, about = _act(actor, command, target, given)
    before, last = _seen(action), last_action(about)
    with outbox.captured() as heard:
        facts = command.act(action)
        entry = _write(actor, command.slug, about, given, facts)
        if command.tells:
            moderation_notices.tell(action, entry, heard)
    what = f"{slug} {about}"
    return Done(
        entry, _effect(action, what, before, last, heard, undoable=command.undo is not None)
    )


def _effect(
    action: Action,
    what: str,
    before: Mapping[str, Any],
    last: int,
    heard: Sequence[NotificationRequest],
    *,
    undoable: bool,
) -> Effect:
    after, letters = _seen(action), _letters(heard)
    besides = {"letters": letters, "last": last}
    seen = signed_previews.seen(action.actor, what, action.given, before, after, besides)
    return Effect(before, after, letters, undoable, seen)


def _undo(actor: User, entry: ModerationEntry, command: Command, given: CommandInput) -> Done:
    _check_right(actor, command)
    _check_given(given)
    target = entry.about.partition(":")[2]
    action, about = _act(actor, command, target, given, undoing=True)
    if _undone(entry):
        raise Refused("cannot_undo")
    before, last = _seen(action), last_action(about)
    with outbox.captured() as heard:
        if command.undo is not None:
            command.undo(action, entry.facts)
        facts = {"undoes": entry.number, "command": command.slug}
        written = _write(actor, UNDO, about, given, facts)
        if command.tells:
            moderation_notices.tell(action, written, heard)
    what = f"{UNDO} {entry.number}"
    return Done(written, _effect(action, what, before, last, heard, undoable=False))


def _undone(entry: ModerationEntry) -> bool:
    later = ModerationEntry.objects.filter(about=entry.about, command=UNDO)
    return later.filter(facts__undoes=entry.number).exists()


def _check_right(actor: User, command: Command) -> None:
    if not roles.may(actor, command.needs):
        raise Refused("not_allowed")


def _check_given(given: CommandInput) -> None:
    if given.reason not in REASONS:
        raise Refused("no_reason", {"reasons": list(REASONS)})
    if given.reason == "other" and not given.text.strip():
        raise Refused("no_reason", {"reasons": list(REASONS)})
    if len(given.text) > MAX_TEXT_LENGTH:
        raise Refused("long_text", most=MAX_TEXT_LENGTH)


def _act(
    actor: User, command: Command, target: str, given: CommandInput, *, undoing: bool = False
) -> tuple[Action, str]:
    """What the command acts on, locked, and how the log names that. Raises `Refused`."""
    if command.on == GAME:
        if given.person:  # who is to get a seat: held before the game, as by `sanctions.hold`
            list(seat_commands.named(given).select_for_update(no_key=True))
        game = duplicate_tables.lock(target)
        _check_no_stake(actor, game)
        if game.state not in command.states and undoing:
            raise Refused("cannot_undo")
        if game.state not in command.states:
            raise Refused("not_in_this_state", given=game.get_state_display())
        return Action(actor, given, game=game), about_game(game.code)
    if command.on == PERSON:
        person = _person(target)
        if is_own(actor, person.pk) or plays_with(actor, person):
            raise Refused("own_person")
        if not roles.outranks(actor, person):
            raise Refused("outranked")
        return Action(actor, given, person=person), about_person(person.pk)
    if command.on == SITE:
        _lock_site()
        return Action(actor, given), SITE
    return _act_on_letter(actor, target, given), f"{LETTER}:{target}"


def _lock_site() -> None:
    """There is no row to lock. Not by the log's own lock, which would stop everybody's commands."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", ["moderation of the site"])


def _person(target: str) -> User:
    rows = User.objects.select_for_update(no_key=True)
    found = rows.filter(pk=whole_number(target) or 0).first()
    if found is None or found.is_bot or not found.is_active:  # their data was erased
        raise Refused("unknown_person")
    return found


def _act_on_letter(actor: User, target: str, given: CommandInput) -> Action:
    rows = letters_for(actor, Notice.objects.exclude(channel=SITE_CHANNEL))
    notice = visibility.shown_notices(rows).filter(pk=whole_number(target) or 0).first()
    if notice is None:
        raise Refused("unknown_letter")
    if notice.recipient_id == actor.pk:
        raise Refused("own_person")
    game = Game.objects.filter(pk=notice.facts.get("game", 0)).first()
    if game is not None:
        _check_no_stake(actor, game)
    return Action(actor, given, letter=notice.pk)


def _check_no_stake(actor: User, game: Game) -> None:
    if has_stake(actor, game):
        raise Refused("own_game")


def _write(
    actor: User, slug: str, about: str, given: CommandInput, facts: Facts
) -> ModerationEntry:
    return append(actor, slug, about, reason=given.reason, text=given.text.strip(), facts=facts)


def _letters(heard: Sequence[NotificationRequest]) -> list[tuple[str, str]]:
    """Without those that ask for an answer: whose plan has answered gets none."""
    told = [each for each in heard if each.kind not in visibility.KINDS_THAT_ASK]
    names = User.objects.in_bulk({each.recipient_id for each in told if each.recipient_id})
    return [
        (each.kind, names[each.recipient_id].name if each.recipient_id in names else each.address)
        for each in told
    ]


def _seen(action: Action) -> dict[str, Any]:
    """The present state, in facts that everybody may see."""
    if action.game is not None:
        return seen_of_game(action.game)
    if action.person is not None:
        return seen_of_person(action.person)
    if not action.letter:
        return _seen_of_site()
    state = Notice.objects.filter(pk=action.letter).values_list("state", flat=True)
    return {"letter": state.get()}


def _seen_of_site() -> dict[str, Any]:
    """How many open hands are still to be credited for an outage."""
    return {"time_back": sum(len(outages.touched(each)) for each in outages.unsettled())}


def seen_of_game(game: Game) -> dict[str, Any]:
    """State, open hand, deadline (to the minute), and who sits where."""
    found: dict[str, Any] = {"state": game.state, "hand": game.hand_number or None}
    hand = Hand.objects.filter(game=game, number=game.hand_number).select_related("stage").first()
    if hand is not None and game.state == Game.State.RUNNING:
        found["stage"] = hand.stage.number
        found["deadline"] = hand.deadline.replace(second=0, microsecond=0)
    seats = game.seats.select_related("user").order_by("index")
    found["paused"] = game.paused_at is not None
    found["hidden"] = hidden_in(game.pk)
    found["seats"] = [_who(seat) for seat in seats]
    found["misses"] = [seat.misses for seat in seats]
    if game.outcome:
        found["scores"] = game.outcome.get("scores")
    return found


def _who(seat: Seat) -> str:
    if seat.user is None:
        return ""
    return f"{seat.user.name} (bot)" if seat.absence else str(seat.user.name)


def seen_of_person(person: User) -> dict[str, Any]:
    """Role, and until when muted or suspended (to the minute)."""
    ends = {"muted": person.muted_until, "suspended": person.suspended_until}
    found = {name: at.replace(second=0, microsecond=0) for name, at in ends.items() if at}
    return {"role": roles.role_of(person), **found}
