"""Wherever somebody sits down, they can bring words of their own to the deck, and see which."""

from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client

from games import fairness, game_secrets, links
from games.models import Game
from games.services.lobby import deck_words, matching, tables
from games.services.lobby.tables import TableSettings
from tests.games.making import fresh, people, person, running, user_at
from tests.games.services.sitting import words_at
from tests.games.web.driving import browser, page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits_left_over")]
OWN = "herring gulls"
HEX = "0123456789abcdef" * 2


def with_one_seat_left(visibility: str = "link") -> Game:
    maker, other = people(2)
    wish = TableSettings(name="Texel", seats=3, visibility=visibility)
    game = tables.make_table(maker, wish)
    tables.join(other, game.code, link=links.link_token(game))
    return fresh(game)


def test_a_guest_who_fills_the_table_brings_words() -> None:
    game = with_one_seat_left()
    guest = browser()
    guest.get(f"/g/{game.code}/come/{links.link_token(game)}/")
    assert 'name="entropy"' in page(guest, f"/g/{game.code}/")
    guest.post(f"/g/{game.code}/join/", {"name": "Kaatje", "entropy": OWN})
    assert fresh(game).state == Game.State.RUNNING
    assert OWN in words_at(game)


def test_whoever_looks_for_a_table_brings_words() -> None:
    game = with_one_seat_left("public")
    last = person("Wim")
    found = matching.find(last, TableSettings(name="Amrum", seats=3, entropy=OWN))
    assert found.pk == game.pk
    assert OWN in words_at(game)


def test_words_that_the_server_drew_before_are_nobodys() -> None:
    game, begun = with_one_seat_left(), running([person(name) for name in ("Ute", "Ebbe", "Moby")])
    for each in (game, begun):
        each.seats.filter(index=0).update(entropy=HEX)
    import_module("games.migrations.0069_words_drawn_before").empty(apps, None)
    assert words_at(game)[0] == ""
    assert words_at(begun)[0] == HEX, "its deck follows from them"
    tables.join(person("Wim"), game.code, link=links.link_token(game))
    secret = game_secrets.open_secret(game)
    assert words_at(game)[0] == fairness.words_from(secret, game.code, 0)


def test_words_that_look_drawn_are_kept_if_somebody_types_them() -> None:
    game = with_one_seat_left()
    mine = browser(user_at(game, 0))
    mine.post(f"/g/{game.code}/words/", {"entropy": HEX})
    assert f'value="{HEX}"' in page(mine, f"/g/{game.code}/")
    tables.join(person("Wim"), game.code, link=links.link_token(game))
    assert words_at(game)[0] == HEX


def test_a_guest_whose_name_is_refused_finds_their_words_again() -> None:
    game = with_one_seat_left()
    guest = browser()
    guest.get(f"/g/{game.code}/come/{links.link_token(game)}/")
    sent = {"name": "Kaatje\u202e", "entropy": OWN}
    answer = guest.post(f"/g/{game.code}/join/", sent)
    assert answer.status_code == 400
    assert f'value="{OWN}"' in answer.content.decode()


def test_a_program_reads_its_own_words_and_nobody_elses() -> None:
    game = with_one_seat_left()
    deck_words.write(user_at(game, 0), game.code, OWN)
    seen = []
    for seat in (0, 1):
        program = Client()
        program.force_login(user_at(game, seat))
        answer = program.get(f"/api/v1/games/{game.code}")
        seen.append(answer.json()["entropy"])
        assert (OWN in answer.content.decode()) is (seat == 0)
    assert seen == [OWN, ""]
