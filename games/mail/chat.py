"""Tells people about new chat messages: who wrote and how many, but never the text.

An e-mail can't be recalled when a message is hidden. And people answer by replying to our e-mails,
so these must contain nothing that another player wrote.
"""

from collections.abc import Mapping, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.email import render
from accounts.models import Notice
from accounts.notifications.kinds import Brief, Letter
from accounts.people.bidi_isolation import isolated
from games import selectors
from games.mail import letter_frame
from games.mail.summaries import games_with_wording
from games.models import Game
from games.wording import wording
from games.wording.lists import listed


def chat(notice: Notice) -> Letter | None:
    """The letter about unread messages; None once they have been read."""
    found = _unread([notice])[0]
    if found is None or not found[1] or notice.recipient is None:
        return None
    game, names = found
    title = wording(game.ruleset).title()
    context = {
        "game_title": title,
        "table_name": isolated(game.name),
        "name": isolated(notice.recipient.name),
        "news": _("New in the chat at your table"),
        "lines": [_words(names)],
        "call": _("Read and answer"),
        "url": render.absolute(reverse("game-chat", args=[game.code])),
    }
    return render.write("news", letter_frame.subject(game), context, letter_frame.thread(game))


def chat_briefs(notices: Sequence[Notice]) -> list[Brief | None]:
    """Briefs about unread messages, for combined e-mails."""
    return [_brief(*found) if found else None for found in _unread(notices)]


def _brief(game: Game, names: Sequence[str]) -> Brief:
    news = _words(names) if names else _("You have already read it.")
    facts = {"game": game.code, "ruleset": game.ruleset, "table": game.name, "unread": len(names)}
    path = reverse("game-chat", args=[game.code])
    words = _("%(table)s: %(said)s") % {"table": isolated(game.name), "said": news}
    return Brief(_("Chat at the table"), words, path, facts, true=bool(names))


def _unread(notices: Sequence[Notice]) -> list[tuple[Game, list[str]] | None]:
    """Each notice's game and the authors of unread messages; None if its reader has no access."""
    ids = {notice.facts["game"] for notice in notices}
    games = games_with_wording(ids)
    people = {notice.recipient for notice in notices if notice.recipient}
    unread = {user.pk: selectors.talk.chat.unread_of(games.values(), user) for user in people}
    return [_of(notice, games.get(notice.facts["game"]), unread) for notice in notices]


def _of(
    notice: Notice, game: Game | None, unread: Mapping[int, Mapping[int, list[str]]]
) -> tuple[Game, list[str]] | None:
    user = notice.recipient
    if game is None or user is None or selectors.access.seat_of(game, user) is None:
        return None
    if not selectors.talk.chat.may_read_chat(game, user):
        return None
    return game, unread[user.pk].get(game.pk, [])


def _words(names: Sequence[str]) -> str:
    values = {"n": len(names), "names": listed(list(map(isolated, dict.fromkeys(names))))}
    words = ngettext("A message from %(names)s.", "%(n)s messages, from %(names)s.", len(names))
    return words % values
