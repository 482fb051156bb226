"""Letters about changes at a table: a seat is taken, the game pauses or is played again, …"""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import Notice
from accounts.notifications import prefetch, render
from accounts.notifications.kinds import Letter
from accounts.text import date_words
from accounts.text.bidi_isolation import isolated
from games import selectors
from games.game_view import GameView
from games.mail import letter_frame, reasons
from games.mail.letter_view import view_of
from games.models import Game, Hand, Seat
from games.refusals import Refused
from games.selectors.results.duplicates import comparison_of
from games.wording import wording
from games.wording.duplicates import left_out_words, others_left_out_words, verdict_words
from games.wording.pace import pace_words
from games.wording.table_changes import sentence

TO_TABLE = gettext_lazy("See the table")
# As the letter of an invitation says it, too.
TO_ACCEPT = gettext_lazy(
    "To sit down without opening a page, reply with just “accept”; “decline” says no."
)


def news(
    game: Game, name: str, title: str, lines: list[str], call: Any = TO_TABLE, way: str = "game"
) -> Letter:
    """A letter of a few sentences and one link, to the page `way`: of this game, or of all."""
    words = wording(game.ruleset)
    context = {
        "game_title": words.title(),
        "table_name": isolated(game.name),
        "name": name,
        "news": title,
        "lines": lines,
        "call": capfirst(call),
        "url": render.absolute(reverse(way, args=[] if way == "games" else [game.code])),
    }
    return render.write("news", letter_frame.subject(game), context, letter_frame.thread(game))


def _name(notice: Notice) -> str:
    return isolated(notice.recipient.name) if notice.recipient else ""


def _told(notice: Notice, game: Game, kind: str) -> list[str]:
    """The log entry of that kind which the notice is about, as a sentence; empty if there is
    none."""
    entries = game.log.filter(kind=kind).order_by("-number")
    if "log" in notice.facts:
        entries = entries.filter(number__lte=notice.facts["log"])
    entry = entries.first()
    return [sentence(kind, entry.with_names)] if entry else []


def seat_offered(notice: Notice) -> Letter | None:
    """Tells a player that a bot has their seat, while they can still return to it."""
    view = view_of(notice)
    if view is None or view.game.state != Game.State.RUNNING or not view.own_seat.absence:
        return None
    offered = view.own_seat.absence == Seat.Absence.OFFERED
    lines = [
        _why_a_bot(notice, view),
        *reasons.reason(notice),
        _("Come back and it is your seat again, unless somebody else has taken it.")
        if offered
        else _("Come back and it is your seat again."),
        _("To come back without opening a page, reply with just “I am back”."),
    ]
    title = _("A bot plays for you, %(name)s") % {"name": _name(notice)}
    return news(view.game, _name(notice), title, lines, _("I am back"), "game-back")


def _why_a_bot(notice: Notice, view: GameView) -> str:
    # What counts is how it was then: a miss may have been excused since.
    missed = int(notice.facts.get("missed", view.own_seat.misses_in_row))
    if not missed or "entry" in notice.facts:
        return _("A moderator has given your seat to a bot, so that nobody has to wait.")
    words = ngettext(
        "You have missed %(n)s hand, so a bot plays for you now and nobody has to wait.",
        "You have missed %(n)s hands in a row, so a bot plays for you now and nobody has to wait.",
        missed,
    )
    return words % {"n": missed}


def seat_taken(notice: Notice) -> Letter | None:
    """Tells all players, and the previous one, that somebody has taken an offered seat."""
    game = game_of(notice)
    if game is None or game.state != Game.State.RUNNING:
        return None
    lines, title = _told(notice, game, "taken"), _("A new player at the table")
    user = notice.recipient
    if user is None or selectors.access.seat_of(game, user) is not None:
        return news(game, _name(notice), title, lines)
    lines += [*reasons.reason(notice), _thanks(game)]
    if selectors.access.may_watch(game, user):
        return news(game, _name(notice), title, lines)
    return news(game, _name(notice), title, lines, _("See open tables"), "games")


def _thanks(game: Game) -> str:
    if game.visibility == Game.Visibility.PUBLIC and not game.closed:
        return _("Thank you for playing so far. You can still watch, as anybody can.")
    return _("Thank you for playing so far.")


def briefing(notice: Notice) -> Letter | None:
    """Tells a new player about the table, their cards and their deadline."""
    view = view_of(notice)
    if view is None or view.game.state != Game.State.RUNNING:
        return None
    if view.hand is not None and view.is_asked(view.hand.number):
        return _briefed(notice, view, view.hand)
    lines = [
        *reasons.reason(notice),
        _(
            "The seat is yours now, with its cards. You don’t have to answer in the "
            "hand that is open."
        ),
        _("The briefing tells you what has happened so far."),
    ]
    title = _("Welcome to the table, %(name)s") % {"name": _name(notice)}
    return news(view.game, _name(notice), title, lines, _("Read the briefing"), "game-briefing")


def _briefed(notice: Notice, view: GameView, hand: Hand) -> Letter:
    reply = prefetch.found("reply", notice)
    return letter_frame.letter(
        "briefing",
        view,
        reply.address,
        url=reply.link or letter_frame.address(view.game),
        table_url=letter_frame.address(view.game),
        calendar_url="" if view.game.paused_at else reply.calendar,
        reason=reasons.reason(notice),
        **letter_frame.asking(view, hand, reply_to=reply.address),
    )


def game_paused(notice: Notice) -> Letter | None:
    view = view_of(notice)
    if view is None or view.game.paused_at is None:
        return None
    lines = [
        *_told(notice, view.game, "paused"),
        _("You can still answer. Anybody at the table can resume the game."),
        _("To do so without opening a page, reply with just “resume”."),
    ]
    return news(view.game, _name(notice), _("The game is paused"), lines)


def game_resumed(notice: Notice) -> Letter | None:
    view = view_of(notice)
    if view is None or view.game.state != Game.State.RUNNING or view.game.paused_at:
        return None
    lines = [*_told(notice, view.game, "resumed"), *until(view)]
    return news(view.game, _name(notice), _("The game has been resumed"), lines)


def until(view: GameView) -> list[str]:
    """The reader's own deadline in the open hand; empty if they don't have to answer, or no clock
    runs."""
    if view.game.paused_at or view.hand is None or not view.is_asked(view.hand.number):
        return []
    end = view.until or view.hand.deadline
    facts = {
        "until": date_words.moment(end),
        "place": date_words.place(),
        "left": date_words.remaining(end),
    }
    return [_("You have until %(until)s in %(place)s (%(left)s).") % facts]


def extended(notice: Notice) -> Letter | None:
    """Tells the players that the open hand has more time."""
    view = view_of(notice)
    if view is None or view.hand is None or view.hand.number != notice.facts["hand"]:
        return None
    if view.hand.state == Hand.State.RESOLVED:
        return None
    lines = [*_told(notice, view.game, "extended"), *until(view)]
    return news(view.game, _name(notice), _("This hand has more time"), lines)


def game_cancelled(notice: Notice) -> Letter | None:
    view = view_of(notice)
    if view is None or view.game.state != Game.State.CANCELLED:
        return None
    lines = [
        *_told(notice, view.game, "cancelled"),
        _("There is no result, and it doesn’t count for anybody."),
    ]
    if selectors.observations.has_record(view.game):
        lines.append(
            _("The deck is revealed now: anybody at the table can check how the cards were dealt.")
        )
    return news(view.game, _name(notice), _("The game is cancelled"), lines)


def rematch(notice: Notice) -> Letter | None:
    """Invites the same people to another game, in which a seat is kept for them; no letter to
    those who hide the one who asks."""
    game, user = game_of(notice), notice.recipient
    if game is None or game.state != Game.State.OPEN or user is None:
        return None
    if not selectors.access.is_kept(game, user):
        return None
    if selectors.people.friends.ignores(user, game.maker):
        return None
    asker = isolated(game.maker.name) if game.maker else "—"
    lines = [
        _("%(name)s would like to play again, with the same people and the same options.")
        % {"name": asker},
        _("A seat is kept for you. The pace: %(pace)s.") % {"pace": pace_words(game)},
        str(TO_ACCEPT),
    ]
    return news(game, _name(notice), _("Another game?"), lines, _("See the table and sit down"))


def restored(notice: Notice) -> Letter | None:
    """Tells the players what was lost when we restored a backup, and what they can do."""
    game = game_of(notice)
    entry = game and game.log.filter(number=notice.facts["entry"], kind="restored").first()
    if game is None or not entry or game.state != Game.State.RUNNING:
        return None
    lines = [sentence("restored", entry.data), *_forgotten(notice.facts.get("hands", []))]
    if "seen" in entry.data:
        lines.append(
            _(
                "The cards that come next have already been seen. If you all think that’s fair, "
                "play on. If not, cancel the game together; “Play again with the same people” "
                "then deals afresh."
            )
        )
    else:
        lines.append(
            _("If that isn’t fair at your table, all of you together can cancel the game there.")
        )
    return news(game, _name(notice), _("Some answers are lost"), lines)


def _forgotten(hands: list[int]) -> list[str]:
    """Which of the reader's own answers were lost."""
    if not hands:
        return []
    words = ngettext(
        "We lost your answer in hand %(hands)s, although we had confirmed it.",
        "We lost your answers in hands %(hands)s, although we had confirmed them.",
        len(hands),
    )
    return [words % {"hands": ", ".join(map(str, hands))}]


def comparison(notice: Notice) -> Letter | None:
    """How the reader did compared with the others who had the same cards, or why nobody can say."""
    view = view_of(notice)
    if view is None or view.game.closed or view.game.state == Game.State.RUNNING:
        return None
    game, name = view.game, _name(notice)
    lines = [_("All tables with the same deals have finished, so everything is revealed now.")]
    try:
        found = comparison_of(game)
    except Refused:
        lines.append(
            _("There is nothing to compare: fewer than two tables were played to the end.")
        )
        return news(game, name, _("All tables are over"), lines)
    mark = found.mark_of(game, view.own_seat.index)
    lines.append(
        verdict_words(mark.difference, mark.place, len(found.tables)) if mark else left_out_words()
    )
    if others := others_left_out_words([each for each in found.left_out if each != game]):
        lines.append(others)
    return news(game, name, _("The comparison is in"), lines, _("Compare the tables"), "duplicate")


def game_of(notice: Notice) -> Game | None:
    """The game that the notice is about, whether or not its reader plays there."""
    found: Game | None = prefetch.found("game", notice)
    return found


def _games(notices: Sequence[Notice]) -> list[Game | None]:
    keys = [notice.facts.get("game", 0) for notice in notices]
    games = selectors.access.read_games(set(keys))
    return [games.get(key) for key in keys]


prefetch.register("game", _games)
