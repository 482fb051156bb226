"""Searches games, people and e-mails; every lookup uses an index of its own."""

from collections.abc import Collection
from dataclasses import dataclass, field

from django.db.models import Value
from django.db.models.functions import Lower

from accounts.models import Notice, User
from accounts.text.numbers import whole_number
from games import visibility
from games.models import Game, Seat
from games.selectors.moderation.stakes import letters_for, unseen_keys
from games.selectors.moderation.timeline import stuck_hands

PAGE_SIZE = 25


@dataclass
class Found:
    """At most one page of each; `older` is the key from which to continue with games."""

    games: list[Game] = field(default_factory=list)
    people: list[User] = field(default_factory=list)
    letters: list[Notice] = field(default_factory=list)
    older: int | None = None


def find(viewer: User, term: str, before: int | None = None) -> Found:
    """Searches by code, id, table name, name or address of a person, state, or "stuck".

    Tables that are hidden even from this moderator are left out, together with their e-mails.
    """
    word = term.lower()
    found = Found()
    if not word.isprintable() or not word:
        return found
    if word == "stuck":
        found.games = [hand.game for hand in stuck_hands(limit=PAGE_SIZE, viewer=viewer)]
        return found
    named = Lower(Value(term))
    found.people = list(User.objects.filter(name__lower=named)[:PAGE_SIZE])
    found.people += User.objects.filter(email=word).exclude(pk__in=[u.pk for u in found.people])
    unseen = unseen_keys(viewer)
    keys = _game_keys(term, found.people, before, unseen)
    found.games = sorted(Game.objects.in_bulk(keys).values(), key=lambda game: -game.pk)[:PAGE_SIZE]
    if len(found.games) == PAGE_SIZE:
        found.older = found.games[-1].pk
    found.letters = _letters(viewer, word, found.people)
    return found


def _game_keys(
    term: str, people: list[User], before: int | None, unseen: Collection[int]
) -> set[int]:
    """One query per lookup: joined by OR, none of them would use its index."""
    word, named = term.lower(), Lower(Value(term))
    games = Game.objects.filter(pk__lt=before) if before else Game.objects.all()
    games = games.exclude(pk__in=unseen).order_by("-id")
    keys: set[int] = set()
    if (number := whole_number(word)) is not None:
        keys.update(games.filter(pk=number).values_list("pk", flat=True))
    if word in Game.State.values:
        keys.update(games.filter(state=word).values_list("pk", flat=True)[:PAGE_SIZE])
    keys.update(games.filter(code=word).values_list("pk", flat=True))
    keys.update(games.filter(name__lower=named).values_list("pk", flat=True)[:PAGE_SIZE])
    seats = Seat.objects.filter(user__in=people).exclude(game__in=unseen).order_by("-game_id")
    if before:
        seats = seats.filter(game_id__lt=before)
    keys.update(seats.values_list("game_id", flat=True)[:PAGE_SIZE])
    return keys


def _letters(viewer: User, word: str, people: list[User]) -> list[Notice]:
    """By Message-ID, address or recipient, newest first."""
    rows = Notice.objects.order_by("-id")
    named = Notice.called(word.strip("<>").partition("@")[0])
    keys = set(named.values_list("pk", flat=True))
    keys.update(rows.filter(recipient__in=people).values_list("pk", flat=True)[:PAGE_SIZE])
    if "@" in word:
        keys.update(
            rows.filter(recipient=None, address=word).values_list("pk", flat=True)[:PAGE_SIZE]
        )
    shown = visibility.shown_notices(letters_for(viewer, Notice.objects.filter(pk__in=keys)))
    return list(shown.select_related("recipient").order_by("-id")[:PAGE_SIZE])
