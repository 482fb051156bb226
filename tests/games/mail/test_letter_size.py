"""However many hands a letter is about, mail programs show all of its HTML."""

import pytest

from accounts.models import User
from accounts.notifications import digests, html_budget
from accounts.notifications.kinds import Letter
from games.game_view import GameView
from games.mail import waiting_hands
from games.mail.waiting_hands import Item
from games.models import Bid, Hand
from tests import ready_games
from tests.games.mail.inbound import five_hands
from tests.games.mail.inbound.five_hands import first_of, reply_all
from tests.games.mail.reading import letter, words
from tests.games.making import users_at
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
GMAIL = 102 * 1024  # bytes that it shows
ADDRESS = f"re-{'x' * 32}@reply.example.org"


def waiting(slug: str) -> tuple[User, GameView, Hand]:
    """A hand in the middle of a game, and somebody whom it asks."""
    game = ready_games.take(slug, "middle")
    seen = [(user, waiting_hands.seen_by(user, [game.pk])[0]) for user in users_at(game)]
    user, view = next((user, view) for user, view in seen if view.may_answer)
    return user, view, not_none(view.hand)


def about(slug: str, count: int) -> Letter:
    """A letter about so many hands; they are all the same one."""
    user, view, hand = waiting(slug)
    items = [Item(view, hand, number) for number in range(1, count + 1)]
    rows = waiting_hands._rows(user, [hand])
    entries = waiting_hands._entries(items, rows, ADDRESS, digests.hands_wait(count))
    return digests.of_entries(digests.hands_wait(count), entries, ADDRESS)


@pytest.mark.parametrize("count", [12, digests.MAX_LENGTH])
@pytest.mark.parametrize("slug", ["turn-the-tide", "rowboat", "turning-tides"])
def test_a_letter_about_many_hands_is_shown_whole(slug: str, count: int) -> None:
    found = about(slug, count)
    assert len(found.html.encode()) < GMAIL
    for text in (found.text, words(found)):
        assert [n for n in range(1, count + 1) if f"{n} · " not in text] == []
    assert found.html.count("/answer/") >= count
    assert found.text.count("You can answer:") == count


def test_of_twelve_hands_each_says_what_can_be_answered() -> None:
    found = about("turn-the-tide", 12)
    assert words(found).count("You can answer:") == 12
    drawn = [f"mailto:{ADDRESS}?body={number}%3A" in found.html for number in range(1, 13)]
    assert drawn == sorted(drawn, reverse=True)  # the most urgent ones
    assert 1 < sum(drawn) < 12


def test_few_hands_are_drawn_in_full() -> None:
    found = about("rowboat", 4)
    assert [f"mailto:{ADDRESS}?body={n}%3A" in found.html for n in range(1, 5)] == [True] * 4


def test_a_receipt_for_many_lines_is_shown_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    people = five_hands.players()
    marit, games = people[0], five_hands.tables(people, 3)
    others = [f"{number}: 44 {'x' * 70}" for number in range(20, 90)]
    answers = [f"{number}: {first_of(games[number], marit)}" for number in (1, 2)]
    reply_all(marit, "\n".join([*answers, *others]))
    for most in (html_budget.MAX_BYTES, 55_000):
        monkeypatch.setattr(html_budget, "MAX_BYTES", most)
        found = letter(marit, "mail_lines")
        assert len(found.html.encode()) <= most
        assert words(found).count("You wrote “44 x") == 70
        proofs = Bid.objects.filter(seat__user=marit).values_list("digest", flat=True)
        assert [proof in found.html for proof in proofs] == [True, True]
    assert "3 · " in words(found)
