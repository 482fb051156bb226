"""What all letters about a game share: page, subject, thread and table."""

from functools import lru_cache
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.notifications import render
from accounts.notifications.kinds import Letter
from accounts.text import date_words
from accounts.text.bidi_isolation import isolated
from accounts.text.translation_cache import each_once
from games.game_view import GameView
from games.mail import answer_form
from games.mail.email_tables import Shown, drawing_of
from games.models import Game, Hand
from games.wording import answers_form, one_asked, wording

SHORT = 4  # letters of a game's code, enough to tell its letters from others
MARKS = {
    "mine": gettext_lazy("your move"),
    "sealed": gettext_lazy("sealed"),
    "wait": gettext_lazy("thinking"),
}


def address(game: Game) -> str:
    """The URL of a game's page."""
    return render.absolute(_path(game.code))


@lru_cache(1024)
def _path(code: str) -> str:
    return reverse("game", args=[code])


def thread(game: Game) -> dict[str, str]:
    """Headers that make each game one thread and one list (RFC 5322, 3.6.4; RFC 2919)."""
    return {
        "References": f"<game.{game.code}@{settings.MAIL_DOMAIN}>",
        "List-Id": f"<{game.code}.tables.{settings.MAIL_DOMAIN}>",
    }


def letter(template: str, view: GameView, reply_to: str = "", **more: Any) -> Letter:
    """Renders a letter about a game; `reply_to` is where it can be answered."""
    game = view.game
    context = {
        "game_title": view.wording.title(),
        "table_name": isolated(game.name),
        "name": isolated(view.own_seat.user.name) if view.own_seat.user else "",
        "url": address(game),
        "by_mail": bool(reply_to),
        **more,
    }
    headers = {**thread(game), **({"Reply-To": reply_to} if reply_to else {})}
    return render.write(template, subject(view.game), context, headers)


def subject(game: Game) -> str:
    """The same subject for all letters about a game, because some programs thread by it; never a
    card.

    It doesn't contain the table's name: its maker could put anything into a header of ours.
    """
    names = {"game": wording(game.ruleset).title(), "table": game.code[:SHORT]}
    return _("%(game)s, table %(table)s") % names


def table(view: GameView, *, asking: bool = False) -> dict[str, Any]:
    """The table as everybody sees it, as lines and drawn for HTML.

    Only a letter that is `asking` shows who has answered the open hand, and the reader's cards.
    """
    told, seen = view.wording, view.table
    marks = _marks(view) if asking else {}
    shown = Shown(view.game.ruleset, seen, view.seating, marks)
    drawing = drawing_of(view.game.ruleset)
    return {
        "heading": _("The game is cancelled")
        if view.game.state == Game.State.CANCELLED
        else told.heading(seen),
        "standing": told.standing(seen, view.seating),
        "board": drawing.board(shown),
        "cards": drawing.cards(shown) if asking else "",
    }


def _marked(view: GameView, mark: str) -> str:
    names = [name for seat, name in enumerate(view.seating.names) if view.mark(seat) == mark]
    return ", ".join(names)


def _marks(view: GameView) -> dict[int, str]:
    found = {seat: view.mark(seat) for seat in range(len(view.seating.names))}
    marked = {seat: mark for seat, mark in found.items() if mark}
    return dict(zip(marked, _mark_text(marked.values()), strict=True))


@each_once
def _mark_text(mark: str) -> str:
    return str(MARKS[mark])


def paused(view: GameView) -> str:
    """Says that no clock runs; empty unless the game is paused."""
    if view.game.paused_at is None:
        return ""
    return _("The game is paused: all clocks are stopped, and no hand is turned.")


def asking(
    view: GameView, hand: Hand, since: int | None = None, reply_to: str = ""
) -> dict[str, Any]:
    """What the open hand asks, its deadline, and the reader's possible answers.

    `since`: the first of the hands that plans have just answered, which the letter tells about,
    too. `reply_to`: the address for answers.
    """
    until = view.until or hand.deadline
    return {
        **table(view, asking=True),
        "sealed_by": _marked(view, "sealed"),
        "waited_for": _marked(view, "wait"),
        "asked": view.wording.asked(view.table, view.seating),
        "deadline": date_words.moment(until),
        "deadline_short": date_words.short(until),
        "remaining": date_words.remaining(until),
        "place": date_words.place(),
        "paused": paused(view),
        "holding": view.wording.holding(view.table),
        "since": view.sentences_of_hands(since, hand.number - 1)
        if since
        else view.sentences_since_looked(),
        "missing": view.wording.misses()[view.own_seat.policy].text,
        "hand_number": hand.number,
        "reply_with": one_asked.reply_with(alone=view.alone),
        "changeable": one_asked.changeable(alone=view.alone, secret=view.stays_secret),
        **answer_form.answers(view.legal, reply_to, subject(view.game)),
        "answers_form": answers_form(view.game.ruleset, view.legal)
        if len(view.legal) > answer_form.MAX_ANSWERS
        else "",
    }
