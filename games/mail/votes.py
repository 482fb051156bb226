"""What somebody at a table asks of all: a line in each letter about it until the reader has voted,
and one letter when it is asked.
"""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Notice
from accounts.notifications import prefetch
from accounts.notifications.kinds import Letter
from accounts.notifications.preface import First
from accounts.text.bidi_isolation import isolated
from games import selectors
from games.mail.changes import news
from games.mail.command_words import VOTES, quoted
from games.mail.letter_view import each_own, is_about_several, view_of
from games.models import Seat, Vote
from games.wording.lists import listed

KIND = "vote_asked"
# By the reader's seat and the wish: who has voted for it.
OpenVotes = dict[Seat, dict[str, list[str]]]


def vote_asked(notice: Notice) -> Letter | None:
    """Somebody wants to pause or cancel the game; None once the reader has voted or it is over."""
    view, wish = view_of(notice), str(notice.facts["wish"])
    asked = next(iter(_asked(notice).values()), {})
    if view is None or wish not in asked or notice.recipient is None:
        return None
    lines = [
        _(
            "It happens as soon as everybody who plays has voted for it. A vote counts for "
            "seven days."
        ),
        _how(wish, alone=len(asked) == 1) + ".",
    ]
    name = isolated(notice.recipient.name)
    return news(view.game, name, _wants(wish, asked[wish]), lines, _("Vote on the page"))


def open_votes(notice: Notice) -> Iterator[First]:
    """What is asked at the table of a letter that is about something else."""
    if notice.kind == KIND:
        return
    for seat, asked in _asked(notice).items():
        for wish, names in asked.items():
            how = _how(wish, alone=len(asked) == 1)
            if is_about_several(notice):  # by mail, a vote needs a letter about its table alone
                how = _("Vote at the table “%(table)s”") % {"table": isolated(seat.game.name)}
            both = {"asked": _wants(wish, names), "how": how}
            yield First(_("%(asked)s. %(how)s.") % both, lambda: None)


def _wants(wish: str, names: Sequence[str]) -> str:
    words = ngettext("%(names)s asks to %(what)s", "%(names)s ask to %(what)s", len(names))
    return words % {"names": listed(list(map(isolated, names))), "what": VOTES[wish]}


def _how(wish: str, *, alone: bool) -> str:
    if alone:
        return _("Reply with just “yes” or “no”")
    word = {Vote.Wish.PAUSE.value: _("pause?"), Vote.Wish.CANCEL.value: _("cancel?")}[wish]
    return _("To agree, reply with just %(word)s") % {"word": quoted(word)}


def _asked(notice: Notice) -> OpenVotes:
    found: OpenVotes = prefetch.found("votes", notice)
    return found


def _open(notices: Sequence[Notice]) -> list[OpenVotes]:
    """What is asked of the reader of each notice; one reading for all."""
    return each_own(notices, selectors.seats.occupancy.votes_asked_of)


prefetch.register("votes", _open)
