"""Notes, chat and reports: what somebody wrote, and who may read it."""

from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refusal

TALK = {
    "empty_note": Refusal(
        400,
        _("The note is empty"),
        _("The note is empty, so nothing was saved."),
    ),
    "long_note": Refusal(
        400,
        _("The note is too long"),
        _("A note has at most %(most)s characters; yours was not saved."),
    ),
    "too_many_notes": Refusal(
        409,
        _("Too many notes"),
        _("You have %(most)s notes in this game. Delete one first."),
    ),
    "no_note": Refusal(
        404,
        _("No such note"),
        _("You have no such note here."),
    ),
    "notes_fixed": Refusal(
        409,
        _("The notes are locked"),
        _("The game is over, so your notes stay as you wrote them."),
    ),
    "notes_private": Refusal(
        409,
        _("The game is still running"),
        _("Notes can be shown once the game is over. Until then they are yours alone."),
    ),
    "empty_message": Refusal(
        400,
        _("The message is empty"),
        _("The message is empty, so nothing was sent."),
    ),
    "long_message": Refusal(
        400,
        _("The message is too long"),
        _("A message has at most %(most)s characters; yours has %(given)s and wasn’t sent."),
    ),
    "too_much_talk": Refusal(
        429,
        _("Too many messages"),
        _(
            "You have sent a lot of messages lately, so this one wasn’t sent. Try again in "
            "%(left)s."
        ),
    ),
    "no_chat": Refusal(
        403,
        _("Chat is turned off here"),
        _("Chat is turned off at this table."),
    ),
    "chat_of_players": Refusal(
        403,
        _("Only for the players at this table"),
        _("Only the players at this table can read its chat."),
    ),
    "no_message": Refusal(
        404,
        _("No such message"),
        _("There is no such message, or you can’t see it."),
    ),
    "not_ignorable": Refusal(
        409,
        _("Yourself, or a bot"),
        _("You can’t do that to yourself or to a bot."),
    ),
    "empty_report": Refusal(
        400,
        _("The report is empty"),
        _("Please describe what happened."),
    ),
    "too_many_reports": Refusal(
        409,
        _("Too many reports"),
        _("You have %(most)s reports that haven’t been answered yet. Wait for one of them first."),
    ),
    "no_report": Refusal(
        404,
        _("No such report"),
        _("There is no such report."),
    ),
    "report_closed": Refusal(
        409,
        _("Already answered"),
        _("This report has already been answered."),
    ),
}
