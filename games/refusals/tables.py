"""Laying a table, sitting down, inviting and starting."""

from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refusal

TABLES = {
    "unknown_game": Refusal(
        404,
        _("No such table"),
        _("There is no such table, or it is not open to you."),
    ),
    "unknown_ruleset": Refusal(
        400,
        _("No such game"),
        _("“%(given)s” is none of our games. There are: %(known)s."),
    ),
    "bad_options": Refusal(
        400,
        _("The options do not fit"),
        _("These options do not fit the game: %(reason)s"),
    ),
    "bad_seats": Refusal(
        400,
        _("The number of seats does not fit"),
        _("This game cannot be played by %(given)s. The number of players may be: %(known)s."),
    ),
    "bad_hours": Refusal(
        400,
        _("The time for a hand does not fit"),
        _("The time for a hand is between 1 hour and 14 days, not %(given)s hours."),
    ),
    "bad_bank": Refusal(
        400,
        _("The bank does not fit"),
        _(
            "A bank begins with at least an hour and holds at most %(days)s days; its most is "
            "no less than what it begins with, and than what a hand adds. Without a bank both "
            "are 0."
        ),
    ),
    "bank_tells": Refusal(
        400,
        _("A bank tells who took how long"),
        _(
            "A bank shows how long everybody took. Let the table see who has answered, or give "
            "each hand its own time."
        ),
    ),
    "bad_share": Refusal(
        400,
        _("The share does not fit"),
        _("The share of hands in time is between 0 and 100, not %(given)s."),
    ),
    "not_reliable": Refusal(
        403,
        _("The table asks for more hands in time"),
        _(
            "This table asks for %(least)s of 100 hands in time; you have %(share)s. Your next "
            "answers count: see your own page for how you stand."
        ),
    ),
    "unknown_person": Refusal(
        404,
        _("Nobody of that name"),
        _("There is nobody of that name here."),
    ),
    "bad_delay": Refusal(
        400,
        _("The delay does not fit"),
        _(
            "A full hand may wait up to %(most)s minutes, not %(given)s, and only at a table "
            "that hides who has answered."
        ),
    ),
    "bad_offer": Refusal(
        400,
        _("The number of misses does not fit"),
        _(
            "A seat is offered after 1 to %(most)s misses in a row, or never (0), not after "
            "%(given)s."
        ),
    ),
    "bad_chat": Refusal(
        400,
        _("No such choice for the talk"),
        _("“%(given)s” is no choice for who talks. There are: %(known)s."),
    ),
    "bad_name": Refusal(
        400,
        _("The name does not fit"),
        _(
            "A table needs a name of 1 to 40 characters on one line, and all of them must be "
            "visible."
        ),
    ),
    "bad_policy": Refusal(
        400,
        _("No such choice for a missed hand"),
        _("“%(given)s” is no choice for a missed hand. There are: %(known)s."),
    ),
    "too_many_bots": Refusal(
        400,
        _("Too many bots"),
        _("There is room for %(most)s bots at this table."),
    ),
    "already_seated": Refusal(
        409,
        _("Seated already"),
        _("You sit at this table already."),
    ),
    "table_full": Refusal(
        409,
        _("The table is full"),
        _("All seats are taken."),
    ),
    "already_started": Refusal(
        409,
        _("The game has started"),
        _("The game has started; seats are fixed now."),
    ),
    "not_maker": Refusal(
        403,
        _("Only the maker of the table can do that"),
        _("Only %(maker)s, who made the table, can do that."),
    ),
    "too_few": Refusal(
        409,
        _("Too few sit here"),
        _(
            "%(given)s sit here now; the number of players may be: %(known)s. Invite somebody, or "
            "give the free seats to bots."
        ),
    ),
    "bad_link": Refusal(
        403,
        _("The link is not good"),
        _("This link is not, or no longer, good. Ask for a new one."),
    ),
    "bad_address": Refusal(
        400,
        _("Not an e-mail address"),
        _("“%(given)s” is no e-mail address."),
    ),
    "too_many_invitations": Refusal(
        409,
        _("Enough invitations"),
        _("This table has sent %(most)s invitations; that is enough."),
    ),
    "too_many_tables": Refusal(
        409,
        _("Enough open tables"),
        _("You have %(most)s open tables already. Start or close one first."),
    ),
    "bad_duplicate": Refusal(
        400,
        _("The number of tables does not fit"),
        _("The same deals are played at 1 to %(most)s tables, not at %(given)s."),
    ),
    "at_sister": Refusal(
        409,
        _("You know these deals"),
        _(
            "You sit, or sat, at “%(table)s”, which plays the same deals: there you would know "
            "cards. Nobody plays them twice."
        ),
    ),
    "duplicate_closed": Refusal(
        403,
        _("The same deals are still played"),
        _(
            "This table plays the same deals as another one. It is open to others when all of "
            "them are over."
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
        _("Nobody is taken at present"),
        _("This league takes nobody at present."),
    ),
    "no_guests": Refusal(
        403,
        _("Not for guests"),
        _("A league lasts for months: give yourself an account with an address first."),
    ),
}
