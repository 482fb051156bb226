"""The commands there are, in the order in which a page offers them."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from accounts.roles import GOVERN, HELP, MODERATE
from games.models import Game
from games.services.moderation import on_games, on_people, on_time, taking_back
from games.services.moderation.terms import GAME, LETTER, PERSON, SITE, Command

_ALL = (
    Command(
        "extend",
        _("Extend the deadline"),
        _("Everybody who owes an answer has so many hours more."),
        GAME,
        MODERATE,
        on_time.extend,
        says=_("Hand %(hand)s is open for %(hours)s more hours."),
        fields=("hours",),
    ),
    Command(
        "excuse",
        _("Excuse a missed hand"),
        _("The miss counts neither at the table nor in their record. What was played stays."),
        GAME,
        HELP,
        on_games.excuse,
        says=_("The missed hand %(hand)s is excused: it does not count."),
        undo=on_games.blame_again,
        fields=("hand", "seat"),
        states=(Game.State.RUNNING, Game.State.OVER),
    ),
    Command(
        "take_back",
        _("Take back to a hand"),
        _("All bids from that hand on are void, and it opens again. The deck stays the same."),
        GAME,
        MODERATE,
        taking_back.take_back,
        says=_("The game was taken back to hand %(hand)s. What was bid since is void."),
        undo=taking_back.put_back,
        fields=("hand",),
    ),
    Command(
        "end",
        _("End as it stands"),
        _("The game is over with the points of now. This cannot be undone: the cards are shown."),
        GAME,
        MODERATE,
        on_games.end_as_it_stands,
        says=_("The game was ended as it stands."),
    ),
    Command(
        "extend_person",
        _("Extend all deadlines"),
        _("In each game of this person, their clock has so many hours more."),
        PERSON,
        MODERATE,
        on_time.extend_person,
        says=_("In your games you have %(hours)s more hours for the hands that are open."),
        fields=("hours",),
    ),
    Command(
        "warn",
        _("Warn"),
        _("The person gets your words by letter. Nothing else changes."),
        PERSON,
        MODERATE,
        on_people.warn,
        says=_("This is a warning."),
    ),
    Command(
        "mute",
        _("Mute"),
        _("The person’s words reach nobody: no invitations, no public tables."),
        PERSON,
        MODERATE,
        on_people.mute,
        says=_("For %(days)s days you cannot invite people or lay public tables."),
        undo=on_people.unmute,
        fields=("days",),
    ),
    Command(
        "suspend",
        _("Suspend"),
        _("The person cannot play. Every page says why, and until when."),
        PERSON,
        GOVERN,
        on_people.suspend,
        says=_("Your account is suspended for %(days)s days."),
        undo=on_people.unsuspend,
        fields=("days",),
    ),
    Command(
        "lift",
        _("Lift"),
        _("Whatever the person is muted or suspended by ends now."),
        PERSON,
        GOVERN,
        on_people.lift,
        says=_("You may play and write again as before."),
    ),
    Command(
        "set_role",
        _("Give a role"),
        _("Helper, moderator or chief; or none any more."),
        PERSON,
        GOVERN,
        on_people.set_role,
        says=_("Your role among the moderators was changed."),
        undo=on_people.put_role_back,
        fields=("role",),
    ),
    Command(
        "forget",
        _("Take the data away"),
        _("A made-up name stands in their place; address, keys and letters go, for good."),
        PERSON,
        GOVERN,
        on_people.forget,
        tells=False,
    ),
    Command(
        "outage",
        _("Give time back after an outage"),
        _("Whoever lost of the last quarter of a hand in the last hours gets that time back."),
        SITE,
        MODERATE,
        on_time.outage,
        fields=("hours",),
        tells=False,
    ),
    Command(
        "send_again",
        _("Send again"),
        _("The letter goes out once more, if it is still true and wished."),
        LETTER,
        HELP,
        on_people.send_again,
        tells=False,
    ),
)
COMMANDS = {command.slug: command for command in _ALL}


def commands_on(what: str) -> Sequence[Command]:
    """Those for a game, a person or a letter."""
    return [command for command in _ALL if command.on == what]
