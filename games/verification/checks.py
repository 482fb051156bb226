"""One check after the other; each says for itself what holds, and none is left out."""

import json
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from games import fairness
from games.rules.base import Item, Json
from games.rules.errors import RulesError
from games.rules.records import Replay, parsed, record_of, replay
from games.verification import words
from games.verification.form import ENDED, form, is_withheld, missing
from games.verification.outside import outside
from games.verification.start import start
from games.verification.terms import Check, Known

NOTHING = Known()


def verify_text(text: str | bytes, known: Known = NOTHING) -> list[Check]:
    """The checks of a record as a JSON text (UTF-8)."""
    try:
        return verify(parsed(text), known)
    except RulesError as error:
        return [Check("form", False, _in_english(error))]


def verify(record: Json, known: Known = NOTHING) -> list[Check]:
    """Every check of a record (docs/records.md) given as JSON values, in the order of `KINDS`;
    the last ones compare it with what is `known` from outside."""
    try:
        record_of(record)
    except RulesError as error:
        return [Check("form", False, _in_english(error))]
    listed: list[list[Item]] = []
    played, objection = _played(record, listed)
    return [
        form(record),
        _checksum(record),
        *_commitment(record),
        *start(record),
        *_deck(record, listed),
        *_receipts(record),
        _replay(played, objection),
        _outcome(record, played),
        *outside(record, known),
    ]


def _in_english(error: RulesError) -> str:
    """The rules are pure and speak for programs; around it stands the reader's language."""
    return _("The rules refuse this record: %(reason)s") % {"reason": error}


def _of(record: dict[str, Any], name: str, wanted: type) -> Any:
    """A value of the record that further checks need; None if it is missing or of another type."""
    value = record.get(name)
    return value if type(value) is wanted else None


def _missing(kind: str, name: str, place: str = "") -> Check:
    return Check(kind, False, missing(name), place)


def _same(kind: str, right: str, claimed: object, good: str, bad: str, place: str = "") -> Check:
    if claimed == right:
        return Check(kind, True, good, place)
    return Check(kind, False, bad % {"right": right, "claimed": _short(claimed)}, place)


def _short(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 80 else f"{text[:79]}…"


def _checksum(record: dict[str, Any]) -> Check:
    return _same(
        "checksum",
        fairness.checksum(record),
        record.get("checksum"),
        _("The copy is whole."),
        _("It was altered: its checksum is %(right)s, but it says %(claimed)s."),
    )


# ------------------------------------------------------------------ the deck


def _commitment(record: dict[str, Any]) -> Iterator[Check]:
    if is_withheld(record) and fairness.bytes_of(record.get("commitment"), 32) is not None:
        reason = _(
            "The secret was deleted together with somebody’s words, which could be guessed with "
            "it. So nobody can check any more that it matches the commitment."
        )
        yield Check("commitment", None, reason)
        return
    secret = fairness.bytes_of(record.get("secret"), 32)
    if secret is None:
        yield _missing("commitment", "secret")
        return
    yield _same(
        "commitment",
        fairness.commitment(secret),
        record.get("commitment"),
        _("The secret matches the commitment in the record."),
        _("The secret’s SHA-256 is %(right)s, but the commitment is %(claimed)s."),
    )


def _deck(record: dict[str, Any], listed: list[list[Item]]) -> Iterator[Check]:
    secret = fairness.bytes_of(record.get("secret"), 32)
    if secret is None and not is_withheld(record):
        yield from (_missing(kind, "secret") for kind in ("seed", "shuffle"))
        return
    seats = record["seats"]
    entropies = _of(record, "entropies", list) or []
    if len(entropies) != seats or not all(isinstance(each, str | None) for each in entropies):
        yield from (_missing(kind, "entropies") for kind in ("seed", "shuffle"))
        return
    if secret is None or None in entropies:
        yield from _without_words(record, entropies.index(None), listed)
        return
    seed = fairness.seed(secret, entropies)
    good = _("The seed follows from the secret and from what every seat brought.")
    yield _same(
        "seed",
        seed.hex(),
        record.get("seed"),
        f"{good} {words.told(record, secret)}",
        _(
            "The secret and everybody’s words give the seed %(right)s, but the record says "
            "%(claimed)s."
        ),
    )
    yield from _shuffles(record, seed, listed)


def _without_words(record: dict[str, Any], seat: int, listed: list[list[Item]]) -> Iterator[Check]:
    """Of a deck whose seed cannot be made again: what still follows from the seed."""
    seed = fairness.bytes_of(record.get("seed"), 32)
    if seed is None:
        yield from (_missing(kind, "seed") for kind in ("seed", "shuffle"))
        return
    reason = _(
        "The words of seat %(seat)s were deleted with all data about that person, "
        "so nobody can check any more that the seed follows from everybody’s words."
    )
    yield Check("seed", None, reason % {"seat": seat})
    yield from _shuffles(record, seed, listed)


def _shuffles(record: dict[str, Any], seed: bytes, listed: list[list[Item]]) -> Iterator[Check]:
    for number, order in enumerate(record["shuffles"], 1):
        items = listed[number - 1] if number <= len(listed) else None
        yield _shuffle(seed, number, items, order)


def _shuffle(seed: bytes, number: int, items: list[Item] | None, order: object) -> Check:
    place = _("shuffle %(number)s") % {"number": number}
    if items is None:
        return Check(
            "shuffle", None, _("This can’t be checked, since the replay breaks off."), place
        )
    if fairness.shuffled(items, seed, number) != order:
        return Check("shuffle", False, _("The seed puts them in another order."), place)
    return Check("shuffle", True, _("This is the order that the seed gives."), place)


# ------------------------------------------------------------------ the bids


def _receipts(record: dict[str, Any]) -> Iterator[Check]:
    code = _of(record, "id", str)
    hands = [hand for hand in record["hands"] if "aside" not in hand]
    for name in ("salts", "receipts"):
        kept = _of(record, name, list)
        if code is None or kept is None or len(kept) != len(hands):
            yield _missing("receipt", name if code else "id")
            return
    for number, bids in enumerate(hands, 1):
        salts, receipts = record["salts"][number - 1], record["receipts"][number - 1]
        if not _is_by_seat(salts, bids) or not _is_by_seat(receipts, bids):
            reason = _("Salts or receipts are missing, or belong to other seats.")
            yield Check("receipt", False, reason, _("hand %(hand)s") % {"hand": number})
            continue
        for seat, bid in bids.items():
            yield _receipt(code, number, int(seat), bid, salts[seat], receipts[seat])


def _is_by_seat(found: object, bids: dict[str, str]) -> bool:
    return isinstance(found, dict) and set(found) == set(bids)


def _receipt(code: str, hand: int, seat: int, bid: str, salt: object, digest: object) -> Check:
    place = _("hand %(hand)s, seat %(seat)s") % {"hand": hand, "seat": seat}
    if fairness.bytes_of(salt, 16) is None:
        return _missing("receipt", "salts", place)
    return _same(
        "receipt",
        fairness.receipt(code, hand, seat, bid, str(salt)),
        digest,
        _("The receipt in the record is that of “%(bid)s”.") % {"bid": bid},
        _("The receipt of this answer would be %(right)s; the record has %(claimed)s."),
        place,
    )


# ------------------------------------------------------------------ the playing


def _played(record: dict[str, Any], listed: list[list[Item]]) -> tuple[Replay | None, str]:
    """The record played through without its outcome, or why that is refused; `listed` gets the
    items of each shuffle, which only the rules know."""
    rest = {name: value for name, value in record.items() if name != "outcome"}
    try:
        return replay(record_of(rest), listed), ""
    except RulesError as error:
        return None, _in_english(error)


def _replay(played: Replay | None, objection: str) -> Check:
    if played is None:
        return Check("replay", False, objection)
    return Check("replay", True, _("Every answer was due, and legal by the rules."))


def _outcome(record: dict[str, Any], played: Replay | None) -> Check:
    if played is None:
        return Check("outcome", None, _("This can’t be checked, since the replay breaks off."))
    if played.outcome is None:
        return _unfinished(record)
    right, claimed = played.outcome.as_json(), record.get("outcome")
    if record.get("ended", ENDED[0]) != ENDED[0]:
        return Check(
            "outcome",
            False,
            _("The record says the game was ended early, but it was played to its end."),
        )
    if json.dumps(claimed, sort_keys=True) != json.dumps(right, sort_keys=True):
        reason = _("The rules give %(right)s, but the record says %(claimed)s.")
        values = {"right": json.dumps(right), "claimed": _short(json.dumps(claimed))}
        return Check("outcome", False, reason % values)
    return Check("outcome", True, _("Scores and winners are those that the rules give."))


def _unfinished(record: dict[str, Any]) -> Check:
    """A record that ends before its game is over has to say why, and has no result."""
    why = record.get("ended", ENDED[0])
    if "outcome" in record or why not in ENDED[1:]:
        return Check("outcome", False, _("The record breaks off before the game is over."))
    return Check("outcome", True, BROKEN_OFF[why]())


BROKEN_OFF = {
    "moderators": lambda: _(
        "Moderators ended the game here, so the rules give no result. No record "
        "can prove that it went no further; receipts of later hands would show "
        "that it did."
    ),
    "cancelled": lambda: _(
        "The game was cancelled here, so it has no result. No record can prove "
        "that it went no further; receipts of later hands would show that it did."
    ),
}
