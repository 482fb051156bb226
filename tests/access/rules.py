"""Who may: rules in words of roles, seats and states, which the tables of addresses name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from accounts.models import ModerationEntry
from games.models import Game, Seat
from games.services.moderation.commands import COMMANDS
from tests.access.world import PLAYER, SUSPENDED, Role, Thing, World

Rule = Callable[[World, Role, Thing], bool]
Things = Callable[[World], list[Thing]]
Sent = Callable[[World, Role, Thing], dict[str, Any]]
RANKS = {
    "help": {"helper", "moderator", "chief"},
    "moderate": {"moderator", "chief"},
    "govern": {"chief"},
}


@dataclass(frozen=True)
class Address:
    """One address of the URL conf: what it is asked about, who may by which method, what is sent.

    A method without a rule is nobody's.  `path` fills the route with a thing's key.
    """

    rules: Mapping[str, Rule]
    things: Things
    path: Callable[[World, Thing], str]
    sent: dict[str, Sent] = field(default_factory=dict)
    json: bool = False
    for_staff: bool = False
    # Methods that nobody is seen to be granted here, with the reason.
    never: dict[str, str] = field(default_factory=dict)


def nothing(_world: World) -> list[Thing]:
    """An address that is about nothing in particular."""
    return [Thing("-", "")]


def games(world: World) -> list[Thing]:
    """Every game, by its public name."""
    return [Thing(name, game.code, game) for name, game in world.games.items()]


def everybody(_world: World, _role: Role, _thing: Thing) -> bool:
    return True


def signed_in(_world: World, role: Role, _thing: Thing) -> bool:
    return role.user is not None


def owner(_world: World, role: Role, thing: Thing) -> bool:
    """Whose it is."""
    return role.user is not None and role.user.pk in thing.of


def helping(_world: World, role: Role, _thing: Thing) -> bool:
    """Staff of any rank with a second factor, who is not suspended."""
    return role.rank in RANKS["help"]


def moderating(_world: World, role: Role, _thing: Thing) -> bool:
    """Moderators and chiefs."""
    return role.rank in RANKS["moderate"]


def seat_of(world: World, role: Role, thing: Thing) -> int | None:
    if role.user is None or thing.game is None:
        return None
    return world.seated[thing.game.pk].get(role.user.pk)


def seated(world: World, role: Role, thing: Thing) -> bool:
    """Who sits there now; who gave the seat on does not."""
    return seat_of(world, role, thing) is not None


def sees(world: World, role: Role, thing: Thing) -> bool:
    """A public table is everybody's; another is of those who sit there, or have its link."""
    game = thing.game
    if game is None:
        return False
    public = game.visibility == Game.Visibility.PUBLIC
    return public or role.has_link or seated(world, role, thing)


def sees_record(world: World, role: Role, thing: Thing) -> bool:
    return is_in(thing, Game.State.OVER) and sees(world, role, thing)


def is_in(thing: Thing, *states: str) -> bool:
    return thing.game is not None and thing.game.state in states


def seated_in(*states: str) -> Rule:
    """Who sits there, in these states of the game."""
    return lambda world, role, thing: is_in(thing, *states) and seated(world, role, thing)


def made_it(_world: World, role: Role, thing: Thing) -> bool:
    """The maker of an open table."""
    game = thing.game
    mine = game is not None and role.user is not None and game.maker_id == role.user.pk
    return mine and is_in(thing, Game.State.OPEN)


def playing(role: Role) -> bool:
    return role.user is not None and role.name != SUSPENDED


def joins(world: World, role: Role, thing: Thing) -> bool:
    """Who sees an open table and does not sit there."""
    there = is_in(thing, Game.State.OPEN) and sees(world, role, thing)
    return there and playing(role) and not seated(world, role, thing)


def reads_talk(world: World, role: Role, thing: Thing) -> bool:
    """Who sees the table, where everybody may read its talk, else who sits there."""
    game = thing.game
    if game is None or not sees(world, role, thing):
        return False
    if game.chat == Game.Chat.PLAYERS:
        return seated(world, role, thing)
    return game.chat == Game.Chat.EVERYBODY


def says(world: World, role: Role, thing: Thing) -> bool:
    """Who sits there, may speak, and has a table that talks and was not cancelled."""
    game = thing.game
    talks = game is not None and game.chat != Game.Chat.OFF
    there = talks and not is_in(thing, Game.State.CANCELLED)
    return there and playing(role) and seated(world, role, thing)


def noted_in(*states: str) -> Rule:
    """Who wrote a note there, which of all only the maker of our tables did."""
    return lambda world, role, thing: (
        is_in(thing, *states) and role.name == PLAYER and seated(world, role, thing)
    )


def of_others(_world: World, role: Role, thing: Thing) -> bool:
    """Anybody who is signed in, about anybody else."""
    return role.user is not None and role.user.pk not in thing.of


def befriends(world: World, role: Role, thing: Thing) -> bool:
    """Who may write, about anybody else with an account."""
    return playing(role) and of_others(world, role, thing)


def takes_seat(world: World, role: Role, thing: Thing) -> bool:
    """Who sees that a seat is offered, and neither sits nor sat at that table; or has it."""
    game = thing.game
    if game is None or not playing(role) or role.user is None or not sees(world, role, thing):
        return False
    offered = game.seats.filter(absence=Seat.Absence.OFFERED).exists()
    has_it = game.state == Game.State.RUNNING and seat_of(world, role, thing) == 2
    return has_it or (offered and role.user.pk not in world.stakes[game.pk])


def reads_report(world: World, role: Role, thing: Thing) -> bool:
    """Staff, but not of what they wrote, of themselves, or of their own table."""
    return helping(world, role, thing) and not _concerned(world, role, thing)


def commands_it(world: World, role: Role, thing: Thing) -> bool:
    """Staff of the rank that the command asks for, without a stake, in a fitting state; on
    somebody only if they rank below."""
    command = COMMANDS[thing.command]
    if role.rank not in RANKS[command.needs] or _concerned(world, role, thing):
        return False
    if _is_person(thing) and _outranked(world, role, thing):
        return False
    on_game = command.on == "game" and thing.game is not None
    return not on_game or (thing.game is not None and thing.game.state in command.states)


def undoes_it(world: World, role: Role, thing: Thing) -> bool:
    command = COMMANDS[thing.command]
    if _is_person(thing) and _outranked(world, role, thing):
        return False
    return role.rank in RANKS[command.needs] and not _concerned(world, role, thing)


ORDER = ("", "helper", "moderator", "chief")


def _outranked(world: World, role: Role, thing: Thing) -> bool:
    """Whether it is about somebody whose rank is as high, or higher."""
    theirs = {each.rank for each in world.roles.values() if each.user and each.user.pk in thing.of}
    return any(ORDER.index(rank) >= ORDER.index(role.rank) for rank in theirs)


def _concerned(world: World, role: Role, thing: Thing) -> bool:
    """Whether it is about this person, their game, or somebody they play with."""
    if role.user is None:
        return False
    me = role.user.pk
    if me in thing.of or (thing.game is not None and me in world.stakes[thing.game.pk]):
        return True
    return any(_at_one_table(world, me, other) for other in thing.of if _is_person(thing))


def _is_person(thing: Thing) -> bool:
    return bool(thing.command) and COMMANDS[thing.command].on == "person"


def _at_one_table(world: World, me: int, other: int) -> bool:
    """One of them sits at a table that runs, and the other has a stake in it."""
    return any(
        game.state == Game.State.RUNNING
        and me in world.stakes[game.pk]
        and other in world.seated[game.pk]
        for game in world.games.values()
    )


def entry_thing(world: World, entry: ModerationEntry) -> Thing:
    """An entry of the log that might be undone."""
    kind, _colon, key = entry.about.partition(":")
    game = next((game for game in world.games.values() if game.code == key), None)
    of = (int(key),) if kind == "person" else ()
    return Thing(f"entry {entry.number}", str(entry.number), game, of, entry.command)
