"""The letters about what moderators did, at a table and to one person."""

from collections.abc import Iterator
from dataclasses import replace

from accounts.models import User
from games.models import Game
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from games.services.talk import reports
from tests.games.mail import reading
from tests.games.mail.goldens.frame import Golden, in_each
from tests.games.services.moderation.setting import GIVEN, game_with_a_miss, member, prepared, staff
from tests.secrecy.frozen import undone

SORT = "moderators"
WORDS = "Joost is in hospital."
ON_TABLE = (
    "pause", "extend", "resume", "excuse", "take_back", "end", "unrate", "hide", "cancel",
)  # fmt: skip
TO_PERSON = ("warn", "extend_person", "mute", "suspend", "lift", "set_role")
UNDONE = CommandInput("asked")


def letters() -> Iterator[Golden]:
    """Each as if the others had not been."""
    users = [*reading.members(3, zone="Europe/Amsterdam"), member("Wim")]
    chief, game = staff("Hedda", "chief"), game_with_a_miss(users[:3])
    for slug in ON_TABLE:
        with undone():
            yield from _at_table(slug, chief, game, users)
    with undone():
        yield from _taken_from(chief, game, users)
    with undone():
        yield from _given_on(chief, game, users)
    for slug in TO_PERSON:
        with undone():
            yield from _to_person(slug, chief, users[0])
    yield from _answered(chief, game, users)


def _variant(slug: str, first: str) -> str:
    return "" if slug == first else slug.replace("_", "-")


def _at_table(slug: str, chief: User, game: Game, users: list[User]) -> Iterator[Golden]:
    prepared(slug, users[3], game)
    done = execution.carry_out(chief, slug, game.code, replace(GIVEN[slug], text=WORDS))
    yield from in_each(SORT, "moderated", users[0], _variant(slug, ON_TABLE[0]))
    if slug == "hide":
        execution.undo(chief, done.entry.number, UNDONE)
        yield from in_each(SORT, "moderated", users[0], "undone")


def _taken_from(chief: User, game: Game, users: list[User]) -> Iterator[Golden]:
    execution.carry_out(chief, "bot", game.code, GIVEN["bot"])
    yield from in_each(SORT, "moderated", users[0], "bot")
    yield from in_each(SORT, "seat_offered", users[1], "by-moderators")


def _given_on(chief: User, game: Game, users: list[User]) -> Iterator[Golden]:
    execution.carry_out(chief, "replace", game.code, replace(GIVEN["replace"], text=WORDS))
    yield from in_each(SORT, "moderated", users[0], "replace")
    yield from in_each(SORT, "seat_taken", users[1], "by-moderators")
    yield from in_each(SORT, "briefing", users[3], "by-moderators")


def _to_person(slug: str, chief: User, user: User) -> Iterator[Golden]:
    prepared(slug, user)
    execution.carry_out(chief, slug, str(user.pk), GIVEN[slug])
    yield from in_each(SORT, "from_staff", user, _variant(slug, TO_PERSON[0]))


def _answered(chief: User, game: Game, users: list[User]) -> Iterator[Golden]:
    report = reports.make(users[0], "stuck", "Nothing happens.", game=game, person=None)
    reports.close(chief, report.pk, "acted", "Thank you. The clocks run again.")
    yield from in_each(SORT, "report_answered", users[0])
