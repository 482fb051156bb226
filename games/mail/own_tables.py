"""The answer to `games`: the hands that wait for somebody, their other tables, and open ones."""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.notifications import digests, render
from accounts.notifications.kinds import Letter
from games import selectors
from games.mail import letter_frame, reply_headers, show_table, waiting_hands
from games.models import Game, InboundMail
from games.wording.pace import pace_words

MAX_TABLES, MAX_FREE = 30, 5


def letter(user: User, mail: InboundMail, back_to: str, besides: list[str]) -> Letter:
    """The hands that wait, which can be answered by replying; then the person's other tables.

    `back_to`: the address for replies if no hand waits. `besides`: sentences about other lines of
    the mail.
    """
    waiting = list(selectors.lobby.lists.waiting_for(user).select_related("game"))
    sheet = waiting_hands.of_hands(user, waiting[: waiting_hands.MAX_HANDS])
    asked = {entry["game"] for entry in sheet.entries}
    owed = [hand.game for hand in waiting if hand.game_id not in asked]
    others = _others(user, sheet, owed)
    none = [] if sheet.entries or others else [_("You aren’t at any table now.")]
    free = map(_free, selectors.lobby.lists.joinable_tables(user)[:MAX_FREE])
    return digests.of_entries(
        _("Your tables"),
        [*sheet.entries, *others, *free],
        sheet.reply_to or back_to,
        reply_headers.as_answer(mail),
        about_mail=True,
        paragraphs=[*none, *besides],
    )


def _others(user: User, sheet: waiting_hands.Sheet, owed: Sequence[Game]) -> list[dict[str, Any]]:
    """The entries of tables that aren't on the sheet: first those that wait for this person too."""
    listed = owed[:MAX_TABLES]
    known = {*(entry["game"] for entry in sheet.entries), *(game.pk for game in owed)}
    theirs = selectors.lobby.lists.games_of(user).exclude(pk__in=known)
    going = theirs.filter(state__in=Game.UNFINISHED)
    rest = list(going[: MAX_TABLES - len(listed)])
    more = len(owed) - len(listed) + going.count() - len(rest)
    entries = [*(_entry(game, owes=True) for game in listed), *map(_entry, rest)]
    return [*entries, beyond(more)] if more else entries


def beyond(count: int) -> dict[str, Any]:
    """An entry for so many tables that a letter doesn't list."""
    words = ngettext("And %d more table", "And %d more tables", count) % count
    url = render.absolute(reverse("moves"))
    return {"title": words, "url": url, "call": _("See all your tables:")}


def _entry(game: Game, *, owes: bool = False) -> dict[str, Any]:
    running = _("It waits for you.") if owes else _("It waits for others.")
    says = {
        Game.State.OPEN: _("It has not begun yet."),
        Game.State.RUNNING: _("It is paused.") if game.paused_at else running,
    }
    letters = {"letters": game.code[: letter_frame.SHORT]}
    short = _("Its letters: %(letters)s.") % letters
    text = " ".join(filter(None, (says.get(Game.State(game.state), ""), short)))
    return {"title": waiting_hands.titled(game), "text": text, "url": letter_frame.address(game)}


def _free(game: Game) -> dict[str, Any]:
    """An open table, and the words that join it."""
    pace = _("There is a free seat. Pace: %(pace)s.") % {"pace": pace_words(game)}
    letters = {"letters": game.code[: letter_frame.SHORT]}
    join = _("Reply with “join %(letters)s” to sit down.") % letters
    url = letter_frame.address(game)
    return {
        "title": waiting_hands.titled(game),
        "gist": [pace, show_table.who_sits(game), join],
        "url": url,
    }
