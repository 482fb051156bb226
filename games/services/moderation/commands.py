"""The commands there are, in the order in which a page offers them."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts.roles import GOVERN, HELP, MODERATE
from games.models import Game
from games.services.moderation import (
    on_games,
    on_people,
    on_seats,
    on_talk,
    on_time,
    taking_back,
)
from games.services.moderation.terms import GAME, LETTER, PERSON, SITE, Command

_ALL = (
    Command(
        "extend",
        _("Extend the deadline"),
        _("Everybody who owes an answer has so many hours more."),
        GAME,
        MODERATE,
        on_time.extend,
        says=ngettext_lazy(
            "Hand %(hand)s is open for %(hours)s more hour.",
            "Hand %(hand)s is open for %(hours)s more hours.",
            "hours",
        ),
        fields=("hours",),
    ),
    Command(
        "pause",
        _("Pause"),
        _("All clocks stand still until it is resumed."),
        GAME,
        MODERATE,
        on_seats.pause,
        says=_(
            "The game is paused; the clocks stand still. You may answer meanwhile, and anybody at "
            "the table can let it go on."
        ),
        undo=on_seats.unpause,
    ),
    Command(
        "resume",
        _("Resume"),
        _("The clocks go on with the time that was left."),
        GAME,
        MODERATE,
        on_seats.resume,
        says=_("The game goes on; the clocks run again."),
        undo=on_seats.pause_again,
    ),
    Command(
        "bot",
        _("Give a seat to a bot"),
        _("A bot plays the seat until its person is back."),
        GAME,
        MODERATE,
        on_seats.give_to_bot,
        says=_("A bot plays for %(name)s, until %(name)s is back."),
        undo=on_seats.give_back,
        fields=("seat",),
    ),
    Command(
        "replace",
        _("Replace a seat"),
        _("Somebody else has the seat from now on, with its cards."),
        GAME,
        MODERATE,
        on_seats.replace,
        says=_("%(name)s has the seat of %(former)s from now on, with its cards."),
        fields=("seat", "person"),
        final=True,
    ),
    Command(
        "cancel",
        _("Cancel unrated"),
        _("The game ends without a result. This cannot be undone."),
        GAME,
        MODERATE,
        on_seats.cancel,
        says=_("The game was cancelled; it counts for nothing."),
        states=(Game.State.OPEN, Game.State.RUNNING),
        final=True,
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
        final=True,
    ),
    Command(
        "unrate",
        _("Leave out of the ratings"),
        _("The finished game counts for nobody, and all ratings since are reckoned anew."),
        GAME,
        MODERATE,
        on_games.unrate,
        says=_("The game does not count for the ratings."),
        undo=on_games.rate_again,
        states=(Game.State.OVER,),
    ),
    Command(
        "hide",
        _("Hide a message"),
        _("What was said is shown to nobody any more; that something was said stays."),
        GAME,
        MODERATE,
        on_talk.hide,
        says=_("Message %(message)s of what is said at the table is hidden."),
        undo=on_talk.show_again,
        fields=("message",),
        states=(Game.State.OPEN, Game.State.RUNNING, Game.State.OVER, Game.State.CANCELLED),
    ),
    Command(
        "extend_person",
        _("Extend all deadlines"),
        _("In each game of this person, their clock has so many hours more."),
        PERSON,
        MODERATE,
        on_time.extend_person,
        says=ngettext_lazy(
            "In your games you have %(hours)s more hour for the hands that are open.",
            "In your games you have %(hours)s more hours for the hands that are open.",
            "hours",
        ),
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
        _(
            "The person’s words reach nobody: no talk, no shown notes, no invitations, no public "
            "tables."
        ),
        PERSON,
        MODERATE,
        on_people.mute,
        says=ngettext_lazy(
            "For %(days)s day you cannot talk at tables, show notes, invite people or lay public "
            "tables.",
            "For %(days)s days you cannot talk at tables, show notes, invite people or lay public "
            "tables.",
            "days",
        ),
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
        says=ngettext_lazy(
            "Your account is suspended for %(days)s day. Your seats stay yours; hands that you "
            "cannot answer meanwhile are played as you chose for that.",
            "Your account is suspended for %(days)s days. Your seats stay yours; hands that you "
            "cannot answer meanwhile are played as you chose for that.",
            "days",
        ),
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
        undo=on_people.bind_again,
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
        final=True,
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
