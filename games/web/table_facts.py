"""What has been settled about a table: pace, options, and what is played on a miss."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import selectors
from games.models import Game, Seat
from games.web.listings import length
from games.web.record_words import least_words
from games.wording import levels, wording
from games.wording.base import Fact
from games.wording.lists import listed
from games.wording.pace import pace_words


def about(game: Game, seat: Seat | None) -> dict[str, Any]:
    """Context about this table: pace, options, and what is played on a miss."""
    return {
        "title": wording(game.ruleset).title(),
        "options": wording(game.ruleset).options(game.options),
        "pace": pace_words(game),
        "least": least_words(game),
        "table_rules": table_rules(game),
        "length": length(game),
        "seat": seat,
        "policies": policies(game.ruleset),
    }


def policies(slug: str) -> list[tuple[str, str]]:
    """The choices of what to play if somebody misses a hand."""
    return [(value, fact.label) for value, fact in wording(slug).misses().items()]


def table_rules(game: Game) -> list[Fact]:
    """The table's rules on absence, extensions and votes, fixed when it was created."""
    return [
        *_bots(game),
        Fact(
            _("When somebody misses hands"),
            _offer_words(game.offer_after, game.duplicate_id is not None),
        ),
        Fact(
            _("More time"),
            _("each seat may double a hand’s time once")
            if game.extensions
            else _("hands get no extra time"),
        ),
        Fact(
            _("Pause or cancel"),
            _("if every player wants it") if game.votes else _("no votes"),
        ),
        Fact(
            _("Ratings"),
            _("the game counts, unless a bot has a seat from the start")
            if game.rated
            else _("the game does not count"),
        ),
        *_memory(game),
        Fact(_("Chat"), game.get_chat_display()),
    ]


def _bots(game: Game) -> list[Fact]:
    """The levels of the bots at this table, if any."""
    levels_here = {seat.level for seat in game.seats.all() if seat.level is not None}
    if not levels_here:
        return []
    words = [levels.measured(level, game.ruleset) for level in sorted(levels_here)]
    return [Fact(_("Bots"), listed(words))]


def _memory(game: Game) -> list[Fact]:
    """In games of memory: whether the page shows what was played."""
    if not selectors.lobby.lists.remembers(game.ruleset):
        return []
    if game.recalls:
        words = _("the page shows what you may know")
    elif any(seat.level is not None for seat in game.seats.all()):
        words = _("everybody relies on memory; bots that think ahead note what was shown")
    else:
        words = _("everybody relies on memory")
    return [Fact(_("Cards seen before"), words)]


def _offer_words(after: int, kept: bool) -> str:
    if not after:
        return _("keeps the seat, however many")
    if kept:
        return ngettext(
            "after %(n)s a bot plays until its player is back",
            "after %(n)s in a row a bot plays until its player is back",
            after,
        ) % {"n": after}
    return ngettext(
        "after %(n)s a bot plays, and somebody else may take the seat",
        "after %(n)s in a row a bot plays, and somebody else may take the seat",
        after,
    ) % {"n": after}
