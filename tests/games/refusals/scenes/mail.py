"""Answers by mail, and what their letters say."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from accounts.models import User
from games.mail.inbound import process
from games.models import Game
from games.services.hands import plans
from games.services.mail import inbox
from tests.games.mail.inbound.mailing import a_reply, arrive, newest, write
from tests.games.mail.reading import begun
from tests.games.making import legal, user_at
from tests.games.refusals.scenes import Wish


def mails(_patch: Any) -> Iterator[Wish]:
    game = begun()
    marit = user_at(game, 0)
    other = legal(game, 1)[0]
    for code, body in (
        ("malformed", "44 please"),
        ("illegal", other),
        ("bad_plan", "plan: always lowest"),
        ("vacation_empty", "vacation 0 days"),
        ("unread_wish", "open rowboat elephants"),
        ("two_answers", "\n".join(legal(game, 0)[:2])),
    ):
        yield Wish(code, partial(_said, game, marit, body))
    yield Wish("changed_since", partial(_overtaken, game, marit))


def _said(game: Game, user: User, body: str, **_headers: str) -> dict[str, Any]:
    """What became of a mail, as its letter says it."""
    user.refresh_from_db()
    return inbox.result_of(write(game, user, body))


def _overtaken(game: Game, user: User, **_headers: str) -> dict[str, Any]:
    arrive(game, user, a_reply(user, "plan always: lowest"))
    plans.write(user, game.code, "always: highest")
    process.read_all()
    return inbox.result_of(newest())


SCENES = (mails,)
