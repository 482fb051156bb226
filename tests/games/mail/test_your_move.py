"""The letter "your move": all the facts, in both its parts, for its reader alone."""

import re

import pytest

from accounts.models import Notice
from accounts.notifications.kinds import Letter
from games import selectors
from games.mail import compose
from games.models import Game
from games.wording import Seating, wording
from tests.games import making
from tests.games.mail.reading import begun, composed, letter, notice, words
from tests.games.making import user_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return begun(zone="Europe/Amsterdam")


@pytest.fixture
def yours(game: Game) -> Letter:
    found = letter(user_at(game, 0), "your_move")
    assert found is not None
    return found


def cards(game: Game, seat: int) -> list[int]:
    observation = selectors.observations.observation_for(making.fresh(game), seat)
    assert observation is not None
    held: list[int] = observation["you"]["cards"]
    return held


def test_the_text_is_within_72_columns(yours: Letter) -> None:
    assert max(len(line) for line in yours.text.splitlines() if "://" not in line) <= 72


def test_both_parts_say_the_same_facts(game: Game, yours: Letter) -> None:
    text = words(yours)
    facts = ["Your move, Marit", "Stage 1 of 3, hand 1 of 12", "in Amsterdam", "24 hours"]
    facts += ["Joost", "Aoife", "Schiermonnikoog", "your lowest card"]
    for fact in facts:
        assert fact in text
        assert fact.lower() in " ".join(yours.text.split()).lower()
    for card in cards(game, 0):
        assert f" {card} " in text
        assert re.search(rf"\| +{card}[ co]\|", yours.text)
    assert f"/g/{game.code}/" in yours.text
    assert f'href="http://testserver/g/{game.code}/"' in yours.html


def test_no_style_sheet_is_left_but_the_dark_one(yours: Letter) -> None:
    styles = re.findall(r"<style[^>]*>(.*?)</style>", yours.html, re.DOTALL)
    assert len(styles) == 1
    assert styles[0].strip().startswith("@media (prefers-color-scheme: dark)")
    assert "http" not in re.sub(r'href="[^"]*"', "", yours.html)


def test_subject_and_preheader_name_no_card(game: Game, yours: Letter) -> None:
    assert yours.subject == f"Turn the Tide, table {game.code[:4]}"
    preheader = re.search(r"display: ?none[^>]*>(.*?)</div>", yours.html, re.DOTALL)
    assert preheader is not None
    assert preheader[1].startswith("Hand 1 is open until ")


def test_what_happened_since_the_last_look_is_told(game: Game) -> None:
    making.bid_all(game)
    marit = user_at(game, 0)
    found = letter(marit, "your_move")
    assert found is not None
    entry = game.log.get(kind="hand", hand_number=1)
    seating = Seating(["Marit", "Joost", "Aoife"], 0)
    told = " ".join(wording(game.ruleset).sentences(entry.data["events"], seating))
    assert f"Since you last looked {told}" in " ".join(found.text.split())
    assert "Since you last looked" in words(found)


def test_it_is_dropped_once_the_seat_has_bid(game: Game) -> None:
    marit = user_at(game, 0)
    making.bid(game, marit)
    assert composed(notice(marit, "your_move")) is None
    assert composed(notice(marit, "reminder")) is None


def test_it_is_dropped_once_the_hand_is_resolved(game: Game) -> None:
    marit = user_at(game, 0)
    first = Notice.objects.get(recipient=marit, kind="your_move", channel="mail")
    making.bid_all(game)
    assert compose.your_move(first) is None
