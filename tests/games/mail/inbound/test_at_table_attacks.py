"""Every command where it could do something: a stranger's, the same mail again, and a late word."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Bid, Game, Hand, Invitation, Message, Note, Plan, Seat, Vote
from games.services.hands import plans
from games.services.lobby import invitations, tables
from games.services.seats import absence, votes
from games.services.talk import notes
from tests.games.mail.inbound.at_table import ask, people, table
from tests.games.mail.inbound.mailing import letters_to, write
from tests.games.mail.reading import started
from tests.games.making import fresh, legal
from tests.narrowing import not_none
from tests.process_fixtures import again

__all__ = ["people", "table"]  # fixtures
pytestmark = pytest.mark.django_db
EVIL = {"sender": "evil@elsewhere.example"}
NOT_KEPT = ("undo", "confirm")  # they concern the sender's own mails alone


@pytest.fixture
def game(people: list[User]) -> Game:
    return again(_slow, people)


def _slow(people: list[User]) -> Game:
    return started(people, hours=14 * 24)


def all_of_it() -> list[list[dict[str, Any]]]:
    """Everything that mails about tables change."""
    games = Game.objects.values("pk", "state", "paused_at", "rematch_of")
    seats = Seat.objects.values("pk", "user", "kept_for", "absence", "extended")
    kept = (Vote, Note, Invitation, Bid, Plan, Message)
    rows: list[Any] = [games, seats, Hand.objects.values("pk", "deadline")]
    rows += [one._default_manager.values() for one in kept]
    return [list(each.order_by("pk")) for each in rows]


# ------------------------------------------------------------------ who writes, and where

Prepare = Callable[[Game, list[User]], None]


def nothing(_game: Game, _people: list[User]) -> None:
    """The game as it is."""


def a_vote(game: Game, people: list[User]) -> None:
    votes.vote(people[1], game.code, "cancel")


def votes_of_mine(game: Game, people: list[User]) -> None:
    votes.vote(people[0], game.code, "cancel")


def a_pause(game: Game, people: list[User]) -> None:
    for user in people:
        votes.vote(user, game.code, "pause")
    assert fresh(game).paused_at


def a_note_by_mail(game: Game, people: list[User]) -> None:
    ask(people[0], game, "note Joost keeps his 44")


def a_plan(game: Game, people: list[User]) -> None:
    plans.write(people[0], game.code, "always: lowest")


def a_bot(game: Game, people: list[User]) -> None:
    absence.pass_to_bot(people[0], game.code)


def an_end(game: Game, _people: list[User]) -> None:
    Game.objects.filter(pk=game.pk).update(state=Game.State.OVER)


def all_seated(table: Game, people: list[User]) -> None:
    for user in people[1:]:
        invitations.invite(not_none(table.maker), table.code, not_none(user.email))
        tables.join(user, table.code)


# What the first of the people writes, where it does something, and whether they say it twice.
RUNNING: dict[str, Prepare] = {
    "say hello": nothing,
    "note hello": nothing,
    "extend": nothing,
    "pause?": nothing,
    "cancel?": nothing,
    "yes": a_vote,
    "no": votes_of_mine,
    "resume": a_pause,
    "plan always: lowest": nothing,
    "no plan": a_plan,
    "pass my turns to a bot": nothing,
    "back": a_bot,
    "undo": a_note_by_mail,
    "rematch": an_end,
}
OPEN: dict[str, Prepare] = {
    "start": all_seated,
    "invite anna@example.net": nothing,
    "say hello": nothing,
}
BINDING = ("start", "extend", "yes", "pause?", "cancel?", "resume")


def twice(body: str) -> list[str]:
    return [body, "confirm"] if body in BINDING else [body]


@pytest.mark.parametrize("body", RUNNING)
def test_in_a_game(game: Game, people: list[User], body: str) -> None:
    RUNNING[body](game, people)
    _is_guarded(game, people[0], body)


@pytest.mark.parametrize("body", OPEN)
def test_at_an_open_table(table: Game, people: list[User], body: str) -> None:
    OPEN[body](table, people)
    _is_guarded(table, people[0], body)


@pytest.mark.parametrize("body", ["accept", "decline"])
def test_of_whoever_is_invited(table: Game, people: list[User], body: str) -> None:
    invitations.invite(people[0], table.code, not_none(people[1].email))
    _is_guarded(table, people[1], body)


def _is_guarded(game: Game, user: User, body: str) -> None:
    """A stranger's does nothing, one's own does something, and again it does nothing more."""
    before = all_of_it()
    mail = ask(user, game, body, **EVIL)
    assert mail.state == ("done" if body in NOT_KEPT else "held")
    for sender in (EVIL, {}):  # nor does the owner's word confirm a stranger's mail
        ask(user, game, "confirm", **sender)
    assert all_of_it() == before
    assert "mail_held" in letters_to(user)
    ids = [f"<same.{place}@client.example>" for place, _line in enumerate(twice(body))]
    for line, once in zip(twice(body), ids, strict=True):
        ask(user, game, line, message_id=once)
    after = all_of_it()
    assert after != before
    for line, once in zip(twice(body), ids, strict=True):
        ask(user, game, line, message_id=once)
    assert all_of_it() == after


# ------------------------------------------------------------------ the same mail again, later


@pytest.mark.parametrize(
    ("body", "change"),
    [
        ("pause?", lambda game, user: votes.unvote(user, game.code, "pause")),
        ("plan always: lowest", lambda game, user: plans.write(user, game.code, "always: highest")),
        ("pass my turns to a bot", lambda game, user: absence.back(user, game.code)),
        ("note hello", lambda game, user: notes.remove(user, game.code, 1)),
    ],
)
def test_a_mail_that_comes_again_does_not_undo_what_was_done_since(
    game: Game, people: list[User], body: str, change: Callable[[Game, User], object]
) -> None:
    mails = [(line, f"<same.{place}@client.example>") for place, line in enumerate(twice(body))]
    for line, once in mails:
        ask(people[0], game, line, message_id=once)
    change(game, people[0])
    since = all_of_it()
    for line, once in mails:
        ask(people[0], game, line, message_id=once)
    assert all_of_it() == since


# ------------------------------------------------------------------ a word that comes too late


@pytest.mark.parametrize("word", ["confirm", "yes"])
@pytest.mark.parametrize("hours", [23, 25])
def test_what_was_asked_can_be_confirmed_for_a_day(
    game: Game, people: list[User], word: str, hours: int
) -> None:
    ask(people[0], game, "extend")
    before = all_of_it()
    with patch("django.utils.timezone.now", return_value=timezone.now() + timedelta(hours=hours)):
        ask(people[0], game, word)
    assert (all_of_it() == before) == (hours > 24)


@pytest.mark.parametrize("hours", [23, 25])
def test_and_so_can_a_doubtful_answer(game: Game, people: list[User], hours: int) -> None:
    write(game, people[0], f"{legal(game, 0)[0]}?")
    with patch("django.utils.timezone.now", return_value=timezone.now() + timedelta(hours=hours)):
        write(game, people[0], "yes")
    assert Bid.objects.exists() == (hours < 24)
