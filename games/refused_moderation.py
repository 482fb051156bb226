"""What moderators are refused, and what people are refused because of them (`games.refusals`)."""

from django.utils.translation import gettext_lazy as _

MODERATION = {
    "suspended": _("Your account is suspended until %(until)s, so this was not taken."),
    "muted": _(
        "Until %(until)s your words reach nobody: you cannot talk at tables, show notes, invite "
        "people or lay public tables."
    ),
    "not_hidden": _("There is no such message, or it is not as you think it is."),
    "empty_report": _("Say in your words what happened; without them nobody can help."),
    "too_many_reports": _(
        "You have %(most)s reports that wait for an answer. Wait for one of them first."
    ),
    "no_report": _("There is no such report."),
    "report_closed": _("This report has been answered already."),
    "unknown_command": _("There is no such command."),
    "not_allowed": _("Your role does not allow that. Nothing was changed; ask a chief."),
    "own_game": _(
        "You sit at this table, made it or were asked to it, so another moderator must do that. "
        "Nothing was changed; that you tried is in the log."
    ),
    "own_person": _(
        "This is about you, or somebody you are playing with, so another moderator must do that. "
        "Nothing was changed; that you tried is in the log."
    ),
    "no_reason": _("Choose a reason; where it is “something else”, or a warning, say it in words."),
    "long_text": _("Your words have at most %(most)s characters."),
    "not_in_this_state": _("That is not possible while the game is in the state “%(given)s”."),
    "cannot_undo": _("That cannot be undone, or not any more. Nothing was changed."),
    "preview_changed": _("Something is not as you were shown, so nothing was done."),
    "preview_gone": _("This does not belong to what you were shown, so nothing was done."),
    "unknown_letter": _("There is no such letter, or its fate cannot be shown yet."),
    "queued_already": _("The letter is in the outbox already."),
    "paused_already": _("The game stands still already."),
    "not_paused": _("The game does not stand still."),
    "absent_already": _("A bot plays seat %(given)s already."),
    "no_clock": _("No clock runs there that could be given more time."),
    "no_miss": _("That seat has no missed hand %(given)s that counts."),
    "no_points": _("This game has no points before its end. Cancel it instead."),
    "unrated_already": _("This game does not count for the ratings anyhow."),
    "no_such_hand": _("Take it back to a hand that is turned: 1 to %(most)s."),
    "not_replayable": _(
        "From its bids and shuffles this game cannot be worked out again, so it was left alone. "
        "Tell the people who run the server."
    ),
    "bad_days": _("Between 1 and %(most)s days, not %(given)s."),
    "nothing_to_lift": _("This person is neither muted nor suspended."),
    "unknown_role": _("There are the roles: %(known)s."),
    "is_staff": _("This person has a role among the moderators. Take that away first."),
    "outranked": _(
        "Your role is not above theirs, or not above the one to be given. Nothing was changed; ask "
        "somebody above you. That you tried is in the log."
    ),
}
