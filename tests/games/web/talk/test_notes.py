"""Notes on the pages: kept from the table, changed on their own page, shown in the replay."""

import pytest

from accounts.models import User
from games import links, selectors
from games.models import Game
from games.services.seats import absence, substitutes
from games.services.talk import chat, notes
from tests.games.api.asking import ROOT, client, good
from tests.games.fast_forward import fast_forward
from tests.games.making import begun, bid_all, fresh, person, running
from tests.games.web.driving import browser, page

pytestmark = pytest.mark.django_db


def way(game: Game) -> str:
    return f"/g/{game.code}/notes/"


def test_a_note_is_kept_from_the_table_and_stands_there(game: Game, users: list[User]) -> None:
    client = browser(users[0])
    sent = client.post(way(game), {"text": "<b>Joost</b> waits.", "hand": "1", "from": "table"})
    assert sent["Location"] == f"/g/{game.code}/"
    text = page(client, sent["Location"])
    assert "&lt;b&gt;Joost&lt;/b&gt; waits." in text
    assert "hand 1" in text
    assert "waits." not in page(browser(users[1]), f"/g/{game.code}/")


def test_all_of_them_are_on_a_page_of_their_own(game: Game, users: list[User]) -> None:
    client = browser(users[0])
    for number in range(5):
        client.post(way(game), {"text": f"Thought {number}.", "hand": "0"})
    assert "All notes, 2 more" in page(client, f"/g/{game.code}/")
    client.post(way(game), {"do": "change", "number": "2", "text": "Second thought."})
    client.post(way(game), {"do": "remove", "number": "1"})
    text = page(client, way(game))
    assert "Second thought." in text
    assert "Thought 0." not in text


def test_whoever_has_lost_the_seat_at_a_private_table_keeps_their_notes_and_sees_no_more(
    users: list[User],
) -> None:
    game = running(users, visibility="link")
    notes.add(users[0], game.code, "Joost waits.")
    absence.leave(users[0], game.code)
    substitutes.take(person("Ute"), game.code, 0, link=links.link_token(game))
    former = browser(users[0])
    text = page(former, way(game))
    assert "Joost waits." in text
    assert "Back to the table" not in text
    page(former, f"/g/{game.code}/", 404)
    page(browser(person("Wim")), way(game), 404)
    game = fast_forward(game)
    former.post(way(game), {"do": "show", "number": "1"})
    assert "shown in the replay" in page(former, way(game))
    former.post(way(game), {"do": "remove", "number": "1"})
    page(former, way(game), 404)


def test_what_is_refused_is_said_and_kept_in_the_field(game: Game, users: list[User]) -> None:
    client = browser(users[0])
    sent = client.post(way(game), {"text": "x" * 2001, "hand": "0"})
    assert sent.status_code == 400
    assert "at most 2000 characters" in sent.content.decode()
    assert "x" * 2001 in sent.content.decode()
    assert "field is required" not in client.post(way(game), {"text": ""}).content.decode()
    client.post(way(game), {"text": "Hm.", "hand": "0"})
    early = client.post(way(game), {"do": "show"})
    assert early.status_code == 409
    assert "game is over" in early.content.decode()
    assert browser(person("Wim")).get(way(game)).status_code == 403
    assert browser().get(way(game)).status_code == 302


def test_a_refused_change_stays_in_its_note(game: Game, users: list[User]) -> None:
    client = browser(users[0])
    client.post(way(game), {"text": "Hm.", "hand": "0"})
    sent = client.post(way(game), {"do": "change", "number": "1", "text": "y" * 2001})
    text = sent.content.decode()
    assert sent.status_code == 400
    assert "at most 2000 characters" in text
    assert f'maxlength="2000">{"y" * 2001}</textarea>' in text
    assert text.count("y" * 2001) == 1
    assert "<details open>" in text


def test_what_was_being_written_while_the_game_ended_is_shown_to_be_copied(
    users: list[User],
) -> None:
    game = fast_forward(running(users))
    sent = browser(users[0]).post(way(game), {"text": "Joost <waits>.", "hand": "1"})
    assert sent.status_code == 409
    text = sent.content.decode()
    assert "readonly>Joost &lt;waits&gt;.</textarea>" in text
    assert text.casefold().count("nothing was changed") == 1


def test_shown_after_the_end_it_stands_in_the_replay_at_its_hand(users: list[User]) -> None:
    game = running(users)
    bid_all(game)
    client, anybody = browser(users[0]), browser()
    client.post(way(game), {"text": "I feared the 60.", "hand": "2"})
    client.post(way(game), {"text": "A good game.", "hand": "0"})
    game = fast_forward(game)
    replay = f"/g/{game.code}/replay/2/"
    assert "feared" not in page(anybody, replay) + page(client, replay)
    assert "Your notes" in page(client, f"/g/{game.code}/")

    client.post(way(game), {"do": "show"})
    at_hand, at_end = page(anybody, replay), page(anybody, f"/g/{game.code}/")
    assert at_hand.index("Written at this hand") < at_hand.index("I feared the 60.")
    assert "feared" not in page(anybody, f"/g/{game.code}/replay/1/")
    assert at_end.index("Written about the game") < at_end.index("A good game.")
    client.post(way(game), {"do": "hide", "number": "1"})
    assert "feared" not in page(anybody, replay)
    assert client.post(way(game), {"do": "change", "number": "1", "text": "x"}).status_code == 409
    client.post(way(game), {"do": "remove", "number": "1"})
    assert [note.text for note in selectors.talk.notes.own_notes(fresh(game), users[0])] == [
        "A good game."
    ]


def test_whoever_has_hidden_the_author_sees_none_of_them(users: list[User]) -> None:
    game = begun(users)
    notes.add(users[1], game.code, "At hand one.", 1)
    notes.add(users[1], game.code, "Of it all.")
    fast_forward(game)
    notes.release(users[1], game.code, shown=True)
    chat.ignore(users[0], users[1])
    api, end, replay = (
        f"{ROOT}/games/{game.code}/notes",
        f"/g/{game.code}/",
        f"/g/{game.code}/replay/1/",
    )

    assert good(client(users[2]).get(api))["shown"][0]["text"] == "Of it all."
    assert good(client(users[0]).get(api))["shown"] == []
    for address, text in ((end, "Of it all."), (replay, "At hand one.")):
        assert text in page(browser(users[2]), address)
        assert text not in page(browser(users[0]), address)
        assert text in page(browser(), address)
