"""While the game is paused neither letter nor bell names a deadline: all clocks are stopped."""

import pytest

from accounts.models import User
from accounts.notifications import summaries
from games.mail import waiting_hands
from games.models import Game
from games.services.seats import votes
from tests.games.mail.inbound.at_table import ask
from tests.games.mail.inbound.mailing import write
from tests.games.mail.reading import begun, letter, notice
from tests.games.making import legal, users_at
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
DEADLINE = ("Until ", "have until", "deadline.ics", "at the latest")


@pytest.fixture
def game() -> Game:
    found = begun()
    for user in users_at(found):
        votes.vote(user, found.code, "pause")
    return found


@pytest.fixture
def marit(game: Game) -> User:
    return users_at(game)[0]


@pytest.mark.parametrize(
    ("line", "kind"),
    [("", "your_move"), ("show", "mail_state"), ("CARD", "mail_receipt")],
)
def test_a_letter_names_no_deadline(game: Game, marit: User, line: str, kind: str) -> None:
    if line:
        write(game, marit, line.replace("CARD", legal(game, 0)[0]))
    found = letter(marit, kind)
    assert "paused" in found.text
    assert "paused" in found.html
    for word in DEADLINE:
        assert word not in found.text + found.html


def test_nor_does_one_about_several(game: Game, marit: User) -> None:
    sheet = waiting_hands.of_views(marit, waiting_hands.seen_by(marit, [game.pk]))
    (entry,) = sheet.entries
    assert entry["paused"]
    assert entry["calendar_url"] == ""
    assert "until" not in entry["text"]


def test_nor_does_the_bell(game: Game, marit: User) -> None:
    brief = not_none(summaries.brief(notice(marit, "your_move")))
    assert (brief.true, brief.text) == (True, "Turn the Tide, Schiermonnikoog")
    assert "deadline" not in brief.facts
    votes.go_on(marit, game.code)
    brief = not_none(summaries.brief(notice(marit, "your_move")))
    assert brief.text.startswith("Turn the Tide, Schiermonnikoog: until ")
    assert "deadline" in brief.facts


def test_the_list_of_games_says_which_is_paused(game: Game, marit: User) -> None:
    ask(marit, game, "games")
    assert "It is paused." in letter(marit, "mail_table").text
