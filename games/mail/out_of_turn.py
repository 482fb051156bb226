"""The letter about what somebody did out of turn: an offer to surrender, the Lighthouse, …"""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Notice
from accounts.notifications.kinds import Letter
from games import bots, selectors
from games.game_view import GameView
from games.mail import letter_frame
from games.mail.changes import TO_TABLE
from games.mail.command_words import quoted
from games.mail.letter_view import view_of
from games.models import Game
from games.services.mail.reply_addresses import reply_address_for

KIND = "out_of_turn"


def letter(notice: Notice) -> Letter | None:
    """None once that hand has been turned, unless the reader may still look at cards by it."""
    view = view_of(notice)
    if view is None or view.game.state != Game.State.RUNNING:
        return None
    peek = selectors.observations.peek_of(view.game, view.own_seat.index)
    may_look = peek is not None and peek.opened_at is None
    if view.game.hand_number != notice.facts["hand"] and not may_look:
        return None
    entry = view.game.log.filter(number=notice.facts["entry"], kind="aside").first()
    if entry is None:  # a moderator has taken that hand back
        return None
    said = view.wording.sentences(entry.data["events"], view.seating)
    lines = [*said[1:], *_replies(view)]
    if peek is not None and may_look:
        lines.append(_may_look(peek.seconds))
    return letter_frame.letter(
        "news", view, _reply_to(view), news=said[0].rstrip("."), lines=lines, call=TO_TABLE
    )


def _reply_to(view: GameView) -> str:
    """The hand's address, where its game's own words count, for those who have answered too."""
    user = view.own_seat.user
    return reply_address_for(user, view.hand) if user is not None and view.hand is not None else ""


def _replies(view: GameView) -> Iterator[str]:
    acts = selectors.observations.asides_for(view.game, view.index)
    if not bots.reply(view.game.ruleset, acts):  # nothing that asks for an answer
        return
    for act in acts:
        words = view.wording.aside(act, view.table, view.seating)
        both = {"word": quoted(words.button.lower()), "what": words.what}
        yield _("Reply with just %(word)s: %(what)s") % both
    yield _("If the hand is turned first, it is as if nothing had been said.")


def _may_look(seconds: int) -> str:
    sand = ngettext(
        "Turn the glass when you have time for it: the sand runs for %(n)s second, once, and "
        "nothing stops it.",
        "Turn the glass when you have time for it: the sand runs for %(n)s seconds, once, and "
        "nothing stops it.",
        seconds,
    ) % {"n": seconds}
    return ". ".join((_("You may look at cards"), sand))
