"""Leaving a seat, taking another’s, more time, votes; notes, talk and reports."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import links
from games.models import Game, Report, SeatTenure
from games.services.lobby import invitations, rematches, tables
from games.services.lobby.tables import TableSettings
from games.services.seats import absence, substitutes, votes
from games.services.talk import chat, notes, reports
from tests.games.api.asking import ROOT, at, client, good
from tests.games.making import person, running, table_of
from tests.games.refusals.scenes import Wish, no
from tests.games.web.driving import browser


def seats(_patch: Any) -> Iterator[Wish]:
    (marit, joost, _aoife), game = table_of(3)
    henning = person("Henning")
    ask, other = client(marit), client(henning)
    yield no("not_offered", other.post, at(game, "seats", 1, "take"))
    yield no("no_seat", other.post, at(game, "seats", 7, "take"))
    yield no("not_over", ask.post, at(game, "rematch"))
    yield no("bad_wish", ask.post, at(game, "votes"), {"wish": "elephants"})
    yield no("not_that_hand", ask.post, at(game, "extend"), {"hand": 7})
    good(ask.post(at(game, "extend"), {"hand": 1}))
    yield no("extended_already", ask.post, at(game, "extend"), {"hand": 1})
    Game.objects.update(extensions=False, votes=False)
    yield no("no_extensions", ask.post, at(game, "extend"), {"hand": 1})
    yield no("no_votes", ask.post, at(game, "votes"), {"wish": "pause"})
    yield no("signed_out", Client().post, reverse("game-rematch", args=[game.code]))
    absence.leave(joost, game.code)
    yield no("absent", client(joost).post, at(game, "votes"), {"wish": "pause"})
    SeatTenure.objects.create(seat=game.seats.get(index=2), user=henning, until_hand=1)
    yield no("sat_elsewhere", other.post, at(game, "seats", 1, "take"))
    yield no("rematch_begun", client(henning).post, at(_rematched(marit, henning), "rematch"))
    yield no("not_kept", browser(henning).get, f"/g/{_released(marit, henning).code}/")
    code = _passed_on(marit, henning).code
    yield no("seat_passed_on", browser(marit).get, f"/g/{code}/")
    yield no("table_closed", browser(henning).get, f"/g/{_closed(marit, henning).code}/")


def _rematched(marit: User, henning: User) -> Game:
    """A game that was cancelled, and whose rematch Marit plays without Henning."""
    old = running([marit, henning], ruleset="turning-tides")
    for user in (marit, henning):
        votes.vote(user, old.code, "cancel")
    again = rematches.rematch(marit, old.code)
    tables.start(marit, again.code, fill_with_bots=True)
    return old


def _released(marit: User, henning: User) -> Game:
    """A table at which a seat was kept for Henning and no longer is."""
    wish = TableSettings(name="Texel", seats=3, visibility="link")
    game = tables.make_table(marit, wish, [henning])
    invitations.release(marit, game.code, henning.name)
    return game


def _passed_on(marit: User, henning: User) -> Game:
    """A table by link at which Wim has taken the seat of Marit."""
    game = running([marit, henning], ruleset="turning-tides", visibility="link")
    seat = game.seats.get(user=marit)
    absence.leave(marit, game.code)
    substitutes.take(person("Wim"), game.code, seat.index, link=links.link_token(game))
    return game


def _closed(marit: User, henning: User) -> Game:
    """A table at which a seat was kept for Henning."""
    game = tables.make_table(marit, TableSettings(name="Texel", seats=3), [henning])
    return tables.leave(marit, game.code)


def writing(patch: Any) -> Iterator[Wish]:
    (marit, _joost, _aoife), game = table_of(3)
    henning = person("Henning")
    ask = client(marit)
    yield no("empty_note", ask.post, at(game, "notes"), {"text": " "})
    yield no("long_note", ask.post, at(game, "notes"), {"text": "a" * 9000})
    yield no("no_note", ask.put, at(game, "notes", 7), {"text": "a"})
    notes.add(marit, game.code, "a")
    yield no("notes_private", ask.put, at(game, "notes", "shown"), {"shown": True})
    patch.setattr(notes, "MAX_NOTES", 0)
    yield no("too_many_notes", ask.post, at(game, "notes"), {"text": "b"})
    yield no("empty_message", ask.post, at(game, "chat"), {"text": " "})
    yield no("long_message", ask.post, at(game, "chat"), {"text": "a" * 9000})
    yield no("chat_of_players", client(henning).get, at(game, "chat"))
    yield no("not_ignorable", ask.put, f"{ROOT}/me/ignored/Marit")
    chat.say(marit, game.code, "Hello.")
    patch.setattr(chat, "LIMITS", ((1, timedelta(hours=1)),))
    yield no("too_much_talk", ask.post, at(game, "chat"), {"text": "a"})
    Game.objects.update(chat=Game.Chat.OFF)
    yield no("no_chat", ask.post, at(game, "chat"), {"text": "a"})
    Game.objects.update(state=Game.State.OVER)
    yield no("notes_fixed", ask.post, at(game, "notes"), {"text": "a"})


def reporting(patch: Any) -> Iterator[Wish]:
    (marit, *_others), game = table_of(3)
    page = browser(marit)
    about = reverse("reports") + f"?game={game.code}"
    yield no("no_message", page.get, f"{about}&message=7")
    sent = {"kind": Report.Kind.values[0], "text": "a"}
    patch.setattr(reports, "MAX_OPEN", 0)
    yield no("too_many_reports", page.post, about, sent)


SCENES = (seats, writing, reporting)
