"""All moves of a game come with the letter about its end, in the notation of its record."""

import re

import pytest
from allauth.account.models import EmailAddress

from accounts.models import Notice, User
from games import selectors
from games.mail import moves
from games.mail.inbound import commands, own_text
from games.mail.inbound.commands import MailCommand
from games.models import Game
from tests import ready_games
from tests.games.mail.inbound.at_table import answer_to, ask
from tests.games.mail.reading import composed
from tests.games.making import user_at

pytestmark = pytest.mark.django_db


def last_letter(game: Game) -> str:
    marit = user_at(game, 0)
    found = composed(Notice(recipient=marit, kind="game_over", facts={"game": game.pk, "seat": 0}))
    assert found is not None
    return found.text


@pytest.mark.parametrize("slug", ["turn-the-tide", "turning-tides"])
def test_each_move_of_the_record_is_there_and_none_reads_as_an_answer(slug: str) -> None:
    game = ready_games.take(slug, "over")
    text = last_letter(game)
    lines = re.findall(r"^\| (.*)$", text, re.MULTILINE)
    record = selectors.observations.record_of(game)
    hands = [hand for hand in record["hands"] if "aside" not in hand][:20]
    for number, hand in enumerate(hands, start=1):
        said = ", ".join(f"{record['players'][int(seat)]} {bid}" for seat, bid in hand.items())
        assert any(f"({number}) {said}" in line for line in lines)
    assert all(line.startswith(("(", "… ")) for line in lines)
    assert max(map(len, lines)) <= 70
    read = [commands.read(own_text.plain(line)) for line in lines]
    assert {command.kind for command in read if command} == {MailCommand.ANSWER}
    assert f"/g/{game.code}/record.json" in text
    assert "reply with just “rematch”" in text


def test_of_a_long_game_only_the_beginning_is_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ready_games.take("rowboat", "over")
    monkeypatch.setattr(moves, "MAX_LINES", 1000)
    whole = last_letter(game).count("\n| ")
    monkeypatch.setattr(moves, "MAX_LINES", 10)
    text = last_letter(game)
    assert text.count("\n| ") == 10
    assert f"{whole - 10} more lines are in the whole record" in text


def test_nothing_is_told_while_another_table_plays_the_same_cards() -> None:
    game = ready_games.take("turn-the-tide", "over")
    Game.objects.filter(pk=game.pk).update(closed=True)
    assert "| (1)" not in last_letter(game)


def test_nothing_is_told_in_letters_about_anything_else() -> None:
    game = ready_games.take("turn-the-tide", "over")
    marit = User.objects.get(name="Marit")
    facts = {"game": game.pk, "seat": 0, "stage": 1}
    found = composed(Notice(recipient=marit, kind="stage_end", facts=facts))
    assert found is not None
    assert "| (1)" not in found.text


def test_whoever_asks_for_the_record_gets_them() -> None:
    game = ready_games.take("turn-the-tide", "over")
    marit = User.objects.get(name="Marit")
    EmailAddress.objects.create(user=marit, email=marit.email, verified=True, primary=True)
    ask(marit, game, "say Fair winds!")
    assert "| (1)" not in answer_to(marit).text
    ask(marit, game, "record")
    text = answer_to(marit).text
    assert "| (1) Marit " in text
    assert f"/g/{game.code}/record.json" in text
