"""Words for the deck that were erased can't be found again by guessing, wherever one looks."""

import base64
import copy
import hashlib
import hmac
import json
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from games import fairness, game_secrets, selectors
from games.models import Game, Record
from games.services.lobby import deck_words, tables
from games.services.lobby.tables import TableSettings
from games.services.moving.arrival import unpack
from games.services.people import erasure
from games.verification import all_passed, verify
from tests.games.fast_forward import fast_forward, like_bots
from tests.games.making import fresh, people
from tests.games.verification.alone import as_text, refuses

pytestmark = pytest.mark.django_db
WORDS = "Zelda Quill, Groningen"
Json = dict[str, Any]


def table(words: str = WORDS) -> tuple[Game, User]:
    """A running game whose first seat brought these words, and who sits there."""
    zelda, *friends = people(3)
    game = tables.make_table(zelda, TableSettings(name="Texel", seats=3, entropy=words))
    for friend in friends:
        tables.join(friend, game.code)
    return fresh(game), zelda


def over(game: Game) -> Game:
    return fast_forward(fresh(game), "over", like_bots())


def published(game: Game) -> Json:
    answer = Client().get(f"/api/v1/games/{game.code}/record")
    record: Json = json.loads(answer.content)
    page = Client().get(f"/g/{game.code}/record.json")
    assert json.loads(page.content) == record
    return record


def can_be_guessed(record: Json) -> bool:
    """Whether the record confirms the right guess, as only it can."""
    if record["secret"] is None:
        return False
    words = [each or WORDS for each in record["entropies"]]
    message = b"".join(len(each.encode()).to_bytes(4, "big") + each.encode() for each in words)
    seed = hmac.new(bytes.fromhex(record["secret"]), message, hashlib.sha256).hexdigest()
    return seed == record["seed"]


@pytest.mark.parametrize("before", [True, False])
def test_the_record_confirms_no_guess_and_what_can_be_checked_still_passes(before: bool) -> None:
    """Erased before the end of the game, or after."""
    game, zelda = table()
    start = (game.start or {})["digest"]
    if before:
        erasure.forget(zelda)
        game = over(game)
    else:
        game = over(game)
        assert can_be_guessed(published(game)), "her words are in it"
        erasure.forget(zelda)

    record = published(game)
    assert (record["entropies"][0], record["players"][0], record["secret"]) == (None, None, None)
    assert not can_be_guessed(record)
    assert set(record) == set(import_module("games.rules.records").REQUIRED_2) | {"outcome"}
    assert (record["commitment"], record["start"]["digest"]) == (game.commitment, start)
    assert all_passed(verify(record))
    assert not refuses(as_text(record), start=start)
    page = Client().get(f"/g/{game.code}/verify/?commitment={game.commitment}&start={start}")
    text = page.content.decode()
    assert "It fits what you were given" in text, "by the start"
    assert "The secret was deleted together with somebody’s words" in text
    assert "without the secret, which was deleted, nobody can check any more" in text
    assert "share in the deck was fixed by then" not in text


def test_the_page_claims_nothing_that_can_no_longer_be_checked() -> None:
    game, person = table()
    game = over(game)
    path = f"/g/{game.code}/verify/"
    assert "everybody does, could make up another game" in Client().get(path).content.decode()
    erasure.forget(person)
    shown = Client().get(path).content.decode()
    assert "everybody does, could make up another game" not in shown
    assert "nobody can check any more" in shown


def test_words_that_follow_from_the_secret_need_no_erasure() -> None:
    game, zelda = table("")
    game = over(game)
    before = published(game)
    erasure.forget(zelda)
    record = published(game)
    assert (record["secret"], record["entropies"]) == (before["secret"], before["entropies"])
    assert fresh(game).sealed_seed is None


def test_a_seat_without_words_is_not_said_to_be_erased(monkeypatch: pytest.MonkeyPatch) -> None:
    """Left so by this code, and begun by that of before while both are running."""
    monkeypatch.setattr(deck_words, "fill", lambda _tables: None)
    record = published(over(table("")[0]))
    assert record["entropies"] == ["", "", ""]
    assert record["secret"] is not None
    assert all(check.passed for check in verify(record) if check.kind in {"commitment", "seed"})


def test_another_server_does_not_get_the_secret_either(tmp_path: Path, settings: Settings) -> None:
    game, zelda = table()
    erasure.forget(zelda)
    secret = game_secrets.open_secret(fresh(game)).hex()
    file = tmp_path / "a.game"
    call_command("export_game", game.code, str(file), "--move", stdout=StringIO())
    key = base64.b64decode(Path(f"{file}.key").read_text())
    assert secret not in json.dumps(unpack(file.read_bytes(), key))

    settings.TIDEWEB_SEAL_KEYS = "other:" + base64.b64encode(b"o" * 32).decode()
    call_command("import_game", str(file), f"{file}.key", stdout=StringIO())
    record = published(over(Game.objects.get(code=game.code)))
    assert record["secret"] is None
    assert all_passed(verify(record))


def test_the_secret_goes_from_records_in_which_words_were_erased_before() -> None:
    game, _zelda = table()
    game = over(game)
    row = Record.objects.get(game=game)
    older, whole = copy.deepcopy(row.data), copy.deepcopy(row.data)
    older["entropies"][0] = None
    withhold = import_module("games.migrations.0068_secrets_of_erased_words").withhold

    withhold(apps, None)
    row.refresh_from_db()
    assert row.data == whole, "nothing was erased there"

    row.data = {**older, "checksum": fairness.checksum(older)}
    row.save()
    withhold(apps, None)
    row.refresh_from_db()
    expected = {**older, "secret": None}
    assert row.data == {**expected, "checksum": fairness.checksum(expected)}
    assert all_passed(verify(selectors.observations.record_of(fresh(game))))
