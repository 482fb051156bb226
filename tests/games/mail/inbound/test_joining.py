"""Which open tables there are, and how to sit down at one of them."""

import re

import pytest

from accounts.models import User
from accounts.text.bidi_isolation import isolated
from games.mail import own_tables
from games.models import Game, Seat
from games.services.lobby import tables
from games.services.lobby.tables import TableSettings
from tests.accounts.making import member
from tests.games.mail.inbound.at_table import answer_to, ask, game, people
from tests.games.mail.reading import words
from tests.games.making import fresh

__all__ = ["game", "people"]  # fixtures
pytestmark = pytest.mark.django_db


def test_open_tables_are_listed_with_the_words_that_join_them(
    game: Game, people: list[User]
) -> None:
    open_ = tables.make_table(people[0], TableSettings(name="Ameland", seats=3, hours=36))
    mine = tables.make_table(people[1], TableSettings(name="Griend", seats=3))
    tables.make_table(people[0], TableSettings(name="Vlieland", seats=3, visibility="link"))
    kept = tables.make_table(people[0], TableSettings(name="Texel", seats=3))
    for seat, user in zip(kept.seats.filter(user=None), (people[2], member("Ute")), strict=True):
        Seat.objects.filter(pk=seat.pk).update(kept_for=user)
    ask(people[1], game, "games")
    found = answer_to(people[1]).text
    assert found.index("SCHIERMONNIKOOG") < found.index("GRIEND") < found.index("AMELAND")
    assert "There is a free seat. Pace: 36 hours a hand." in found
    assert f"At the table: {people[0].name}. It has 3 seats." in found
    assert ("VLIELAND" in found, "TEXEL" in found) == (False, False)
    (line,) = re.findall(r"Reply with “(join \w+)” to sit down.", found)
    for language, word in (("de", "mitspielen"), ("nl", "meedoen")):
        User.objects.filter(pk=people[1].pk).update(language=language)
        line = f"{word} {open_.code[:4]}"
        assert line in answer_to(User.objects.get(pk=people[1].pk)).text
    ask(people[1], game, line)
    assert open_.seats.filter(user=people[1]).exists()
    assert fresh(mine).seats.filter(user=people[1]).count() == 1


def test_at_most_a_handful_of_open_tables_is_listed(game: Game, people: list[User]) -> None:
    for number in range(own_tables.MAX_FREE + 1):
        tables.make_table(people[0], TableSettings(name=f"Ameland {number}", seats=3))
    ask(people[1], game, "games")
    assert answer_to(people[1]).text.count("Reply with “join ") == own_tables.MAX_FREE


def test_fewer_than_four_letters_name_no_table(game: Game, people: list[User]) -> None:
    open_ = tables.make_table(people[0], TableSettings(name="Ameland", seats=3))
    ask(people[1], game, f"join {open_.code[:3]}")
    assert not open_.seats.filter(user=people[1]).exists()


def test_a_seat_by_the_name_of_a_table(game: Game, people: list[User]) -> None:
    open_ = tables.make_table(people[0], TableSettings(name="Ameland", seats=3))
    hidden = tables.make_table(people[0], TableSettings(name="Griend", seats=3, visibility="link"))
    ask(people[1], game, "join ameland")
    assert open_.seats.filter(user=people[1]).exists()
    ask(people[1], game, "join Griend")
    assert not hidden.seats.filter(user=people[1]).exists()
    assert "no open table “Griend”" in words(answer_to(people[1]))
    ask(people[1], game, f"join {hidden.code}")
    assert not hidden.seats.filter(user=people[1]).exists()


def test_two_tables_of_one_name_are_asked_about(game: Game, people: list[User]) -> None:
    pair = [tables.make_table(people[0], TableSettings(name="Ameland", seats=3)) for _ in range(2)]
    ask(people[1], game, "join Ameland")
    assert not any(each.seats.filter(user=people[1]).exists() for each in pair)
    ask(people[1], game, f"join {pair[0].code}")
    assert pair[0].seats.filter(user=people[1]).exists()


@pytest.mark.parametrize("name", ["Ameland", "אור"])
def test_they_are_listed_with_their_codes(game: Game, people: list[User], name: str) -> None:
    pair = [tables.make_table(people[0], TableSettings(name=name, seats=3)) for _ in range(2)]
    ask(people[1], game, f"join {name}")
    found = answer_to(people[1]).text
    assert all(f"{isolated(name)} ({each.code})" in found for each in pair)


def test_whoever_takes_the_last_seat_reads_that_it_has_begun(
    game: Game, people: list[User]
) -> None:
    tables.make_table(people[0], TableSettings(name="Ameland", seats=2, ruleset="turning-tides"))
    ask(people[1], game, "join Ameland")
    found = words(answer_to(people[1]))
    assert "You have a seat, and the game has begun." in found
    assert "once all seats are taken" not in found


def test_nobody_is_asked_for_another_game_with_bots_alone(people: list[User]) -> None:
    wish = TableSettings(name="Ameland", seats=2, ruleset="turning-tides", bots=1)
    game = tables.make_table(people[1], wish)
    Game.objects.filter(pk=game.pk).update(state=Game.State.OVER)
    ask(people[1], game, "rematch")
    found = words(answer_to(people[1]))
    assert "You have a seat, and the game has begun." in found
    assert "asked the others" not in found
    assert Game.objects.get(rematch_of=game).state == Game.State.RUNNING
