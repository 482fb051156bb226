"""Replies with many numbered lines: all are carried out, or it is said which aren't."""

import pytest

from accounts.notifications import digests
from games.mail.inbound import confirmation
from tests.games.mail.inbound import five_hands
from tests.games.mail.inbound.five_hands import first_of, reply_all, sealed, seat
from tests.games.mail.reading import letter, words
from tests.games.making import legal

pytestmark = pytest.mark.django_db


def test_a_full_reply_to_a_long_letter_fits() -> None:
    """A note and then an answer for each hand of a digest."""
    people = five_hands.players()
    games = five_hands.tables(people, 3)
    notes = [f"{number}: note mine" for number in range(1, digests.MAX_LENGTH)]
    answers = [f"{n}: {first_of(game, people[0])}" for n, game in games.items()]
    others = [f"{number}: 44" for number in range(4, digests.MAX_LENGTH)]
    reply_all(people[0], "\n".join([*notes, *others, *answers]))
    assert all(sealed(game, people[0]) for game in games.values())


@pytest.mark.parametrize("confirmed", [False, True])
def test_what_a_line_beyond_the_limit_says_is_not_dropped_without_a_word(confirmed: bool) -> None:
    people = five_hands.players()
    marit, games = people[0], five_hands.tables(people, 3)
    one, other = legal(games[1], seat(games[1], marit))[:2]
    third = first_of(games[3], marit)
    body = "\n".join([f"1: {one}", f"3: {third}", *["2: note mine"] * 78, f"1: {other}"])
    sender = {"sender": "Marit <marit@elsewhere.example>"} if confirmed else {}
    mail = reply_all(marit, body, **sender)
    if confirmed:
        confirmation.confirm(mail.pk)
    assert not sealed(games[1], marit)
    assert sealed(games[3], marit) == third
    told = words(letter(marit, "mail_lines"))
    assert f"You wrote “{other}”. We carry out the first 80 numbered lines" in told
