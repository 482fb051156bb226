"""While the game is paused neither letter nor bell names a deadline: all clocks are stopped."""

import pytest

from accounts.models import User
from accounts.notifications import summaries
from games.mail import waiting_hands
from games.models import Game, SeatClock
from games.services.notifications import hand_notices
from games.services.seats import absence, substitutes, votes
from tests.accounts.making import member
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


def test_nor_does_one_about_the_time_of_a_hand(game: Game, marit: User) -> None:
    clock = SeatClock.objects.select_related("hand", "seat").get(user=marit)
    hand_notices.deadline_moved(clock)
    votes.extend(users_at(game)[1], game.code, 1)
    for kind in ("reminder", "deadline_moved", "extended"):
        found = letter(marit, kind)
        for word in (*DEADLINE, ": until", "left, until"):
            assert word not in found.text + found.html, kind


def test_nor_does_a_briefing(game: Game) -> None:
    absence.leave(users_at(game)[2], game.code)
    wim = member("Wim")
    substitutes.take(wim, game.code, 2)
    found = letter(wim, "briefing")
    for word in DEADLINE:
        assert word not in found.text + found.html
    assert "The seat is yours now, with its cards. The game is paused" in found.text.replace(
        "\n", " "
    )


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
