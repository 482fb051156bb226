"""What the others said at a table: a block in the next letter about it, or a letter of its own.

Whatever they wrote is marked in the text part, line by line, so that nothing of it can be read as
an answer when the letter comes back. The bell and pushes say who wrote and how often, but never the
text. A letter can't be recalled, so a message that was hidden by then isn't in it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from textwrap import shorten

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Notice
from accounts.notifications import prefetch, render
from accounts.notifications.kinds import Brief, Letter
from accounts.notifications.preface import Block
from accounts.text.bidi_isolation import isolated
from games import selectors
from games.mail import letter_frame
from games.mail.letter_view import each_own, is_about_several
from games.mail.summaries import games_with_wording
from games.models import Game, Seat
from games.selectors.talk.chat import ShownMessage
from games.services.talk.chat import mark_told, mark_untold
from games.wording import wording
from games.wording.lists import listed

MAX_MESSAGES = 5  # the newest; the others are on the page
MAX_LENGTH = 280  # characters of one message
BEFORE = "told_before"  # the last message that each seat (by id) knew before this letter
Untold = dict[Seat, list[ShownMessage]]


def chat(notice: Notice) -> Letter | None:
    """The letter about new messages, which end it as a block; None if all are read or told, or if
    another part of the same letter is about them.
    """
    found = _unread([notice])[0]
    names = [message.name for _seat, said in _new(notice) for message in said]
    if found is None or notice.recipient is None or not names or _is_told_beside(notice):
        return None
    game, _unread_names = found
    context = {
        "game_title": wording(game.ruleset).title(),
        "table_name": isolated(game.name),
        "name": isolated(notice.recipient.name),
        "news": _("New in the chat at your table"),
        "lines": [_words(names)],
        "call": _("Read and answer"),
        "url": _page(game),
    }
    letter = render.write("news", letter_frame.subject(game), context, letter_frame.thread(game))
    return replace(letter, brief=_brief(game, names))


def _is_told_beside(notice: Notice) -> bool:
    """Whether a later notice about the same chat goes into the same letter."""
    beside = Notice.objects.filter(digest=notice.digest_id, kind=notice.kind, pk__gt=notice.pk)
    here = beside.filter(state=Notice.State.QUEUED, facts__game=notice.facts["game"])
    return notice.digest_id is not None and here.exists()


def at_the_table(notice: Notice) -> Iterator[Block]:
    """What was said at the tables that a letter is about, since the last one that told it."""
    for seat, said in _new(notice):
        yield Block(
            _title(notice, seat.game),
            [*_earlier(len(said) - MAX_MESSAGES), *map(_line, said[-MAX_MESSAGES:])],
            _how(notice),
            _page(seat.game),
            partial(_mark_told, notice, seat, said[-1].number),
        )


def _new(notice: Notice) -> Iterator[tuple[Seat, list[ShownMessage]]]:
    """What the reader hasn't been told at each table, where there is anything."""
    untold: Untold = prefetch.found("talk", notice)
    for seat, messages in untold.items():
        if said := [message for message in messages if message.number > seat.chat_known]:
            yield seat, said


def _title(notice: Notice, game: Game) -> str:
    if is_about_several(notice):
        return _("At the table “%(table)s”") % {"table": isolated(game.name)}
    return _("At the table")


def _how(notice: Notice) -> str:
    if is_about_several(notice):
        return _("To answer, write here:")  # by mail it would need the number of a waiting hand
    return _("To answer, reply with “say” and your words, or write here:")


def _earlier(count: int) -> list[str]:
    if count <= 0:
        return []
    words = ngettext(
        "%(n)s earlier message is on the page.", "%(n)s earlier messages are on the page.", count
    )
    return [words % {"n": count}]


def _line(message: ShownMessage) -> str:
    text = shorten(message.text, MAX_LENGTH, placeholder="…")
    return f"{isolated(message.name)}: {isolated(text)}"


def _mark_told(notice: Notice, seat: Seat, number: int) -> None:
    mark_told(seat.pk, number)
    notice.facts.setdefault(BEFORE, {})[str(seat.pk)] = seat.chat_known
    Notice.objects.filter(pk=notice.pk).update(facts=notice.facts)
    seat.chat_told = number  # other letters of the same batch share this seat


def came_back(notice: Notice) -> None:
    """What a letter told counts as not told, if it came back."""
    if notice.recipient is not None:
        for seat, number in notice.facts.get(BEFORE, {}).items():
            mark_untold(int(seat), notice.recipient, number)


def _untold(notices: Sequence[Notice]) -> list[Untold]:
    """What each notice's reader hasn't been told; one reading for all."""
    return each_own(notices, selectors.talk.chat.untold_of)


prefetch.register("talk", _untold)


def chat_briefs(notices: Sequence[Notice]) -> list[Brief | None]:
    """Briefs about unread messages, for combined e-mails."""
    return [_brief(*found) if found else None for found in _unread(notices)]


def _brief(game: Game, names: Sequence[str]) -> Brief:
    news = _words(names) if names else _("You have already read it.")
    facts = {"game": game.code, "ruleset": game.ruleset, "table": game.name, "unread": len(names)}
    path = reverse("game-chat", args=[game.code])
    words = _("%(table)s: %(said)s") % {"table": isolated(game.name), "said": news}
    return Brief(_("Chat at the table"), words, path, facts, true=bool(names))


def _page(game: Game) -> str:
    return render.absolute(reverse("game-chat", args=[game.code]))


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
    seat = selectors.access.seat_of(game, user) if game is not None and user is not None else None
    if game is None or user is None or seat is None:
        return None
    if not selectors.talk.chat.may_read_chat(game, user):
        return None
    if seat.chat_read > notice.facts.get("after", seat.chat_read):
        return game, []  # what came after that has a notice of its own
    return game, unread[user.pk].get(game.pk, [])


def _words(names: Sequence[str]) -> str:
    values = {"n": len(names), "names": listed(list(map(isolated, dict.fromkeys(names))))}
    words = ngettext("A message from %(names)s.", "%(n)s messages, from %(names)s.", len(names))
    return words % values
