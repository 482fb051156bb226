"""Everything that is stored, as text, and the hidden words found in it."""

import base64
import binascii
import hashlib
import re
import zlib
from collections.abc import Iterable, Iterator

from django.db import connection

from games import game_secrets
from games.models import Bid, Game
from tests.secrecy.canary import rules

ENCODED = re.compile(rb"[A-Za-z0-9+/_-]{16,}={0,2}")
HEXED = re.compile(rb"\\\\x([0-9a-f]{2,})")


def hidden_of(game: Game) -> set[str]:
    """The words that nobody, or only one seat, may know now, and the secrets in hex."""
    state = game_secrets.open_state(game)
    words = {card for held in (*state.cards, *state.buried, state.deck) for card in held}
    bids = Bid.objects.filter(hand__game=game, opened__isnull=True).select_related("hand", "seat")
    salts = {
        game_secrets.open_bid(bid, game.code, bid.hand.number, bid.seat.index).salt for bid in bids
    }
    return words | salts | {game_secrets.open_secret(game).hex()}


def guesses(game: Game) -> dict[str, str]:
    """Hashes of cards that somebody with a list of all cards could look for."""
    found = {}
    for number in range(1, game.hand_number + 1):
        for word in rules.WORDS:
            for text in _hashed(game.code, number, word):
                for algorithm in ("md5", "sha1", "sha256"):
                    found[hashlib.new(algorithm, text.encode()).hexdigest()] = word
    return found


def _hashed(code: str, number: int, word: str) -> Iterator[str]:
    yield word
    yield f"{code}\n{number}\n{word}"
    for seat in range(3):
        yield f"tideweb-bid/1\n{code}\n{number}\n{seat}\n{word}\n"
        yield f"{code}{number}{seat}{word}"


def dumped() -> dict[str, bytes]:
    """Every table of every schema, as written by COPY; queues and caches are tables, too."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) FROM pg_tables "
            "WHERE schemaname NOT IN ('pg_catalog', 'information_schema')"
        )
        tables = [name for (name,) in cursor.fetchall()]
    return {table: _copied(table) for table in sorted(tables)}


def _copied(table: str) -> bytes:
    with connection.cursor() as cursor, cursor.copy(f"COPY {table} TO STDOUT") as rows:
        return b"".join(bytes(row) for row in rows)


def found_in(texts: dict[str, bytes], words: Iterable[str]) -> list[str]:
    """Where each word occurs, plain or encoded as base64, hex or zlib."""
    sought = [word.encode() for word in words]
    return [
        f"{place}: {word.decode()}"
        for place, text in texts.items()
        for layer in [_layers(text)]
        for word in sought
        if word in layer
    ]


def _layers(text: bytes) -> bytes:
    """The text and its decoded parts: message bodies, sessions, bytea."""
    parts = [text.lower()]
    binary = [bytes.fromhex(each[1].decode()) for each in HEXED.finditer(text) if _even(each[1])]
    for layer in (text, *binary):
        for match in ENCODED.finditer(layer):
            parts += _decoded(match[0])
    return b"\n".join([*parts, *binary])


def _even(digits: bytes) -> bool:
    return len(digits) % 2 == 0


def _decoded(text: bytes) -> list[bytes]:
    whole = text.rstrip(b"=")
    padded = whole + b"=" * (-len(whole) % 4)
    try:
        plain = base64.b64decode(padded.translate(bytes.maketrans(b"-_", b"+/")))
    except (binascii.Error, ValueError):
        return []
    try:
        return [plain, zlib.decompress(plain)]
    except zlib.error:
        return [plain]
