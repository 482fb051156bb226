"""What helps to send a link: its picture, its code, and what messengers are told of it."""

from __future__ import annotations

import re

import pytest

from accounts.models import User
from accounts.text.bidi_isolation import isolated
from games import links
from games.models import Game
from games.services.lobby import invitations, tables
from games.services.lobby.tables import TableSettings
from games.web import posters
from tests import ready_games
from tests.games.making import bid, fresh, people, person, table_of
from tests.games.web.driving import browser, page

pytestmark = pytest.mark.django_db
PNG = b"\x89PNG"
WHATSAPP = {"User-Agent": "WhatsApp/2.24.9"}


CUBOT = "Mozilla/5.0 (Linux; Android 10; CUBOT X30) AppleWebKit/537.36 Chrome/100 Mobile"


TELEGRAM = "Mozilla/5.0 (Linux; Android 14; K) Chrome/129.0 Mobile Telegram-Android/11.2.1"


def test_a_phone_or_a_browser_with_a_messengers_name_is_no_messenger() -> None:
    wish = TableSettings(name="Texel", seats=3, visibility=Game.Visibility.LINK)
    game = tables.make_table(person("Marit"), wish)
    way = f"/g/{game.code}/come/{links.link_token(game)}/"
    assert browser().get(way, headers={"User-Agent": CUBOT}).status_code == 302
    assert browser().get(way, headers={"User-Agent": TELEGRAM}).status_code == 302
    for bot in ("TelegramBot (like TwitterBot)", "Bot", "Googlebot/2.1"):
        assert browser().get(way, headers={"User-Agent": bot}).status_code == 200


@pytest.mark.parametrize(
    ("slug", "stage"),
    [*((slug, "middle") for slug in ready_games.SLUGS), ("turn-the-tide", "over")],
)
def test_every_game_has_its_picture(slug: str, stage: str) -> None:
    game = ready_games.take(slug, stage)
    answer = browser(game.seats.exclude(user=None)[0].user).get(f"/g/{game.code}/picture.png")
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.content.startswith(PNG)
    assert answer.content[16:24] == (1200).to_bytes(4) + (630).to_bytes(4)


def test_an_island_that_is_out_is_not_called_dry() -> None:
    game = ready_games.take("turn-the-tide", "over")
    drawn = posters.drawn(game)
    assert ">out</text>" in drawn, "the gauge on the island says so"
    assert ">out · " in drawn, "and so does the line below it"


def test_it_is_the_same_whoever_asks_and_whoever_has_sealed() -> None:
    users, game = table_of(3)
    before = posters.drawn(fresh(game))
    bid(game, users[0])
    assert posters.drawn(fresh(game)) == before
    path = f"/g/{game.code}/picture.png"
    assert browser(users[0]).get(path).content == browser(users[1]).get(path).content
    cards = re.findall(r"Sealed|your move|to choose", before)
    assert cards == []


def test_a_closed_table_has_no_picture() -> None:
    game = table_of(3)[1]
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.LINK)
    stranger = browser()
    assert stranger.get(f"/g/{game.code}/picture.png").status_code == 404
    assert stranger.get(f"/g/{game.code}/come/wrong/picture.png").status_code == 404
    token = links.link_token(fresh(game))
    assert stranger.get(f"/g/{game.code}/come/{token}/picture.png").content.startswith(PNG)
    assert browser(person("Wim")).get(f"/g/{game.code}/share/").status_code == 404


def test_messengers_are_told_and_people_are_let_in() -> None:
    marit, *_ = people(3)
    wish = TableSettings(name="Texel", seats=3, visibility=Game.Visibility.LINK)
    game = tables.make_table(marit, wish)
    way = f"/g/{game.code}/come/{links.link_token(game)}/"
    told = browser().get(way, headers=WHATSAPP).content.decode()
    assert f'property="og:image" content="http://testserver{way}picture.png"' in told
    assert "Texel: Turn the Tide" in told
    assert browser().get(way).status_code == 302
    assert browser().get(f"/g/{game.code}/come/wrong/", headers=WHATSAPP).status_code in (403, 404)


def test_a_replay_is_shown_with_the_picture_of_its_game() -> None:
    game = ready_games.take("turn-the-tide", "over")
    path, picture = f"/g/{game.code}/replay/", f"http://testserver/g/{game.code}/picture.png"
    assert f'property="og:image" content="{picture}"' in page(browser(), path)
    assert "og:image" not in page(browser(person("Wim")), path)  # no messenger is signed in


def test_no_picture_is_promised_of_a_cancelled_game() -> None:
    game = ready_games.take("turn-the-tide", "cancelled")
    way, seated = f"/g/{game.code}/come/{links.link_token(game)}/", game.seats.all()[0].user
    told = browser().get(way, headers=WHATSAPP).content.decode()
    assert f'property="og:title" content="{game.name}: Turn the Tide"' in told
    shared = page(browser(seated), f"/g/{game.code}/share/")
    assert "picture.png" not in told + shared


def test_names_from_right_to_left_keep_their_order_in_a_preview() -> None:
    users, game = table_of(3)
    for user, name in zip(users, ("משה", "אבי", "Joost"), strict=True):
        User.objects.filter(pk=user.pk).update(name=name)
    told = browser().get(f"/g/{game.code}/").content.decode()
    assert f'content="{isolated("משה")}, {isolated("אבי")}, Joost"' in told


def test_the_code_holds_the_link() -> None:
    marit, *_ = people(3)
    game = tables.make_table(marit, TableSettings(name="Texel", seats=3))
    text = page(browser(marit), f"/g/{game.code}/share/")
    assert f"/come/{links.link_token(game)}/" in text
    assert 'class="qr-code"' in text
    assert "data-share=" in text


def test_the_link_of_a_private_table_is_shared_only_by_who_sits_there() -> None:
    wish = TableSettings(name="Texel", seats=3, visibility=Game.Visibility.LINK)
    game, wim = tables.make_table(person("Marit"), wish), browser(person("Wim"))
    wim.get(f"/g/{game.code}/come/{links.link_token(game)}/")
    assert game.name in page(wim, f"/g/{game.code}/")
    assert wim.get(f"/g/{game.code}/share/").status_code == 403


def test_who_invited_sees_that_somebody_declined() -> None:
    marit, joost = people(2)
    table = tables.make_table(marit, TableSettings(name="Texel", seats=3))
    invitations.invite(marit, table.code, joost.email or "")
    assert "declined or expired" not in page(browser(marit), f"/g/{table.code}/")
    invitations.decline(joost, table.code)
    assert "declined or expired" in page(browser(marit), f"/g/{table.code}/")


def test_seats_kept_for_friends_are_not_offered_to_strangers() -> None:
    marit, bob, eva = people(3)
    table = tables.make_table(marit, TableSettings(name="Texel", seats=3), [bob, eva])
    path, stranger = f"/g/{table.code}/", browser(person("Wim"))
    text = page(stranger, path)
    assert "0 seats are free" in text
    assert "kept for somebody" in text
    assert "Sit down here" not in text
    assert "All seats are taken, or kept for others." in text
    assert bob.name not in text
    assert ">Watch<" in page(stranger, "/games/")
    guest = browser()
    guest.get(f"{path}come/{links.link_token(table)}/")
    text = page(guest, path)
    assert "Sit down here" not in text
    assert "All seats are taken, or kept for others. If one is kept for you, sign in." in text
    assert "then you come back to this table" not in text
    assert f"/login/?next={path}come/" in text
    refused = guest.post(f"{path}join/", {"name": "Ute"}).content.decode()
    assert "All seats are taken, or kept for others." in refused
    text = page(browser(bob), path)
    assert "1 seat is free" in text
    assert "Sit down here" in text
    assert ">Sit down<" in page(browser(bob), "/games/")


def test_addresses_are_shown_only_to_whoever_invited_them() -> None:
    marit, bob, gus = people(3)
    wish = TableSettings(name="Texel", seats=4, visibility=Game.Visibility.LINK)
    table = tables.make_table(marit, wish)
    invitations.invite(marit, table.code, "bob@firm.example")
    tables.join(bob, table.code, link=links.link_token(table))
    tables.join(gus, table.code, link=links.link_token(table))
    invitations.invite(bob, table.code, "eva@firm.example")
    path = f"/g/{table.code}/"
    assert re.findall(r"\w+@firm", page(browser(marit), path)) == ["bob@firm"]
    assert re.findall(r"\w+@firm", page(browser(bob), path)) == ["eva@firm"]
    assert "@firm" not in page(browser(gus), path)
