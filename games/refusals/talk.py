"""Notes, chat and reports: what somebody wrote, and who may read it."""

from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refusal

TALK = {
    "empty_note": Refusal(
        400,
        _("An empty note"),
        _("An empty note says nothing; nothing was kept."),
    ),
    "long_note": Refusal(
        400,
        _("The note is too long"),
        _("A note has at most %(most)s characters; yours was not kept."),
    ),
    "too_many_notes": Refusal(
        409,
        _("Enough notes"),
        _("You have %(most)s notes in this game. Take one away first."),
    ),
    "no_note": Refusal(
        404,
        _("No such note"),
        _("You have no such note here."),
    ),
    "notes_fixed": Refusal(
        409,
        _("The notes are fixed"),
        _("The game is over, so your notes stay as they were written."),
    ),
    "notes_private": Refusal(
        409,
        _("The game still runs"),
        _("Notes can be shown once the game is over. Until then they are yours alone."),
    ),
    "empty_message": Refusal(
        400,
        _("An empty message"),
        _("Nothing was written, so nothing was said."),
    ),
    "long_message": Refusal(
        400,
        _("The message is too long"),
        _("A message has at most %(most)s characters, and yours has %(given)s."),
    ),
    "too_much_talk": Refusal(
        429,
        _("Too much at once"),
        _(
            "You have said %(most)s things in the last %(minutes)s minutes. Wait a little; "
            "this one was not said."
        ),
    ),
    "no_chat": Refusal(
        403,
        _("Nobody talks here"),
        _("Nobody talks at this table: it was laid so."),
    ),
    "chat_of_players": Refusal(
        403,
        _("For those who sit there"),
        _("Only those who sit at this table read what is said there."),
    ),
    "no_message": Refusal(
        404,
        _("No such message"),
        _("There is no such message, or it is not open to you."),
    ),
    "not_ignorable": Refusal(
        409,
        _("Oneself, or a bot"),
        _("You cannot do that with yourself, nor with a bot."),
    ),
    "empty_report": Refusal(
        400,
        _("The report says nothing"),
        _("Say in your words what happened; without them nobody can help."),
    ),
    "too_many_reports": Refusal(
        409,
        _("Enough reports"),
        _("You have %(most)s reports that wait for an answer. Wait for one of them first."),
    ),
    "no_report": Refusal(
        404,
        _("No such report"),
        _("There is no such report."),
    ),
    "report_closed": Refusal(
        409,
        _("Answered already"),
        _("This report has been answered already."),
    ),
}
