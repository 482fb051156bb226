"""What each notice adds to a joint letter about one game, which another notice leads.

Lines that the letter already contains, such as those about the last hands, are left out when it is
rendered (accounts.notifications.render).
"""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Notice
from accounts.notifications.kinds import Part
from games.mail.letter_view import is_stage_over, missed_hand, still_asks, turned_hand, view_of
from games.models import Game
from games.wording import stage_over
from games.wording.pace import pace_words


def asking(notice: Notice) -> Part | None:
    """Adds nothing: the newest notice that asks leads the letter."""
    view = view_of(notice)
    return Part() if view is not None and still_asks(notice, view) else None


def ended(notice: Notice) -> Part | None:
    """Adds nothing: it leads the letter, since a finished game asks nobody."""
    view = view_of(notice)
    return Part() if view is not None and view.game.outcome is not None else None


def started(notice: Notice) -> Part | None:
    """The start of a game, with its pace; the proofs go to the end."""
    view = view_of(notice)
    if view is None or view.game.state != Game.State.RUNNING:
        return None
    game = view.game
    pace = _(
        "Your time to answer: %(pace)s. A hand is turned as soon as the last answer is in."
    ) % {"pace": pace_words(game)}
    options = [f"{fact.label}: {fact.text}" for fact in view.wording.options(game.options)]
    deck = _(
        "The deck is fixed now, and this is the commitment to our share in it. At the end the "
        "record reveals this share, unless somebody’s words are deleted by then, so that anybody "
        "can check the shuffles:"
    )
    seats = _(
        "And this fixes who sits where, everybody’s words and the options, and with them "
        "every card. Keep this e-mail: it proves which game you were in."
    )
    digest = (game.start or {}).get("digest", "")
    proofs = [(deck, game.commitment), *([(seats, digest)] if digest else [])]
    return Part((_("The game begins."), pace, *options), tuple(proofs))


def resolved(notice: Notice) -> Part | None:
    """What happened in a resolved hand."""
    found = turned_hand(notice)
    return Part(tuple(found[0].sentences_of_hand(found[1].number))) if found else None


def missed(notice: Notice) -> Part | None:
    """What was played for the reader, and how many hands they have missed."""
    found = missed_hand(notice)
    if found is None:
        return None
    view, hand, bid = found
    title = _("Your time ran out in hand %(hand_number)s") % {"hand_number": hand.number}
    played = _(
        "You ran out of time, so we played your fallback: %(played)s. Change it on the table page."
    ) % {"played": view.wording.label(bid.notation)}
    return Part((f"{title}.", played, *_misses(view.own_seat.misses)))


def _misses(count: int) -> list[str]:
    """How many count; empty if all have been excused."""
    words = ngettext(
        "You have missed %(misses)s hand in this game.",
        "You have missed %(misses)s hands in this game.",
        count,
    )
    return [words % {"misses": count}] if count else []


def stage_end(notice: Notice) -> Part | None:
    """The end of a stage; the letter's table shows the score."""
    view, number = view_of(notice), notice.facts["stage"]
    if view is None or not is_stage_over(notice, view.game.stages.filter(number=number).first()):
        return None
    return Part((f"{stage_over(view.game.ruleset, number)}.",))
