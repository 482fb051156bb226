"""Letters about seats and the table itself: offered, taken, paused, cancelled, once more."""

from typing import Any

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import ahead, letters, when
from accounts.isolating import isolated
from accounts.kinds import Letter
from accounts.models import Notice
from games import selectors
from games.mail import frame, reasons
from games.mail.sight import Sight, sight_of
from games.models import Game, Hand
from games.refusals import Refused
from games.selectors.duplicates import comparison_of
from games.telling import telling
from games.telling.changes import sentence
from games.telling.duplicates import verdict_words
from games.telling.pacing import pace_words

TO_TABLE = gettext_lazy("See the table")


def _news(
    game: Game, name: str, title: str, lines: list[str], call: Any = TO_TABLE, way: str = "game"
) -> Letter:
    """A letter of a few sentences with one way to go on."""
    words = telling(game.ruleset)
    context = {
        "game_title": words.title(),
        "table_name": isolated(game.name),
        "name": name,
        "news": title,
        "lines": lines,
        "call": capfirst(call),
        "url": letters.absolute(reverse(way, args=[game.code])),
    }
    subject = _("%(game)s, %(table)s") % {"game": words.title(), "table": isolated(game.name)}
    return letters.write("news", subject, context, frame.thread(game))


def _name(notice: Notice) -> str:
    return isolated(notice.recipient.name) if notice.recipient else ""


def _told(game: Game, kind: str) -> list[str]:
    """The last entry of that kind, in a sentence."""
    entry = game.log.filter(kind=kind).order_by("-number").first()
    return [sentence(kind, entry.said)] if entry else []


def seat_offered(notice: Notice) -> Letter | None:
    """A bot plays for you; come back.  Only as long as nobody else has the seat."""
    sight = sight_of(notice)
    if sight is None or sight.game.state != Game.State.RUNNING or not sight.seat.absence:
        return None
    lines = [
        _("You have missed several hands in a row, so a bot plays for you now: nobody has to wait.")
        if sight.seat.misses_in_row
        else _("A moderator has given your seat to a bot, so that nobody has to wait."),
        *reasons.reason(notice),
        _("Say that you are back, and it is your seat again, until somebody else has taken it."),
    ]
    title = _("A bot plays for you, %(name)s") % {"name": _name(notice)}
    return _news(sight.game, _name(notice), title, lines, _("I am back"), "game-back")


def seat_taken(notice: Notice) -> Letter | None:
    """Somebody has a seat that was offered; to all, and to who sat there before."""
    game = _game(notice)
    if game is None or game.state != Game.State.RUNNING:
        return None
    lines = _told(game, "taken")
    if notice.recipient and selectors.seat_of(game, notice.recipient) is None:
        lines += reasons.reason(notice)
        lines.append(_("Thank you for having played so far. You can look on as everybody can."))
    return _news(game, _name(notice), _("Somebody new at the table"), lines)


def briefing(notice: Notice) -> Letter | None:
    """To who took a seat: the table, the cards, what happened last, until when."""
    sight = sight_of(notice)
    if sight is None or sight.game.state != Game.State.RUNNING:
        return None
    if sight.hand is not None and sight.owes(sight.hand.number):
        return _briefed(notice, sight, sight.hand)
    lines = [
        *reasons.reason(notice),
        _("The seat is yours now, with its cards. You owe nothing in the hand that is open."),
        _("The briefing tells what happened so far."),
    ]
    title = _("Welcome to the table, %(name)s") % {"name": _name(notice)}
    return _news(sight.game, _name(notice), title, lines, _("Read the briefing"), "game-briefing")


def _briefed(notice: Notice, sight: Sight, hand: Hand) -> Letter:
    reply = ahead.found("reply", notice)
    return frame.letter(
        "briefing",
        sight,
        hand.stage.number,
        reply.address,
        url=reply.link or frame.address(sight.game),
        table_url=frame.address(sight.game),
        reason=reasons.reason(notice),
        **frame.asking(sight, hand),
    )


def game_paused(notice: Notice) -> Letter | None:
    """All clocks stand still."""
    sight = sight_of(notice)
    if sight is None or sight.game.paused_at is None:
        return None
    lines = [
        *_told(sight.game, "paused"),
        _("You may answer meanwhile. Anybody at the table can let the game go on."),
    ]
    return _news(sight.game, _name(notice), _("The game is paused"), lines)


def game_resumed(notice: Notice) -> Letter | None:
    """The clocks run again."""
    sight = sight_of(notice)
    if sight is None or sight.game.state != Game.State.RUNNING or sight.game.paused_at:
        return None
    lines = [*_told(sight.game, "resumed"), *until(sight)]
    return _news(sight.game, _name(notice), _("The game goes on"), lines)


def until(sight: Sight) -> list[str]:
    """The reader’s own deadline in the open hand, if they owe an answer."""
    if sight.hand is None or not sight.owes(sight.hand.number):
        return []
    end = sight.until or sight.hand.deadline
    facts = {"until": when.moment(end), "place": when.place(), "left": when.remaining(end)}
    return [_("You have until %(until)s in %(place)s (%(left)s).") % facts]


def extended(notice: Notice) -> Letter | None:
    """Somebody has given the open hand more time."""
    sight = sight_of(notice)
    if sight is None or sight.hand is None or sight.hand.number != notice.facts["hand"]:
        return None
    if sight.hand.state == Hand.State.RESOLVED:
        return None
    lines = [*_told(sight.game, "extended"), *until(sight)]
    return _news(sight.game, _name(notice), _("This hand has more time"), lines)


def game_cancelled(notice: Notice) -> Letter | None:
    """It ended without a result."""
    sight = sight_of(notice)
    if sight is None or sight.game.state != Game.State.CANCELLED:
        return None
    lines = [*_told(sight.game, "cancelled"), _("There is no result, and nobody's record changes.")]
    if selectors.has_record(sight.game):
        lines.append(_("Its deck is open now: at the table everybody can check how it was dealt."))
    return _news(sight.game, _name(notice), _("The game is cancelled"), lines)


def rematch(notice: Notice) -> Letter | None:
    """The same people once more: a seat is kept for you."""
    game = _game(notice)
    if game is None or game.state != Game.State.OPEN or notice.recipient is None:
        return None
    if not selectors.is_kept(game, notice.recipient):
        return None
    asker = isolated(game.maker.name) if game.maker else "—"
    lines = [
        _("%(name)s would like to play again, with the same people and the same options.")
        % {"name": asker},
        _("A seat is kept for you. The pace: %(pace)s.") % {"pace": pace_words(game)},
    ]
    return _news(game, _name(notice), _("Once more?"), lines, _("See the table and sit down"))


def restored(notice: Notice) -> Letter | None:
    """A backup was restored: what is lost, and that it can be given again."""
    game = _game(notice)
    entry = game and game.log.filter(number=notice.facts["entry"], kind="restored").first()
    if game is None or not entry or game.state != Game.State.RUNNING:
        return None
    lines = [
        sentence("restored", entry.data),
        _("If that is not fair at your table, all of you together can cancel the game there."),
    ]
    return _news(game, _name(notice), _("Some answers are lost"), lines)


def comparison(notice: Notice) -> Letter | None:
    """All tables with the same deals are over: how one did with one’s cards."""
    sight = sight_of(notice)
    if sight is None or sight.game.closed:
        return None
    try:
        row = comparison_of(sight.game).rows[sight.seat.index]
    except Refused:
        return None
    own = next(held.mark for held in row if held.seat.game_id == sight.game.pk)
    lines = [
        _("All tables with the same deals are over, and everything is open now."),
        verdict_words(own.difference, own.place, len(row)),
    ]
    title = _("The comparison is in")
    return _news(sight.game, _name(notice), title, lines, _("Compare the tables"), "duplicate")


def _game(notice: Notice) -> Game | None:
    return selectors.with_seats().filter(pk=notice.facts["game"]).first()
