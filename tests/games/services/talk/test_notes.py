"""Private notes: whose they are, what becomes of them at the end, and with their writer."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts.models import User
from games import selectors
from games.models import Game, Note
from games.refusals import Refused
from games.selectors.people.export import everything
from games.selectors.talk.notes import ShownNote
from games.services.people import erasure
from games.services.seats import substitutes
from games.services.talk import notes
from tests.games.fast_forward import fast_forward
from tests.games.making import bid_all, fresh, person, running

pytestmark = pytest.mark.django_db


def told(game: Game, user: User) -> list[tuple[int, str]]:
    return [(note.hand, note.text) for note in selectors.talk.notes.own_notes(fresh(game), user)]


def released(game: Game, hand: int | None = None) -> list[ShownNote]:
    """What anybody reads."""
    return selectors.talk.notes.released_notes(game, AnonymousUser(), hand)


def refused(code: str, verb: Callable[..., object], *args: Any, **how: Any) -> None:
    with pytest.raises(Refused) as refusal:
        verb(*args, **how)
    assert refusal.value.code == code


def test_only_its_writer_reads_it(game: Game, users: list[User]) -> None:
    notes.add(users[0], game.code, "  Joost keeps 57.\r\nAoife ducks. ")
    notes.add(users[0], game.code, "I feared the 60.", hand=1)
    notes.add(users[1], game.code, "Marit bluffs.")
    assert told(game, users[0]) == [(0, "Joost keeps 57.\nAoife ducks."), (1, "I feared the 60.")]
    assert told(game, users[1]) == [(0, "Marit bluffs.")]
    assert released(fresh(game)) == []
    assert b"Joost" not in b"".join(bytes(note.sealed) for note in Note.objects.all())


def test_no_number_is_given_twice(game: Game, users: list[User]) -> None:
    """Whoever repeats that a note is to be deleted, or replaces it in an older tab, means that
    one."""
    first, second = (notes.add(users[0], game.code, text).number for text in ("One.", "Two."))
    for _time in range(2):
        notes.remove(users[0], game.code, second)
        notes.remove(users[0], game.code, first)
    third = notes.add(users[0], game.code, "Two.").number
    notes.remove(users[0], game.code, second)
    refused("no_note", notes.change, users[0], game.code, second, "Three.")
    assert (third, told(game, users[0])) == (3, [(0, "Two.")])


def test_nothing_is_seen_of_one_that_was_deleted(game: Game, users: list[User]) -> None:
    number = notes.add(users[0], game.code, "One.").number
    notes.remove(users[0], game.code, number)
    refused("no_note", notes.change, users[0], game.code, number, "Two.")
    assert told(game, users[0]) == []
    assert not selectors.talk.notes.has_notes(fresh(game), users[0])
    assert not json.loads(json.dumps(everything(users[0]), default=str))["notes"]
    over = fast_forward(game)
    refused("no_note", notes.release, users[0], game.code, shown=True)
    assert selectors.talk.notes.closing_notes(over, users[0]) == (False, [])
    notes.remove(users[0], game.code, number)
    assert not Note.objects.exists()


def test_sent_twice_it_is_one(game: Game, users: list[User]) -> None:
    for _time in range(2):
        notes.add(users[0], game.code, "Once.", hand=1)
    assert told(game, users[0]) == [(1, "Once.")]


def test_it_is_changed_and_taken_away(game: Game, users: list[User]) -> None:
    number = notes.add(users[0], game.code, "A thought.").number
    notes.change(users[0], game.code, number, "A better one.")
    assert told(game, users[0]) == [(0, "A better one.")]
    refused("no_note", notes.change, users[1], game.code, number, "Mine now.")
    notes.remove(users[1], game.code, number)
    assert told(game, users[0]) == [(0, "A better one.")]
    notes.remove(users[0], game.code, number)
    assert told(game, users[0]) == []


def test_what_is_refused(game: Game, users: list[User]) -> None:
    refused("empty_note", notes.add, users[0], game.code, " \n ")
    refused("long_note", notes.add, users[0], game.code, "x" * 2001)
    refused("no_hand", notes.add, users[0], game.code, "Later.", hand=2)
    refused("not_seated", notes.add, person("Wim"), game.code, "I look on.")
    refused("notes_private", notes.release, _noting(users[0], game), game.code, shown=True)


def _noting(user: User, game: Game) -> User:
    notes.add(user, game.code, "Soon.")
    return user


def test_after_the_end_they_are_fixed_and_may_be_shown_and_hidden_again(users: list[User]) -> None:
    game = running(users)
    bid_all(game)
    first = notes.add(users[0], game.code, "About the game.").number
    notes.add(users[0], game.code, "At hand two.", hand=2)
    notes.add(users[1], game.code, "Never shown.", hand=2)
    game = fast_forward(game)
    refused("notes_fixed", notes.add, users[0], game.code, "Afterwards one is wiser.")
    refused("notes_fixed", notes.change, users[0], game.code, first, "I knew it.")

    assert notes.release(users[0], game.code, shown=True) == 2
    assert [(n.hand, n.seat, n.name, n.text) for n in released(game, 2)] == [
        (2, 0, "Marit", "At hand two.")
    ]
    assert notes.release(users[0], game.code, shown=False, number=first) == 1
    assert [note.text for note in released(game)] == ["At hand two."]
    assert notes.release(users[0], game.code, shown=True) == 1, "the other is shown already"
    notes.release(users[0], game.code, shown=False)
    assert released(game) == []


def test_whoever_is_muted_shows_nothing(users: list[User]) -> None:
    game = running(users)
    notes.add(users[0], game.code, "Hm.")
    game = fast_forward(game)
    users[0].muted_until = timezone.now() + timedelta(days=1)
    users[0].save()
    refused("muted", notes.release, users[0], game.code, shown=True)


def test_who_takes_the_seat_does_not_read_them(game: Game, users: list[User]) -> None:
    notes.add(users[0], game.code, "Mine.")
    game.seats.filter(index=0).update(absence="offered", absent_since=timezone.now())
    new = person("Ute")
    substitutes.take(new, game.code, 0)
    assert told(game, new) == []
    assert told(game, users[0]) == [(0, "Mine.")]
    refused("not_seated", notes.add, users[0], game.code, "Still here.")
    notes.add(new, game.code, "My own.")
    assert told(game, new) == [(0, "My own.")]


def test_they_are_in_the_export_and_go_with_their_writer(game: Game, users: list[User]) -> None:
    notes.add(users[0], game.code, "Take this along.", hand=1)
    notes.add(users[1], game.code, "Not this.")
    export = json.dumps(everything(users[0]), default=str)
    assert "Take this along." in export
    assert "Not this." not in export
    erasure.forget(users[0])
    assert [note.author for note in Note.objects.all()] == [users[1]]
