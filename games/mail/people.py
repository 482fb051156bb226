"""Letters about people: requests to be friends, and seats kept for somebody."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Notice, User
from accounts.notifications import digests, prefetch, render
from accounts.notifications.kinds import Brief, Letter
from accounts.text.bidi_isolation import isolated
from games import selectors
from games.mail import changes
from games.models import Game, Seat
from games.wording.pace import pace_words

ASKED, AGREED = "friend_asked", "friend_agreed"
WHERE = {ASKED: "asks", AGREED: "friends"}  # state of the friendship in which the letter is true


def friends(notice: Notice) -> Letter | None:
    """A request to be friends, or its acceptance; None if that has changed since."""
    brief = friend_briefs([notice])[0]
    if brief is None:
        return None
    entry = {"title": brief.title, "text": brief.text, "url": render.absolute(brief.path)}
    entry["call"] = _("Answer the request") if notice.kind == ASKED else _("See your friends")
    return digests.of_entries(brief.title, [entry], heading=_("Friends"))


def friend_briefs(notices: Sequence[Notice]) -> list[Brief | None]:
    keys = [notice.facts.get("person") for notice in notices]
    people = User.objects.filter(is_active=True).in_bulk(keys)
    return [_brief(notice, people.get(notice.facts.get("person", 0))) for notice in notices]


def _brief(notice: Notice, whom: User | None) -> Brief | None:
    user = notice.recipient
    if user is None or whom is None:
        return None
    if selectors.people.friends.friendship_state(user, whom) != WHERE[notice.kind]:
        return None
    name = {"name": isolated(whom.name)}
    if notice.kind == ASKED:
        title = _("%(name)s would like to be friends")
        text = _(
            "Friends can invite each other to a table with one tap. Only the two of you know "
            "about it."
        )
    else:
        title = _("You and %(name)s are friends now")
        text = _("You can invite each other to a table with one tap.")
    return Brief(title % name, text, reverse("friends"))


def seat_kept(notice: Notice) -> Letter | None:
    """An invitation to an open table by whoever keeps a seat for the reader there; none from whom
    they hide, nor from nobody."""
    user, game = notice.recipient, changes.game_of(notice)
    by: User | None = prefetch.found("asker", notice)
    if user is None or by is None or game is None or game.state != Game.State.OPEN:
        return None
    if not selectors.access.is_kept_by(game, user, by):
        return None
    lines = [
        _("%(name)s invites you to this table.") % {"name": isolated(by.name)},
        _("A seat is kept for you. The pace: %(pace)s.") % {"pace": pace_words(game)},
        str(changes.TO_ACCEPT),
    ]
    title, call = _("An invitation to play"), _("See the table and sit down")
    return changes.news(game, isolated(user.name), title, lines, call)


def _askers(notices: Sequence[Notice]) -> list[User | None]:
    """Whoever asks each reader for something, unless the reader hides them."""
    keys = [notice.facts.get("person", 0) for notice in notices]
    people = User.objects.filter(is_active=True).in_bulk(keys)
    hidden = selectors.people.friends.hidden_among(
        {notice.recipient_id for notice in notices if notice.recipient_id}, people
    )
    return [
        None if (notice.recipient_id, key) in hidden else people.get(key)
        for notice, key in zip(notices, keys, strict=True)
    ]


prefetch.register("asker", _askers)


def is_unasked(notice: Notice) -> bool:
    """Whether the two aren't friends and have never played together."""
    user = notice.recipient
    by = User.objects.filter(pk=notice.facts.get("person", 0)).first()
    if user is None or by is None:
        return True
    begun = Seat.objects.filter(user=user, game__started_at__isnull=False)
    together = by.seats.filter(game__in=begun.values("game")).exists()
    return not together and not selectors.people.friends.are_friends(user, by)
