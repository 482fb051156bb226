"""The vectors that docs/fairness.md publishes hold, for us and for docs/verify.py."""

import base64
import hashlib
import re
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock

import pytest
from django.conf import settings as project
from pytest_django import Settings

from accounts import encryption
from accounts.security.key_rotation import COLUMNS
from games import fairness
from tests.games.verification.alone import loaded

DOCS = Path(project.BASE_DIR, "docs")
TEXT = (DOCS / "fairness.md").read_text(encoding="utf-8")
SECRET = bytes(range(32))
ENTROPIES = ["Marit", "sält", ""]
TIDES = [level for level in range(1, 13) for _twice in "ab"]
SUITED = [rank + suit for suit in "owsm" for rank in "A23456789DMSW"]


@pytest.fixture(scope="module")
def alone() -> ModuleType:
    return loaded()


def published(what: str) -> str:
    """The value in the row of the first table that is called so."""
    found = re.search(rf"^\| {re.escape(what)} \| (.+) \|$", TEXT, re.MULTILINE)
    assert found is not None, what
    return found[1].strip("`")


def test_commitment_and_seed(alone: ModuleType) -> None:
    assert fairness.commitment(SECRET) == published("commitment")
    assert fairness.seed(SECRET, ENTROPIES).hex() == published("seed")
    assert alone.deck.seed_of(SECRET, ENTROPIES).hex() == published("seed")
    shares = [entropy.encode() for entropy in ENTROPIES]
    message = b"".join(len(share).to_bytes(4, "big") + share for share in shares)
    assert message.hex() == published("message of the seed")


def test_words_of_a_seat_that_brought_none(alone: ModuleType) -> None:
    for seat in (0, 10):
        what = f"words of seat {seat} of the game `abcdefghjkmn` that brought none"
        assert fairness.words_from(SECRET, "abcdefghjkmn", seat) == published(what)
        assert alone.deck.words_from(SECRET, "abcdefghjkmn", seat) == published(what)


def test_shuffles(alone: ModuleType) -> None:
    seed = fairness.seed(SECRET, ENTROPIES)
    dozen = list(range(1, 13))
    for what, items, number in (
        ("shuffle 1 of 1 … 12", dozen, 1),
        ("shuffle 2 of 1 … 12", dozen, 2),
        ("shuffle 2 of the tide cards", TIDES, 2),
        ("shuffle 2 of the suited cards begins", SUITED, 2),
    ):
        right = published(what).split()
        order = fairness.shuffled(items, seed, number)
        assert [str(item) for item in order][: len(right)] == right
        assert alone.deck.shuffled(items, seed, number) == order


def test_the_start(alone: ModuleType) -> None:
    salt, code = "00112233445566778899aabbccddeeff", "abcdefghjkmn"
    names = []
    for seat, name in enumerate(("Marit", "Özlem", "Joost")):
        names.append(published(f"digest of `{name}` at seat {seat}"))
        assert fairness.name_digest(code, seat, name, salt) == names[seat]
        assert alone.name_digest(code, seat, name, salt) == names[seat]
    record: dict[str, Any] = {
        "id": code,
        "game": "turn-the-tide",
        "rules": 1,
        "seats": 3,
        "options": {"cascade": False},
        "commitment": published("commitment"),
        "seed": published("seed"),
    }
    assert hashlib.sha256(bytes.fromhex(record["seed"])).hexdigest() == published("deck")
    assert fairness.start_digest({**record, "secret": "left out"}, names) == published("start")
    start = {"names": names, "salts": [salt] * 3, "digest": published("start")}
    alone.check_start_digest({**record, "start": start})


def test_receipts(alone: ModuleType) -> None:
    row = re.compile(r"^\| (\d+) \| (\d+) \| `(.+?)` \| `(.+?)` \| `(.+?)` \|$", re.MULTILINE)
    rows = row.findall(TEXT)
    assert len(rows) == 2
    for hand, seat, notation, salt, digest in rows:
        given = ("abcdefghjkmn", int(hand), int(seat), notation, salt)
        assert fairness.receipt(*given) == alone.receipt(*given) == digest


def test_checksum() -> None:
    record = {"players": ["sält"], "id": "abcdefghjkmn", "format": "tideweb-record/1"}
    assert f"`{fairness.checksum(record)}`" in TEXT
    assert fairness.checksum({**record, "checksum": "x"}) == fairness.checksum(record)


def test_a_sealed_value(settings: Settings) -> None:
    settings.TIDEWEB_SEAL_KEYS = f"a:{base64.b64encode(bytes(range(32))).decode()}"
    sealed = bytes.fromhex("".join(re.findall(r"^    ([0-9a-f]{40,})$", TEXT, re.MULTILINE)))
    bid = ["44", "00112233445566778899aabbccddeeff"]

    assert encryption.unseal(sealed, "bid:abcdefghjkmn:7:2") == bid


def test_every_sealed_column_is_listed_with_its_associated_data() -> None:
    table = TEXT.partition("| what | associated data |")[2].partition("\n\n")[0]
    bound = {column.associated_data(MagicMock()) for column in COLUMNS.values()}
    assert {
        text.partition(":")[0] for text in bound if f"`{text.partition(':')[0]}" not in table
    } == set()
