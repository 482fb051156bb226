"""No line of a letter is an answer or a command by itself, if a mail program quotes it unmarked."""

import re

import pytest

from accounts.notifications.kinds import Letter
from games import game_secrets
from games.mail.answer_form import answers
from games.models import Game
from games.rules.errors import Illegal, Malformed
from games.rules.registry import ruleset
from tests.all_games import SMALLEST
from tests.games import making
from tests.games.mail import goldens
from tests.games.mail.reading import letter, members, started
from tests.games.making import user_at

pytestmark = pytest.mark.django_db
SEATS = {**SMALLEST, "rowboat": 4}
LANGUAGES = ("en", "de", "nl")
COMMANDS = re.compile(
    r"(help|show|plan\b.*|next\b.*|always\b.*|vacation\b.*|pass my turns.*)", re.IGNORECASE
)


def bare(line: str) -> list[str]:
    """The line as it stands, and without the marks of quotes and lists around it."""
    return [line.strip(), line.strip(" >|*-·.,:;“”\"'")]


def is_answer(game: Game, seat: int, line: str) -> bool:
    state = game_secrets.open_state(making.fresh(game))
    try:
        ruleset(game.ruleset).read(state, seat, line)
    except (Malformed, Illegal):
        return False
    return True


def asked(game: Game, language: str) -> tuple[int, Letter]:
    seat = making.hand_of(game).awaiting[0]
    user = user_at(game, seat)
    user.language = language
    user.save()
    found = letter(user, "your_move")
    assert found is not None
    return seat, found


@pytest.mark.parametrize("slug", sorted(SEATS))
def test_no_line_parses(slug: str) -> None:
    """Chance stands still: of the lowest cards one game in a hundred is over after nine hands."""
    with goldens.standing_still():
        _check_no_line_parses(slug)


def _check_no_line_parses(slug: str) -> None:
    game = started(members(SEATS[slug]), ruleset=slug)
    for hands, language in zip((0, 1, 8), LANGUAGES, strict=True):
        for _hand in range(hands):
            making.bid_all(game)
        seat, found = asked(game, language)
        assert is_answer(game, seat, making.legal(game, seat)[0])
        for line in [text for raw in found.text.splitlines() for text in bare(raw) if text]:
            assert not is_answer(game, seat, line), line
            assert not COMMANDS.fullmatch(line), line


def test_a_line_of_answers_begins_with_a_word_and_breaks_between_them() -> None:
    legal = [f"swap {card} move for fire sailor" for card in ("cannon", "navigate", "swing") * 14]
    lines = answers(legal)["answer_lines"]
    assert all(len(line) <= 72 for line in lines)
    assert lines[0].startswith("  You can answer: swap")
    assert all(line.startswith("  or: swap") for line in lines[1:])
    assert answers(legal)["more_answers"] == 30
    assert answers(legal[:40])["more_answers"] == 0


def test_a_single_answer_does_not_stand_alone() -> None:
    assert answers(["44"])["answer_lines"] == ["  You can answer: 44"]
