"""What moderators are refused, over the API and in the panel, and people because of them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from django.urls import reverse
from django.utils import timezone

from accounts.models import Notice, User
from games.models import Bid, Game, RatedGame, Report, SeatClock, SeatTenure
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from games.services.moderation import game_commands
from games.services.talk import reports
from tests.accounts.making import member, staff
from tests.games.api.asking import ROOT, at, client, good
from tests.games.mail.inbound.mailing import a_reply, arrive
from tests.games.making import running, user_at
from tests.games.refusals.scenes import Wish, no
from tests.games.services.moderation.setting import game_with_a_miss, players, sent_letter
from tests.games.web.driving import browser

AT = f"{ROOT}/moderation"
TABLE = {"ruleset": "turn-the-tide", "name": "Texel", "seats": 3}
SENT: dict[str, dict[str, object]] = {
    "notes": {"text": "a"},
}
ASKED = {"reason": "asked", "text": "They asked for it."}


def on_games_(patch: Any) -> Iterator[Wish]:
    hedda = staff("Hedda", "chief")
    game, ask = game_with_a_miss(), client(hedda)
    this = {**ASKED, "target": game.code}
    own = running([hedda, *(member(f"Guest {n}") for n in range(2))])
    yield no("own_game", ask.post, f"{AT}/pause", {**this, "target": own.code})
    yield no("unknown_game", ask.post, f"{AT}/pause", {**this, "target": "none"})
    yield no("unknown_command", ask.post, f"{AT}/elephants", this)
    yield no("no_reason", ask.post, f"{AT}/pause", {"reason": "other", "target": game.code})
    yield no("not_paused", ask.post, f"{AT}/resume", this)
    yield no("no_miss", ask.post, f"{AT}/excuse", {**this, "hand": 2, "seat": 0})
    yield no("no_such_hand", ask.post, f"{AT}/take_back", {**this, "hand": 99})
    yield no("not_hidden", ask.post, f"{AT}/hide", {**this, "message": 9})
    yield no("no_seat", ask.post, f"{AT}/bot", {**this, "seat": 9})
    yield no("unknown_person", ask.post, f"{AT}/replace", {**this, "seat": 1, "person": "Nobody"})
    yield no("own_person", ask.post, f"{AT}/replace", {**this, "seat": 1, "person": "Hedda"})
    yield no("person_seated", ask.post, f"{AT}/replace", {**this, "seat": 1, "person": "Marit"})
    member("Henning", suspended_until=timezone.now() + timedelta(days=1))
    yield no(
        "person_suspended", ask.post, f"{AT}/replace", {**this, "seat": 1, "person": "Henning"}
    )
    SeatTenure.objects.create(seat=game.seats.get(index=2), user=member("Anna"), until_hand=1)
    yield no(
        "person_sat_elsewhere", ask.post, f"{AT}/replace", {**this, "seat": 1, "person": "Anna"}
    )
    game.seats.filter(index=1).update(absence="bot")
    yield no("absent_already", ask.post, f"{AT}/bot", {**this, "seat": 1})
    patch.setattr(game_commands, "scores_shown", lambda _table, _game: None)
    yield no("no_points", ask.post, f"{AT}/end", this)
    SeatClock.objects.update(given_up=True)
    yield no("no_clock", ask.post, f"{AT}/extend", {**this, "hours": 5})
    arrive(game, user_at(game, 0), a_reply(user_at(game, 0), "1"))
    yield no("mail_waits", ask.post, f"{AT}/take_back", {**this, "hand": 2})
    Bid.objects.filter(hand__game=game, hand__number=1).delete()
    yield no("not_replayable", ask.post, f"{AT}/take_back", {**this, "hand": 2})
    yield no("cannot_undo", ask.post, f"{AT}/undo/999", ASKED)
    Game.objects.filter(pk=game.pk).update(paused_at=timezone.now())
    yield no("paused_already", ask.post, f"{AT}/pause", this)
    game.seats.update(absence="bot")
    yield no("nobody_there", ask.post, f"{AT}/resume", this)
    yield no("not_in_this_state", ask.post, f"{AT}/unrate", this)
    Game.objects.filter(pk=game.pk).update(state=Game.State.OVER)
    RatedGame.objects.create(game=game, by_rules=True, left_out="bots")
    yield no("unrated_already", ask.post, f"{AT}/unrate", this)


def on_people(_patch: Any) -> Iterator[Wish]:
    hedda, wim, bo = staff("Hedda", "chief"), member("Anna"), staff("Bo", "helper")
    root = member("Root", is_superuser=True)
    ask = client(hedda)

    def on(person: User, **more: object) -> dict[str, object]:
        return {**ASKED, "target": str(person.pk), **more}

    yield no("own_person", ask.post, f"{AT}/warn", on(hedda))
    yield no("not_allowed", client(wim).get, f"{AT}/commands")
    yield no("not_allowed", client(bo).post, f"{AT}/suspend", on(wim, days=3))
    yield no("is_staff", ask.post, f"{AT}/suspend", on(bo, days=3))
    yield no("nothing_to_lift", ask.post, f"{AT}/lift", on(wim))
    yield no("unknown_role", ask.post, f"{AT}/set_role", on(wim, role="elephant"))
    yield no("same_role", ask.post, f"{AT}/set_role", on(wim, role=""))
    yield no("outranked", ask.post, f"{AT}/warn", on(root))
    yield no("no_reason", ask.post, f"{AT}/warn", on(wim, text=""))
    sent = {**ASKED, "target": "99999"}
    yield no("unknown_letter", ask.post, f"{AT}/send_again", sent)
    seen = good(ask.post(f"{AT}/suspend", on(wim, days=3, preview=True)))["token"]
    yield no("preview_changed", ask.post, f"{AT}/suspend", on(wim, days=5, token=seen))
    yield no("preview_gone", ask.post, f"{AT}/suspend", on(wim, days=3, token="made up"))
    letter = sent_letter(running(players()))
    Notice.objects.update(state=Notice.State.QUEUED)
    yield no("queued_already", ask.post, f"{AT}/send_again", {**ASKED, "target": str(letter.pk)})


def on_reports(_patch: Any) -> Iterator[Wish]:
    hedda, wim = staff("Hedda", "chief"), member("Anna")
    page = browser(hedda)
    kind = Report.Kind.values[0]
    mine = reports.make(hedda, kind, "a", game=None, person=wim)
    yield no("own_person", page.get, reverse("admin:report", args=[mine.pk]))
    his = reports.make(wim, kind, "a", game=None, person=None)
    Report.objects.filter(pk=his.pk).update(closed_at=timezone.now())
    answer = {"outcome": Report.Outcome.values[0], "answer": "a"}
    yield no("report_closed", page.post, reverse("admin:report", args=[his.pk]), answer)


def kept_quiet(_patch: Any) -> Iterator[Wish]:
    users = players()
    game, over, ask = running(users), running(users), client(users[0])
    Game.objects.filter(pk=over.pk).update(state=Game.State.OVER)
    soon = datetime(2099, 5, 3, tzinfo=UTC)  # in a month with another name in each language
    User.objects.filter(pk=users[0].pk).update(muted_until=soon)
    yield no("muted", ask.post, at(game, "chat"), {"text": "a"})
    yield no("muted", ask.post, f"{ROOT}/games", TABLE)
    yield no("muted", ask.post, at(game, "invitations"), {"email": "wim@example.org"})
    yield no("muted", ask.post, at(over, "rematch"))
    waiting = tables.make_table(member("Piet"), TableSettings(name="Föhr", visibility="public"))
    yield no("muted", ask.post, at(waiting, "join"), {"entropy": "a"})
    tables.join(users[0], waiting.code)
    yield no("muted", ask.put, at(waiting, "words"), {"entropy": "a"})
    User.objects.filter(pk=users[0].pk).update(suspended_until=soon)
    yield no("suspended", ask.put, at(game, "hands", 1, "bid"), {"bid": "1"})
    yield no("suspended", ask.post, f"{ROOT}/games", TABLE)
    for way in ("join", "seats/1/take", "peek", "notes"):
        sent = SENT.get(way, {})
        yield no("suspended", ask.post, at(game, way), sent)


SCENES = (on_games_, on_people, on_reports, kept_quiet)
