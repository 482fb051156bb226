"""Names in the drawing of a table in HTML e-mails."""

from accounts.text.bidi_isolation import isolated
from games.catalogue.rowboat import email_table, rules
from games.mail.email_tables.base import Shown
from games.wording import Seating
from tests.games.wording.rowboat.observing import positions


def test_a_shortened_name_does_not_turn_the_words_after_it() -> None:
    state, _events, _after = next(positions(4))
    names = ("Marit", "Joost", "Aoife", isolated("אלכסנדרה"))
    shown = Shown("rowboat", rules.observation(state, 0), Seating(names, 0), {3: "sealed"})
    assert "\u2068אלכסנד…\u2069: sealed" in email_table.board(shown)
