"""Quick tables: a game and one of three paces, or the same settings as last time."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.text.bidi_isolation import isolated
from games import selectors
from games.models import Game
from games.refusals import Refused
from games.services.lobby.tables import TableSettings
from games.web.lobby.table_forms import an_island
from games.wording import WORDINGS, wording
from games.wording.pace import pace_words


@dataclass(frozen=True)
class Preset:
    """A named pace; all other settings are the defaults."""

    slug: str
    icon: str
    title: Promise
    text: Promise
    hours: int
    weekends: bool = True


PRESETS = {
    preset.slug: preset
    for preset in (
        Preset(
            "evening",
            "evening",
            gettext_lazy("An evening with friends"),
            gettext_lazy("Everybody at the table at once, an hour at most for each card."),
            1,
        ),
        Preset(
            "day",
            "day",
            gettext_lazy("A hand a day"),
            gettext_lazy("Play when it suits you, a day for each card."),
            24,
        ),
        Preset(
            "voyage",
            "voyage",
            gettext_lazy("A long voyage"),
            gettext_lazy("Three days for each card, weekends off. For busy lives."),
            72,
            weekends=False,
        ),
    )
}
USUAL = "day"
MAX_ASKED, MAX_SHOWN = 5, 12  # people invited in one form, and friends shown unfolded


def wish_of(asked: QueryDict, visibility: str, with_whom: Sequence[User]) -> TableSettings | None:
    """The table requested by the quick form; None if it is malformed."""
    slug, preset = asked.get("game", ""), PRESETS.get(asked.get("preset", ""))
    if slug not in WORDINGS or preset is None:
        return None
    return TableSettings(
        ruleset=slug,
        name=an_island(),
        seats=usual_seats(slug, len(with_whom)),
        options={option.name: option.default for option in selectors.lobby.lists.options_of(slug)},
        hours=preset.hours,
        weekends=preset.weekends,
        visibility=visibility,
    )


def usual_seats(slug: str, asked: int) -> int:
    """Four seats where the game allows it; with `asked` people invited, just enough for them."""
    seats = selectors.lobby.lists.seats_of(slug)
    if asked:
        return next((number for number in seats if number > asked), seats[-1])
    return 4 if 4 in seats else seats[-1]


def last_table(user: User) -> Game | None:
    """The table this person created last, if its game still exists."""
    found = selectors.lobby.lists.last_made(user)
    return found if found is not None and found.ruleset in WORDINGS else None


def like(game: Game) -> TableSettings:
    """A new table with the settings of this one."""
    return TableSettings(
        ruleset=game.ruleset, name=an_island(), seats=game.seat_count, options=dict(game.options),
        hours=game.hours, bank=game.bank_hours, most=game.most_hours, weekends=game.weekends,
        reliable=game.least_share, visibility=game.visibility, tells=game.shows_bids,
        delay=game.delay_minutes, offer=game.offer_after, extensions=game.extensions,
        votes=game.votes, rated=game.rated, recalls=game.recalls, chat=game.chat,
    )  # fmt: skip


def last_in_words(game: Game) -> str:
    """Such as "Rowboat, 3 seats, a day for each hand"."""
    words = {
        "game": wording(game.ruleset).title(),
        "seats": game.seat_count,
        "pace": pace_words(game),
    }
    return _("%(game)s, %(seats)s seats, %(pace)s") % words


def people_asked(asked: QueryDict) -> list[User]:
    """The people invited by name (`with`) whom we know."""
    return [user for user in _by_name(asked).values() if user is not None]


def unknown(asked: QueryDict) -> str:
    """Who of those invited isn't known (any more), in words; empty if all are."""
    name = next((name for name, user in _by_name(asked).items() if user is None), "")
    words = _("We know nobody called “%(name)s”. Choose again. No table was started.")
    return words % {"name": isolated(name[:40])} if name else ""


def _by_name(asked: QueryDict) -> dict[str, User | None]:
    names = dict.fromkeys(name for name in asked.getlist("with")[:MAX_ASKED] if name)
    found: dict[str, User | None] = dict.fromkeys(names)
    for name in names:
        with suppress(Refused):
            found[name] = selectors.access.person_named(name)
    return found


def not_kept() -> str:
    """Why nobody can be chosen for a table that is to be found."""
    return _(
        "We can’t keep seats at a table that somebody else started. Choose nobody, or start a "
        "table yourself. Nothing was changed."
    )


def too_many(people: Sequence[User], wish: TableSettings) -> str:
    """Why a table has no seats for all these people and its bots; empty if it has."""
    most = wish.seats - 1
    if len(people) + wish.bots <= most:
        return ""
    words = _(
        "One of %(seats)s seats is yours, so you can invite at most %(most)s. No table was started."
    )
    if wish.bots:
        words = _(
            "One of %(seats)s seats is yours, so those you invite and the bots can have at most "
            "%(most)s. No table was started."
        )
    return words % {"seats": wish.seats, "most": most}


def panel(asked: QueryDict, user: User) -> dict[str, Any]:
    """The context of the quick form."""
    last, chosen = last_table(user), people_asked(asked)
    friends = selectors.people.friends.friends_of(user) if not user.is_guest else []
    offered = [friend for friend in friends if friend not in chosen]
    return {
        "chosen": chosen,
        "friends": offered[:MAX_SHOWN],
        "more_friends": offered[MAX_SHOWN:],
        "presets": PRESETS.values(),
        "preset": asked.get("preset", USUAL),
        "last": last_in_words(last) if last else "",
    }
