"""Notes over the API: one's own alone, until one shows them."""

import pytest

from accounts.models import User
from games import links
from games.models import Game
from games.services.seats import absence, substitutes
from tests.games.api.asking import at, client, good, problem
from tests.games.fast_forward import fast_forward
from tests.games.making import person, running

pytestmark = pytest.mark.django_db


def test_a_note_is_kept_changed_and_taken_away(game: Game, users: list[User]) -> None:
    ask = client(users[0])
    note = good(ask.post(at(game, "notes"), {"text": "Joost ducks.", "hand": 1}), 201)
    assert (note["number"], note["hand"], note["shown_since"]) == (1, 1, None)
    changed = good(ask.put(at(game, "notes", 1), {"text": "Joost waits."}))
    assert good(ask.get(at(game, "notes"))) == {"notes": [changed], "shown": []}
    for other in (client(users[1]), client()):
        assert good(other.get(at(game, "notes"))) == {"notes": [], "shown": []}
    problem(client(users[1]).put(at(game, "notes", 1), {"text": "Mine."}), 404, "no_note")
    assert ask.delete(at(game, "notes", 1)).status_code == 204
    assert good(ask.get(at(game, "notes")))["notes"] == []


def test_what_is_refused(game: Game, users: list[User]) -> None:
    ask = client(users[0])
    problem(ask.post(at(game, "notes"), {"text": ""}), 400, "empty_note")
    problem(ask.post(at(game, "notes"), {"text": "x" * 2001}), 400, "long_note")
    problem(ask.post(at(game, "notes"), {"text": "x", "hand": 9}), 404, "no_hand")
    problem(client(person("Wim")).post(at(game, "notes"), {"text": "x"}), 403, "not_seated")
    problem(client().post(at(game, "notes"), {"text": "x"}), 401, "not_authenticated")
    good(ask.post(at(game, "notes"), {"text": "x"}), 201)
    problem(ask.put(at(game, "notes", "shown"), {"shown": True}), 409, "notes_private")


def test_whoever_lost_the_seat_at_a_private_table_gets_their_own_notes_alone(
    users: list[User],
) -> None:
    game = running(users, visibility="link")
    former, other = client(users[0]), client(users[1])
    for ask in (former, other):
        good(ask.post(at(game, "notes"), {"text": "I feared the 60."}), 201)
    absence.leave(users[0], game.code)
    substitutes.take(person("Ute"), game.code, 0, link=links.link_token(game))
    fast_forward(game)
    good(other.put(at(game, "notes", "shown"), {"shown": True}))
    found = good(former.get(at(game, "notes")))
    assert ([note["text"] for note in found["notes"]], found["shown"]) == (
        ["I feared the 60."],
        [],
    )
    assert good(former.put(at(game, "notes", "shown"), {"shown": True}))["notes"][0]["shown_since"]
    problem(former.get(at(game)), 404, "unknown_game")
    assert former.delete(at(game, "notes", 1)).status_code == 204
    problem(former.get(at(game, "notes")), 404, "unknown_game")


def test_they_are_shown_after_the_end_and_no_more(users: list[User]) -> None:
    game = running(users)
    ask = client(users[0])
    note = good(ask.post(at(game, "notes"), {"text": "I feared the 60.", "hand": 1}), 201)
    fast_forward(game)
    shown = good(ask.put(at(game, "notes", "shown"), {"shown": True}))["shown"]
    (own,) = good(ask.get(at(game, "notes")))["notes"]
    assert own["changed_at"] == note["changed_at"] < own["shown_since"]
    assert [(n["seat"], n["name"], n["text"]) for n in shown] == [(0, "Marit", "I feared the 60.")]
    assert good(client().get(at(game, "notes")))["shown"] == shown
    assert good(ask.put(at(game, "notes", "shown"), {"shown": False, "number": 1}))["shown"] == []
