"""Laying a table, sitting down, inviting and starting."""

from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refusal

TABLES = {
    "unknown_game": Refusal(
        404,
        _("No such table"),
        _("There is no such table, or it isn’t open to you."),
    ),
    "table_closed": Refusal(
        404,
        _("The table is closed"),
        _("This table was closed before the game began. To play, start a table of your own."),
    ),
    "not_kept": Refusal(
        404,
        _("No seat is kept for you"),
        _(
            "No seat is kept for you at this table any more. To sit down there, ask whoever "
            "invited you for its link."
        ),
    ),
    "unknown_ruleset": Refusal(
        400,
        _("No such game"),
        _("There is no game called “%(given)s”. We have: %(known)s."),
    ),
    "bad_options": Refusal(
        400,
        _("Invalid options"),
        _("These options don’t suit the game: %(reason)s"),
    ),
    "bad_seats": Refusal(
        400,
        _("Invalid number of seats"),
        _("This game cannot be played by %(given)s. The number of players may be: %(known)s."),
    ),
    "bad_hours": Refusal(
        400,
        _("Invalid time for a hand"),
        _("The time for a hand is between 1 hour and 14 days, not %(given)s hours."),
    ),
    "bad_bank": Refusal(
        400,
        _("Invalid time bank"),
        _(
            "A bank starts with at least an hour and holds at most %(days)s days. Its "
            "maximum can’t be less than its start or than what a hand adds. Without a "
            "bank both are 0."
        ),
    ),
    "bank_tells": Refusal(
        400,
        _("A time bank shows who took how long"),
        _(
            "A bank shows how long everybody took. Let the table see who has answered, or give "
            "each hand its own time."
        ),
    ),
    "bad_share": Refusal(
        400,
        _("Invalid share"),
        _("The share of hands answered in time is between 0 and 100, not %(given)s."),
    ),
    "not_reliable": Refusal(
        403,
        _("This table asks for more hands in time"),
        _(
            "This table asks for %(least)s of 100 hands in time, and you have "
            "%(share)s. Your next answers count: your own page shows where you stand."
        ),
    ),
    "unknown_person": Refusal(
        404,
        _("No player with that name"),
        _("There is no player with that name."),
    ),
    "bad_delay": Refusal(
        400,
        _("Invalid delay"),
        _(
            "A hand with all answers in may wait up to %(most)s minutes, not %(given)s, and "
            "only at a table that hides who has answered."
        ),
    ),
    "bad_offer": Refusal(
        400,
        _("Invalid number of misses"),
        _(
            "A seat is offered after 1 to %(most)s misses in a row, or never (0), not after "
            "%(given)s."
        ),
    ),
    "bad_chat": Refusal(
        400,
        _("No such chat setting"),
        _("“%(given)s” is not a chat setting. Choose one of: %(known)s."),
    ),
    "bad_name": Refusal(
        400,
        _("That name can’t be used"),
        _("A table needs a name of 1 to 40 visible characters on one line."),
    ),
    "unread_wish": Refusal(
        400,
        _("Words that can’t be read"),
        _("We couldn’t read “%(given)s”. Nothing was changed."),
    ),
    "bad_policy": Refusal(
        400,
        _("No such fallback for a missed hand"),
        _("“%(given)s” is not a fallback for a missed hand. Choose one of: %(known)s."),
    ),
    "too_many_bots": Refusal(
        400,
        _("Too many bots"),
        _("Bots can have at most %(most)s of the seats at this table."),
    ),
    "bad_level": Refusal(
        400,
        _("No such level"),
        _("“%(given)s” is not a level for bots. Choose one of: %(known)s."),
    ),
    "already_seated": Refusal(
        409,
        _("Already at this table"),
        _("You are already at this table."),
    ),
    "table_full": Refusal(
        409,
        _("The table is full"),
        _("All seats are taken, or kept for others."),
    ),
    "already_started": Refusal(
        409,
        _("The game has started"),
        _("The game has started, so seats can’t change now."),
    ),
    "words_fixed": Refusal(
        409,
        _("The words are fixed"),
        _("The game has started, and everybody’s words are in the deck. Yours were not changed."),
    ),
    "not_maker": Refusal(
        403,
        _("For now, only the person who started the table can do that"),
        _(
            "Only %(maker)s, who started the table, "
            "or whoever has sat there for a week can do that."
        ),
    ),
    "too_few": Refusal(
        409,
        _("Too few players"),
        _(
            "Players here: %(given)s; the game is for: %(known)s. Invite "
            "somebody, or give the free seats to bots."
        ),
    ),
    "bad_link": Refusal(
        403,
        _("The link is invalid"),
        _("This link is invalid or has expired. Ask for a new one."),
    ),
    "bad_address": Refusal(
        400,
        _("Not an e-mail address"),
        _("“%(given)s” is not an e-mail address. Nobody was invited; check it and try again."),
    ),
    "cannot_invite": Refusal(
        403,
        _("Only with an account"),
        _("Guests and bots can’t invite anybody. Share the link to the table, or sign up first."),
    ),
    "too_many_invitations": Refusal(
        409,
        _("Too many invitations"),
        _("This table has sent %(most)s invitations, the most it can."),
    ),
    "too_many_kept": Refusal(
        409,
        _("Too many seats kept"),
        _(
            "%(most)s seats are kept for others at the open tables that you started, which "
            "is the maximum. Nobody was invited; start or leave one of those tables first."
        ),
    ),
    "too_many_tables": Refusal(
        409,
        _("Too many open tables"),
        _("You can have at most %(most)s open tables. Start or close one first."),
    ),
    "bad_duplicate": Refusal(
        400,
        _("Invalid number of tables"),
        _("The same deals are played at 1 to %(most)s tables, not at %(given)s."),
    ),
    "at_sister": Refusal(
        409,
        _("You know these deals"),
        _(
            "You sit, or sat, at “%(table)s”, which plays the same deals, so you’d know some of "
            "the cards; a bot of yours counts as you. Nobody plays them twice."
        ),
    ),
    "duplicate_closed": Refusal(
        403,
        _("The same deals are still being played"),
        _(
            "This table plays the same deals as another one. Others can see it when "
            "all of them are over."
        ),
    ),
    "duplicate_full": Refusal(
        409,
        _("All tables start together"),
        _(
            "All tables with the same deals start together, with the same number of seats. "
            "Wait until they are full, or give the free seats to bots."
        ),
    ),
    "duplicate_alone": Refusal(
        409,
        _("Nobody to compare with"),
        _(
            "Nobody sits at the other tables yet, so there would be nobody to compare with. "
            "Invite somebody to one of them."
        ),
    ),
    "unknown_league": Refusal(
        404,
        _("No such league"),
        _("There is no such league or season."),
    ),
    "no_season": Refusal(
        409,
        _("Not taking players right now"),
        _("This league isn’t taking players at the moment."),
    ),
    "season_begun": Refusal(
        409,
        _("The season has begun"),
        _("Season %(season)s has begun, so it’s too late to sign up for it or to withdraw."),
    ),
    "no_guests": Refusal(
        403,
        _("Not for guests"),
        _("A league lasts for months: make an account with an e-mail address first."),
    ),
    "only_bots": Refusal(
        403,
        _("For bots only"),
        _("The sandbox is for bots. Make a bot under Settings, and use its key."),
    ),
    "sandbox_full": Refusal(
        409,
        _("Too many games at once"),
        _("This bot already has %(most)s tables in the sandbox. Finish or leave one first."),
    ),
}
