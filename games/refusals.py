"""Every refusal that a door may have to render, with its stable code: the one list of them.

A refusal changed nothing.  Its message says what was wrong and what would be right; `hint`
carries machine-readable details (the hand that is open, the legal answers of the asker).
"""

from typing import Any

from django.utils.translation import gettext_lazy as _

from games.refused_moderation import MODERATION

MESSAGES = {
    # playing
    "game_over": _("This game is over; nothing was changed."),
    "game_not_running": _("This game has not started yet; there is nothing to answer."),
    "stale_hand": _("That hand is past. Hand %(open)s is open now; your bid was not stored."),
    "future_hand": _("Hand %(given)s is not open yet: it is hand %(open)s now."),
    "hand_closed": _(
        "All cards are in and being turned; it is too late to change yours. Your sealed one counts."
    ),
    "bid_changed": _(
        "Meanwhile another answer of yours came, and that one counts; this one was not stored. "
        "If you want this one, seal it now."
    ),
    "not_awaited": _(
        "You owe nothing in this hand: you are out of the stage, or others are to answer."
    ),
    "not_seated": _("You do not sit at this table."),
    "malformed": _("“%(given)s” cannot be read. You may answer: %(legal)s."),
    "illegal": _("“%(given)s” is not possible now. You may answer: %(legal)s."),
    "no_aside": _("“%(given)s” is not possible now. Out of turn you may: %(legal)s."),
    "no_peek": _("There is nothing that you may look at now."),
    "bad_plan": _("Line %(line)s, place %(column)s: %(reason)s Nothing was changed."),
    "empty_note": _("An empty note says nothing; nothing was kept."),
    "long_note": _("A note has at most %(most)s characters; yours was not kept."),
    "too_many_notes": _("You have %(most)s notes in this game. Take one away first."),
    "no_note": _("You have no such note here."),
    "notes_fixed": _("The game is over, so your notes stay as they were written."),
    "notes_private": _(
        "Notes can be shown once the game is over. Until then they are yours alone."
    ),
    "empty_message": _("Nothing was written, so nothing was said."),
    "long_message": _("A message has at most %(most)s characters, and yours has %(given)s."),
    "too_much_talk": _(
        "You have said %(most)s things in the last %(minutes)s minutes. Wait a little; this one "
        "was not said."
    ),
    "no_chat": _("Nobody talks at this table: it was laid so."),
    "chat_of_players": _("Only those who sit at this table read what is said there."),
    "no_message": _("There is no such message, or it is not open to you."),
    "not_ignorable": _("You cannot do that with yourself, nor with a bot."),
    "key_reused": _("This Idempotency-Key was used for another bid. Use a new key."),
    # leaving, coming back, having more time
    "absent": _("A bot plays your seat. Say that you are back first; nothing was changed."),
    "not_offered": _("This seat is not free: somebody sits there, or has just taken it."),
    "sat_elsewhere": _(
        "You sat on another seat of this game, so you know its cards. Take a seat at another table."
    ),
    "no_seat": _("This game has no seat %(given)s."),
    "no_extensions": _("At this table no hand is given more time."),
    "extended_already": _(
        "Your seat has given a hand more time already; each may once a game. Nothing was changed."
    ),
    "not_that_hand": _("Hand %(open)s is open now; its time was not changed."),
    "no_votes": _("At this table there is no vote on pausing or cancelling."),
    "bad_wish": _("“%(given)s” is nothing to vote for. There are: %(known)s."),
    "not_over": _("This game still runs. Play again when it is over."),
    # tables
    "unknown_game": _("There is no such table, or it is not open to you."),
    "unknown_ruleset": _("“%(given)s” is none of our games. There are: %(known)s."),
    "bad_options": _("These options do not fit the game: %(reason)s"),
    "bad_seats": _("%(game)s is for %(known)s, not for %(given)s."),
    "bad_hours": _("The time for a hand is between 1 hour and 14 days, not %(given)s hours."),
    "bad_bank": _(
        "A bank begins with at least an hour and holds at most %(days)s days; its most is no "
        "less than what it begins with, and than what a hand adds. Without a bank both are 0."
    ),
    "bank_tells": _(
        "A bank shows how long everybody took. Let the table see who has answered, or give each "
        "hand its own time."
    ),
    "bad_share": _("The share of hands in time is between 0 and 100, not %(given)s."),
    "not_reliable": _(
        "This table asks for %(least)s of 100 hands in time; you have %(share)s. "
        "Your next answers count: see your own page for how you stand."
    ),
    "unknown_person": _("There is nobody of that name here."),
    "bad_delay": _(
        "A full hand may wait up to %(most)s minutes, not %(given)s, and only at a table that "
        "hides who has answered."
    ),
    "bad_offer": _(
        "A seat is offered after 1 to %(most)s misses in a row, or never (0), not after %(given)s."
    ),
    "bad_chat": _("“%(given)s” is no choice for who talks. There are: %(known)s."),
    "bad_name": _("A table needs a name of 1 to 40 characters."),
    "bad_policy": _("“%(given)s” is no choice for a missed hand. There are: %(known)s."),
    "too_many_bots": _("There is room for %(most)s bots at this table."),
    "already_seated": _("You sit at this table already."),
    "table_full": _("All seats are taken."),
    "already_started": _("The game has started; seats are fixed now."),
    "not_maker": _("Only %(maker)s, who made the table, can do that."),
    "too_few": _(
        "%(game)s needs %(known)s; %(given)s sit here now. "
        "Invite somebody, or give the free seats to bots."
    ),
    "bad_link": _("This link is not, or no longer, good. Ask for a new one."),
    "bad_address": _("“%(given)s” is no e-mail address."),
    "too_many_invitations": _("This table has sent %(most)s invitations; that is enough."),
    "too_many_tables": _("You have %(most)s open tables already. Start or close one first."),
    "unknown_league": _("There is no such league or season."),
    "no_season": _("This league takes nobody at present."),
    "no_guests": _("A league lasts for months: give yourself an account with an address first."),
    "record_running": _("The record of a game is given out when it is over."),
    "game_cancelled": _("The game was cancelled, so there is no result, and nothing to compare."),
    "bad_duplicate": _("The same deals are played at 1 to %(most)s tables, not at %(given)s."),
    "at_sister": _(
        "You sit, or sat, at “%(table)s”, which plays the same deals: there you would know cards. "
        "Nobody plays them twice."
    ),
    "duplicate_closed": _(
        "This table plays the same deals as another one. It is open to others when all of them "
        "are over."
    ),
    "duplicate_full": _(
        "All tables with the same deals start together, with the same number of seats. Wait until "
        "they are full, or give the free seats to bots."
    ),
    "duplicate_alone": _(
        "Nobody sits at the other tables yet, so there would be nobody to compare with. Invite "
        "somebody to one of them."
    ),
    "no_duplicate": _("This game was not played at other tables as well."),
    "no_comparison": _("In this game nobody has the same cards as somebody else."),
    "no_hand": _("This game has no hand %(given)s."),
    "no_bid": _("You have not answered hand %(given)s."),
    **MODERATION,
}


class Refused(Exception):
    """A wish that was refused; nothing was changed."""

    def __init__(self, code: str, hint: dict[str, Any] | None = None, **params: Any) -> None:
        self.code = code
        self.hint = hint or {}
        self.params = params
        super().__init__(code)

    @property
    def message(self) -> str:
        """The sentence for a person, in the language that is active now."""
        return str(MESSAGES[self.code]) % self.params

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"
