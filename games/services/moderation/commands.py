"""All commands, in the order in which a page offers them."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts.security.roles import GOVERN, HELP, MODERATE
from games.models import Game
from games.services.moderation import (
    game_commands,
    people_commands,
    rewind,
    seat_commands,
    talk_commands,
    time_commands,
)
from games.services.moderation.command_types import GAME, LETTER, PERSON, SITE, Command

_ALL = (
    Command(
        "extend",
        _("Extend the deadline"),
        _("Everybody who still has to answer gets this many more hours."),
        GAME,
        MODERATE,
        time_commands.extend,
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
        _("All clocks are stopped until the game is resumed."),
        GAME,
        MODERATE,
        seat_commands.pause,
        says=_(
            "The game is paused and the clocks are stopped. You can still answer, and anybody "
            "at the table can resume the game."
        ),
        undo=seat_commands.unpause,
    ),
    Command(
        "resume",
        _("Resume"),
        _("The clocks go on with the time that was left."),
        GAME,
        MODERATE,
        seat_commands.resume,
        says=_("The game has been resumed; the clocks are running again."),
        undo=seat_commands.pause_again,
    ),
    Command(
        "bot",
        _("Give a seat to a bot"),
        _("A bot plays the seat until its player is back."),
        GAME,
        MODERATE,
        seat_commands.give_to_bot,
        says=_("A bot plays for %(name)s until %(name)s is back."),
        undo=seat_commands.give_back,
        fields=("seat",),
    ),
    Command(
        "replace",
        _("Replace a seat"),
        _("Somebody else gets the seat from now on, with its cards."),
        GAME,
        MODERATE,
        seat_commands.replace,
        says=_("%(name)s has the seat of %(former)s from now on, with its cards."),
        fields=("seat", "person"),
        final=True,
    ),
    Command(
        "cancel",
        _("Cancel the game"),
        _("The game ends without a result. This cannot be undone."),
        GAME,
        MODERATE,
        seat_commands.cancel,
        says=_("The game was cancelled; it counts for nothing."),
        states=Game.UNFINISHED,
        final=True,
    ),
    Command(
        "excuse",
        _("Excuse a missed hand"),
        _("The miss counts neither at the table nor in their record. What was played stays."),
        GAME,
        HELP,
        game_commands.excuse,
        says=_("%(name)s missed hand %(hand)s; that is excused and doesn’t count."),
        undo=game_commands.blame_again,
        fields=("hand", "seat"),
        states=(Game.State.RUNNING, Game.State.OVER),
    ),
    Command(
        "take_back",
        _("Take back to a hand"),
        _(
            "All answers from that hand on are void, and it opens again. The deck stays the same. "
            "Whoever has to answer is asked again."
        ),
        GAME,
        MODERATE,
        rewind.take_back,
        says=_("The game was taken back to hand %(hand)s. All answers since then are void."),
        undo=rewind.put_back,
        fields=("hand",),
    ),
    Command(
        "end",
        _("End the game as it stands"),
        _("The game ends with the points as they are. This can’t be undone: the cards are shown."),
        GAME,
        MODERATE,
        game_commands.end_as_it_stands,
        says=_("The game was ended as it stands."),
        final=True,
    ),
    Command(
        "unrate",
        _("Leave out of the ratings"),
        _(
            "The finished game changes nobody’s rating, and all ratings since then are worked out "
            "again. In a league it still brings points."
        ),
        GAME,
        MODERATE,
        game_commands.unrate,
        says=_("The game does not count for the ratings."),
        undo=game_commands.rate_again,
        states=(Game.State.OVER,),
    ),
    Command(
        "hide",
        _("Hide a message"),
        _("Nobody can read the message any more; they only see that there was one."),
        GAME,
        MODERATE,
        talk_commands.hide,
        says=_("Message %(message)s in the table’s chat is hidden."),
        undo=talk_commands.show_again,
        fields=("message",),
        states=tuple(Game.State),
    ),
    Command(
        "extend_person",
        _("Extend all deadlines"),
        _("In each of this person’s games, their clock gets this many more hours."),
        PERSON,
        MODERATE,
        time_commands.extend_person,
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
        _("The person gets your words by e-mail. Nothing else changes."),
        PERSON,
        MODERATE,
        people_commands.warn,
        says=_("This is a warning."),
    ),
    Command(
        "mute",
        _("Mute"),
        _(
            "Nobody can read what this person writes: no chat, no shown notes, no "
            "invitations, no friend requests, no public tables, no words for the shuffle."
        ),
        PERSON,
        MODERATE,
        people_commands.mute,
        says=ngettext_lazy(
            "For %(days)s day you can’t chat, show notes, invite people, ask to be friends, "
            "open public tables or bring words for the shuffle.",
            "For %(days)s days you can’t chat, show notes, invite people, ask to be friends, "
            "open public tables or bring words for the shuffle.",
            "days",
        ),
        undo=people_commands.unmute,
        fields=("days",),
    ),
    Command(
        "suspend",
        _("Suspend"),
        _("The person can’t play. Every page says why, and until when."),
        PERSON,
        GOVERN,
        people_commands.suspend,
        says=ngettext_lazy(
            "Your account is suspended for %(days)s day. You keep your seats; your fallback "
            "answers for you.",
            "Your account is suspended for %(days)s days. You keep your seats; your fallback "
            "answers for you.",
            "days",
        ),
        undo=people_commands.unsuspend,
        fields=("days",),
    ),
    Command(
        "lift",
        _("Lift mute or suspension"),
        _("Any mute or suspension of this person ends now."),
        PERSON,
        GOVERN,
        people_commands.lift,
        says=_("You may play and write again."),
        undo=people_commands.bind_again,
    ),
    Command(
        "set_role",
        _("Give a role"),
        _("Helper, moderator or chief, or none any more."),
        PERSON,
        GOVERN,
        people_commands.set_role,
        says=_("Your role among the moderators was changed."),
        undo=people_commands.put_role_back,
        fields=("role",),
    ),
    Command(
        "forget",
        _("Delete this person’s data"),
        _("A made-up name takes their place; address, keys and e-mails are deleted for good."),
        PERSON,
        GOVERN,
        people_commands.forget,
        tells=False,
        words=False,  # they would be about somebody of whom nothing is to be left
        final=True,
    ),
    Command(
        "outage",
        _("Give time back after an outage"),
        _("Whoever lost time in the last quarter of a hand during these hours gets it back."),
        SITE,
        MODERATE,
        time_commands.outage,
        fields=("hours",),
        tells=False,
    ),
    Command(
        "send_again",
        _("Send again"),
        _("The e-mail goes out once more, if it is still true and wanted."),
        LETTER,
        HELP,
        people_commands.send_again,
        tells=False,
    ),
)
COMMANDS = {command.slug: command for command in _ALL}


def commands_on(what: str) -> Sequence[Command]:
    """The commands on games, people, letters or the site."""
    return [command for command in _ALL if command.on == what]
