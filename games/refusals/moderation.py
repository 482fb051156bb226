"""What moderators are refused, and what people are refused because of them."""

from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refusal

MODERATION = {
    "suspended": Refusal(
        403,
        _("The account is suspended"),
        _("Your account is suspended until %(until)s, so this was not accepted."),
    ),
    "person_suspended": Refusal(
        409,
        _("The account is suspended"),
        _("%(name)s is suspended. Nothing was changed; name somebody else."),
    ),
    "person_seated": Refusal(
        409,
        _("Already at this table"),
        _("%(name)s is already at this table. Nothing was changed; name somebody else."),
    ),
    "person_sat_elsewhere": Refusal(
        409,
        _("Somebody who knows cards from this game"),
        _(
            "%(name)s, or a bot of theirs, has had another seat in this game, so they know its "
            "cards. Nothing was changed; name somebody else."
        ),
    ),
    "person_knows_deals": Refusal(
        409,
        _("Somebody who knows cards from this game"),
        _(
            "%(name)s, or a bot of theirs, sits or sat at “%(table)s”, which plays the same deals. "
            "Nothing was changed; name somebody else."
        ),
    ),
    "person_sees_tables": Refusal(
        409,
        _("Somebody who knows cards from this game"),
        _(
            "%(name)s is one of the moderators, who can see the other tables with the same deals. "
            "Nothing was changed; name somebody else."
        ),
    ),
    "muted": Refusal(
        403,
        _("The account is muted"),
        _(
            "You are muted until %(until)s: you can’t chat, show notes, invite people, "
            "ask to be friends, open public tables or bring words for the shuffle."
        ),
    ),
    "not_hidden": Refusal(
        409,
        _("No such message to hide or show"),
        _("There is no such message, or it has changed in the meantime."),
    ),
    "unknown_command": Refusal(
        404,
        _("No such command"),
        _("There is no such command."),
    ),
    "not_allowed": Refusal(
        403,
        _("Your role doesn’t allow this"),
        _("Your role doesn’t allow that. Nothing was changed; ask a chief."),
    ),
    "own_game": Refusal(
        403,
        _("You are part of this game"),
        _(
            "You sit at this table, started it or were invited to it, so another moderator "
            "has to do that. Nothing was changed; the log shows that you tried."
        ),
    ),
    "own_person": Refusal(
        403,
        _("You play with this person"),
        _(
            "This is about you, or about somebody you are playing with, so another "
            "moderator has to do that. Nothing was changed; the log shows that you "
            "tried."
        ),
    ),
    "no_reason": Refusal(
        400,
        _("A reason is missing"),
        _("Choose a reason. For a warning, or for “something else”, explain it in your own words."),
    ),
    "long_text": Refusal(
        400,
        _("The text is too long"),
        _(
            "Your text can have at most %(most)s characters. Nothing was changed; shorten it and "
            "try again."
        ),
    ),
    "not_in_this_state": Refusal(
        409,
        _("Not while the game is in this state"),
        _("That is not possible while the game is in the state “%(given)s”. Nothing was changed."),
    ),
    "cannot_undo": Refusal(
        409,
        _("It cannot be undone"),
        _("That can’t be undone, or no longer can be. Nothing was changed."),
    ),
    "unknown_letter": Refusal(
        404,
        _("No such e-mail"),
        _("There is no such e-mail, or its status can’t be shown yet."),
    ),
    "queued_already": Refusal(
        409,
        _("Already in the outbox"),
        _("The e-mail is already in the outbox."),
    ),
    "paused_already": Refusal(
        409,
        _("Already paused"),
        _("The game is already paused."),
    ),
    "not_paused": Refusal(
        409,
        _("Not paused"),
        _("The game isn’t paused."),
    ),
    "nobody_there": Refusal(
        409,
        _("Nobody is there"),
        _("Nobody is there, so the game waits until somebody is."),
    ),
    "absent_already": Refusal(
        409,
        _("A bot is already playing there"),
        _("A bot is already playing for %(name)s."),
    ),
    "no_clock": Refusal(
        409,
        _("No clock is running"),
        _("No clock is running there that could be given more time."),
    ),
    "no_miss": Refusal(
        409,
        _("No miss to excuse"),
        _("That seat has no missed hand %(given)s that counts."),
    ),
    "no_points": Refusal(
        409,
        _("The game has no points yet"),
        _("This game has no points before it ends. Cancel it instead."),
    ),
    "unrated_already": Refusal(
        409,
        _("It doesn’t count anyway"),
        _("This game doesn’t count for the ratings anyway."),
    ),
    "no_such_hand": Refusal(
        400,
        _("No such hand to go back to"),
        _("Take it back to a hand that has been turned: 1 to %(most)s."),
    ),
    "not_replayable": Refusal(
        409,
        _("The game can’t be replayed"),
        _(
            "This game can’t be replayed from its answers and shuffles, so it was left "
            "alone. Tell the people who run the server."
        ),
    ),
    "mail_waits": Refusal(
        409,
        _("An e-mail is waiting to be read"),
        _(
            "An e-mail to this table has arrived and is about to be read. Nothing was changed; "
            "try again in a minute."
        ),
    ),
    "bad_days": Refusal(
        400,
        _("Invalid number of days"),
        _("Choose 1 to %(most)s days, not %(given)s. Nothing was changed."),
    ),
    "nothing_to_lift": Refusal(
        409,
        _("Nothing to lift"),
        _("This person is neither muted nor suspended."),
    ),
    "unknown_role": Refusal(
        400,
        _("No such role"),
        _("The roles are: %(known)s."),
    ),
    "same_role": Refusal(
        409,
        _("No change of role"),
        _("This person’s role is already the one that you chose. Nothing was changed."),
    ),
    "is_staff": Refusal(
        409,
        _("A moderator"),
        _("This person has a role among the moderators. Remove that first."),
    ),
    "outranked": Refusal(
        403,
        _("Somebody of the same or a higher role"),
        _(
            "Your role isn’t above theirs, or not above the one to be given. Nothing "
            "was changed; ask somebody above you. The log shows that you tried."
        ),
    ),
    "preview_changed": Refusal(
        409,
        _("Not as in the preview"),
        _("Something isn’t as you were shown, so nothing was done."),
    ),
    "preview_gone": Refusal(
        409,
        _("The preview has expired"),
        _("This does not belong to what you were shown, so nothing was done."),
    ),
}
