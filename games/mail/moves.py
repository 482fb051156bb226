"""The moves of a finished game, in the notation of its record: a block in the letter about its end,
and in the one that was asked for.

Each line begins with the number of a hand in brackets, so that none is an answer by itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Notice
from accounts.notifications import digests, prefetch, render
from accounts.notifications.preface import Block
from accounts.text.bidi_isolation import isolated
from games import selectors
from games.models import Game
from games.refusals import Refused
from games.services.mail import inbox, loaded_mails

OVER, ASKED = "game_over", "mail_table"
MAX_LINES = 60  # all of Turn the Tide; a game of Rowboat has hundreds of plays
BETWEEN = " \N{MIDDLE DOT} "
Record = Mapping[str, Any]


def all_moves(notice: Notice) -> Iterator[Block]:
    """The moves, if this letter tells that the game is over or was asked for its record."""
    pk = _game(notice)
    if pk is None:
        return
    game = Game.objects.get(pk=pk)
    try:
        record = selectors.observations.record_of(game)
    except Refused:
        return
    lines = list(_lines(list(_hands(record))))
    yield Block(
        _("What was played"),
        lines[:MAX_LINES],
        _more(len(lines) - MAX_LINES),
        render.absolute(reverse("record", args=[game.code])),
        lambda: None,
    )


def _game(notice: Notice) -> int | None:
    """The id of the game of which the letter is to tell all moves, if there is one."""
    game: int | None = notice.facts.get("game")
    if notice.kind == ASKED:
        mail = loaded_mails.of_person(notice.recipient_id or 0, notice.facts["mail"])
        details = inbox.result_of(mail) if mail is not None else {}
        return details.get("game") if details.get("did") == "record" else None
    if notice.kind == digests.KIND and game is not None:
        return game if any(part.kind == OVER for part in prefetch.found("parts", notice)) else None
    return game if notice.kind == OVER else None


def _more(lines: int) -> str:
    if lines <= 0:
        return _("The whole record, with every card:")
    words = ngettext(
        "%(n)s more line is in the whole record, with every card:",
        "%(n)s more lines are in the whole record, with every card:",
        lines,
    )
    return words % {"n": lines}


def _hands(record: Record) -> Iterator[str]:
    """Each hand or action out of turn: "(3) Marit 44, Joost 27"."""
    number = 0
    for each in record["hands"]:
        if "aside" in each:
            aside = each["aside"]
            yield f"(+) {_name(record, aside['seat'])} {aside['act']}"
            continue
        number += 1
        said = ", ".join(f"{_name(record, int(seat))} {bid}" for seat, bid in each.items())
        yield f"({number}) {said}"


def _name(record: Record, seat: int) -> str:
    return isolated(record["players"][seat] or f"#{seat + 1}")


def _lines(hands: Sequence[str]) -> Iterator[str]:
    """As many hands to a line as fit beside its mark."""
    line = ""
    for hand in hands:
        longer = f"{line}{BETWEEN}{hand}" if line else hand
        if line and len(longer) > render.MARKED:
            yield line
            line = hand
        else:
            line = longer
    if line:
        yield line
