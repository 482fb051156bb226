"""Registers the kinds of notices about games with `accounts`."""

from collections.abc import Callable
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Notice
from accounts.notifications import bounces, preface, unsubscribe
from accounts.notifications.channels.names import MAIL, PUSH
from accounts.notifications.kinds import (
    HIDING,
    HIDING_FROM,
    NUMBERING,
    PUSHING,
    REPLY_ADDRESSES,
    Gathers,
    Kind,
    Letter,
    register,
)
from games import visibility
from games.mail import (
    changes,
    chat,
    compose,
    held_back,
    joint_letter_parts,
    mail_answer,
    mail_house,
    mail_lines,
    mail_table,
    moderation,
    moves,
    out_of_turn,
    people,
    reply_to,
    summaries,
    votes,
    waiting_hands,
)
from games.selectors.lobby.lists import table_name
from games.selectors.moderation.stakes import letters_for


def _kind(
    slug: str,
    label: Promise,
    compose: Callable[[Notice], Letter | None],
    brief: Callable[[str | Promise], summaries.Making],
    **more: Any,
) -> Kind:
    title = summaries.TITLES[slug]
    return Kind(slug, label, compose, title, briefs=brief(title), **more)


def _news(
    slug: str,
    label: Promise,
    compose: Callable[[Notice], Letter | None],
    way: str = "",
    **more: Any,
) -> Kind:
    """A kind whose brief says what its letter is about; it leads to the page `way`, if given."""
    title = summaries.TITLES[slug]
    return Kind(
        slug, label, compose, title, briefs=summaries.of_letters(title, compose, way), **more
    )


HANDS, NEWS = Gathers.HANDS, Gathers.NEWS
# A mail is answered by mail, at once.
ANSWERS: dict[str, Any] = {
    "optional": False,
    "why": _("Each answers an e-mail from you. None comes unless you write to us."),
    "ways": (MAIL,),
    "prompt": True,
}
KINDS = (
    _news(
        "invitation", _("invitations to a table"), compose.invitation, unasked=compose.is_unasked
    ),
    _kind(
        "game_started",
        _("a game that starts"),
        compose.game_started,
        summaries.begun,
        part=joint_letter_parts.started,
        leads=4,
    ),
    _kind(
        "your_move",
        _("your move"),
        compose.your_move,
        summaries.asking,
        gathers=HANDS,
        part=joint_letter_parts.asking,
        leads=6,
    ),
    _kind(
        "reminder", _("a reminder before your time runs out"), compose.reminder, summaries.asking
    ),
    _kind(
        "deadline_moved",
        _("a deadline that was moved later"),
        compose.deadline_moved,
        summaries.asking,
    ),
    _kind(
        "hand_resolved",
        _("what happened in each hand"),
        compose.hand_resolved,
        summaries.turned,
        default=False,
        gathers=NEWS,
        part=joint_letter_parts.resolved,
        leads=1,
    ),
    _kind(
        "missed",
        _("a hand you missed"),
        compose.missed,
        summaries.missed,
        gathers=NEWS,
        part=joint_letter_parts.missed,
        leads=2,
    ),
    _kind(
        "stage_end",
        _("the end of a stage"),
        compose.stage_end,
        summaries.stage,
        gathers=NEWS,
        part=joint_letter_parts.stage_end,
        leads=3,
    ),
    _kind(
        "game_over",
        _("the end of a game"),
        compose.game_over,
        summaries.ended,
        part=joint_letter_parts.ended,
        leads=5,
    ),
    Kind(
        "chat",
        _("chat at a table"),
        chat.chat,
        summaries.TITLES["chat"],
        briefs=chat.chat_briefs,
        gathers=NEWS,
        silent=(MAIL, PUSH),
    ),
    _news("seat_offered", _("a bot playing for you"), changes.seat_offered),
    _news("seat_taken", _("a seat that somebody takes"), changes.seat_taken),
    _news("briefing", _("the briefing for a seat you take"), changes.briefing, "game-briefing"),
    _news("game_paused", _("a game that is paused"), changes.game_paused),
    _news("game_resumed", _("a paused game that is resumed"), changes.game_resumed),
    _news(
        "restored",
        _("what a restored backup lost"),
        changes.restored,
        optional=False,
        why=_(
            "They only come if we’ve had to restore a backup and a table of yours lost something."
        ),
    ),
    _news("game_cancelled", _("a game that is cancelled"), changes.game_cancelled),
    _news(votes.KIND, _("a vote at your table"), votes.vote_asked),
    _news(
        out_of_turn.KIND,
        _("an offer to surrender, or a Lighthouse that is lit"),
        out_of_turn.letter,
    ),
    _news("extended", _("a hand that has more time"), changes.extended),
    _news("comparison", _("how tables with the same deals compare"), changes.comparison),
    _news("rematch", _("another game with the same people"), changes.rematch, asks=True),
    _news(
        "seat_kept",
        _("invitations from people who know your name here"),
        people.seat_kept,
        asks=True,
        unasked=people.is_unasked,
    ),
    Kind(
        people.ASKED,
        _("somebody who would like to be friends"),
        people.friends,
        summaries.TITLES[people.ASKED],
        briefs=people.friend_briefs,
        asks=True,
        unasked=people.is_unasked,
    ),
    Kind(
        people.AGREED,
        _("a friend who said yes"),
        people.friends,
        summaries.TITLES[people.AGREED],
        briefs=people.friend_briefs,
        silent=(MAIL, PUSH),
    ),
    Kind(
        "mail_receipt",
        _("receipts for your e-mails"),
        mail_answer.receipt,
        part=mail_answer.part,
        waits=mail_answer.waits,
        **ANSWERS | {"optional": True},
    ),
    Kind("mail_refused", _("an e-mail from you that we refused"), mail_answer.refused, **ANSWERS),
    Kind(
        "mail_lines",
        _("what an e-mail from you with several answers did"),
        mail_lines.lines,
        **ANSWERS,
    ),
    Kind(
        "mail_table",
        _("what you asked for about a table by e-mail"),
        mail_table.compose,
        **ANSWERS,
    ),
    Kind("mail_held", _("an e-mail that needs your confirmation"), mail_lines.held, **ANSWERS),
    Kind("mail_help", _("help with playing by e-mail"), mail_answer.help_, **ANSWERS),
    Kind("mail_state", _("a table you asked for by e-mail"), mail_answer.state, **ANSWERS),
    Kind(
        "mail_house", _("an e-mail to an address that nobody reads"), mail_house.answer, **ANSWERS
    ),
    _news(
        "moderated",
        _("what moderators did at a table"),
        moderation.moderated,
        optional=False,
        why=_("They only come when moderators have stepped in at a table of yours."),
    ),
    Kind(
        "report_answered",
        _("an answer to your report"),
        moderation.report_answered,
        optional=False,
        why=_("Each answers a report of yours."),
    ),
    Kind(
        "from_staff",
        _("a word from the moderators"),
        moderation.from_staff,
        optional=False,
        why=_("They only come when the moderators have something to tell you."),
    ),
)


def register_kinds() -> None:
    """Called once, when the apps are loaded."""
    for kind in KINDS:
        register(kind)
    unsubscribe.NAMES["game"] = table_name
    preface.SOURCES += (held_back.first, votes.open_votes)
    preface.BLOCKS += (chat.at_the_table, moves.all_moves)
    HIDING.append(visibility.shown_notices)
    HIDING_FROM.append(letters_for)
    NUMBERING.append(waiting_hands.of_notices)
    REPLY_ADDRESSES.append(reply_to.back_to)
    PUSHING.append(summaries.pushed)
    bounces.CAME_BACK.append(chat.came_back)
