"""Both checkers refuse every small change of a record, or it may pass, for a reason given here."""

import json
import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from games import fairness
from games.verification import Known, all_passed, verify, verify_text
from tests.bench.verifying import record_at_random
from tests.games.verification.alone import as_text, refuses
from tests.games.verification.mutations import Record, cut, mended, mutations, occurs, renamed

# What may pass, by the record and the name of the change, and why.
OUT_OF_TURN = "no receipt covers what was done out of turn"
CAME_LATER = "who came later is not bound (docs/fairness.md, section 1)"
WHO_ENDED_IT = "who ended a game without a result is not bound"
WORDS_GONE = "the start binds the deck; that it follows from words that are gone, nobody can tell"
HARMLESS = {
    ("tide|rowboat|turning|cancelled", r"entropies\.\d+: None"): WORDS_GONE,
    ("forgotten", r"entropies\.\d+: (None|'.*)"): WORDS_GONE,
    ("forgotten", r"entropies: \[[^,]+, [^,]+, [^,]+\]"): WORDS_GONE,
    ("rowboat", r"an aside, hands\.\d+: removed"): OUT_OF_TURN,
    ("turning", r"an aside, hands\.\d+: removed"): OUT_OF_TURN,
    ("turning", r"hands\.\d+\.aside\.seat: 0"): OUT_OF_TURN,
    ("with_substitute", r"substitutes: removed"): CAME_LATER,
    ("with_substitute", r"substitutes\.1\.name: (None|'.*)"): CAME_LATER,
    ("cancelled", r"ended: 'moderators'"): WHO_ENDED_IT,
}


@cache
def played(slug: str, seats: int, seed: int) -> str:
    """A record as text, so that nobody can change it."""
    return as_text(record_at_random(slug, seats, random.Random(seed)))


def tide() -> Record:
    return json.loads(played("turn-the-tide", 3, 5))


def rowboat() -> Record:
    """A short one in which somebody used a Lighthouse."""
    return json.loads(played("rowboat", 2, 14))


def turning() -> Record:
    """A short one in which somebody offered to surrender, and then it was played on."""
    return json.loads(played("turning-tides", 2, 33))


def cancelled() -> Record:
    return cut(tide(), 20, ended="cancelled", outcome=..., shuffles=tide()["shuffles"][:2])


def forgotten() -> Record:
    """Somebody's words were deleted, and with them the secret."""
    record = tide()
    record["entropies"][1] = record["secret"] = None
    return mended(record)


def with_substitute() -> Record:
    """Somebody else came for the second seat at hand 5."""
    record = tide()
    held = {"seat": 1, "from_hand": 1, "until_hand": 4, "name": record["players"][1]}
    came = {"seat": 1, "from_hand": 5, "until_hand": None, "name": "Fenna"}
    return mended({**record, "substitutes": [held, came]})


def with_same_deals() -> Record:
    """The same deals were played at another table; its start binds the codes of both."""
    record = tide()
    record["duplicate"] = [record["id"], "abcdefghjkmn"]
    return renamed(record, record["players"])


RECORDS = {
    made.__name__: made
    for made in (tide, rowboat, turning, cancelled, forgotten, with_substitute, with_same_deals)
}
MOST = 4  # changes of each key that the suite tries
ONLY = {"with_substitute": "substitutes", "with_same_deals": "duplicate"}  # the rest is as in tide


def changes(which: str, most: int | None = None) -> Iterator[tuple[str, Record]]:
    for name, mutant in mutations(RECORDS[which](), most):
        if name.startswith(ONLY.get(which, "")):
            yield name, mutant


def is_harmless(which: str, name: str) -> bool:
    return any(
        re.fullmatch(record, which) is not None and re.fullmatch(pattern, name) is not None
        for record, pattern in HARMLESS
    )


@pytest.mark.parametrize("which", RECORDS)
def test_no_change_passes(which: str) -> None:
    record, passing = RECORDS[which](), []
    assert all_passed(verify(record))
    assert not refuses(as_text(record))
    for name, mutant in changes(which, MOST):
        text, harmless = as_text(mutant), is_harmless(which, name)
        if all_passed(verify_text(text)) != harmless:
            passing.append(f"the project: {name}")
        if refuses(text) == harmless:
            passing.append(f"docs/verify.py: {name}")

    assert passing == []


def test_what_is_said_to_be_harmless_occurs() -> None:
    for records, pattern in HARMLESS:
        for which in RECORDS:
            if re.fullmatch(records, which) is not None:
                assert occurs(RECORDS[which](), pattern), pattern


CUTS: dict[str, dict[str, Any]] = {
    "as it is": {},
    "no outcome": {"outcome": ...},
    "an empty outcome": {"outcome": None},
    "said to be ended": {"ended": "moderators"},
    "an older format, no outcome": {
        "format": "tideweb-record/1", "start": ..., "ended": ..., "outcome": ...,
    },
}  # fmt: skip


@pytest.mark.parametrize("which", ["tide", "rowboat", "turning"])
@pytest.mark.parametrize("how", CUTS)
@pytest.mark.parametrize("hands", [1, 7])
def test_a_record_that_breaks_off_is_refused(which: str, how: str, hands: int) -> None:
    mutant = cut(RECORDS[which](), hands, **CUTS[how])

    assert not all_passed(verify(mutant))
    assert refuses(as_text(mutant))


def test_one_that_is_said_to_end_early_passes_and_a_receipt_of_a_later_hand_tells() -> None:
    played = tide()
    forged = cut(played, 2, ended="cancelled", outcome=...)
    receipt = played["receipts"][-1]["0"]

    assert all_passed(verify(forged))
    assert not all_passed(verify(forged, Known(receipts=(receipt,))))
    assert refuses(as_text(forged), receipts=(receipt,))


def older() -> Record:
    return cut(tide(), 0, format="tideweb-record/1", start=..., ended=...)


def test_an_older_record_passes_and_says_what_it_cannot_tell() -> None:
    record = older()

    assert all_passed(verify(record))
    assert not refuses(as_text(record))
    assert [check.passed for check in verify(record) if check.kind == "start"] == [None]


OLDER_CHANGES = {
    "a name missing": lambda record: record["players"].pop(),
    "no names": lambda record: record.pop("players"),
    "no outcome": lambda record: record.pop("outcome"),
    "a key more": lambda record: record.update(extra=1),
    "a start": lambda record: record.update(start=tide()["start"]),
    "an end that is none": lambda record: record.update(ended="whim"),
    "a name of another type": lambda record: record["players"].append(7),
}


@pytest.mark.parametrize("name", OLDER_CHANGES)
def test_an_older_record_is_complete_and_has_nothing_else(name: str) -> None:
    record = older()
    OLDER_CHANGES[name](record)

    assert not all_passed(verify(mended(record)))
    assert refuses(as_text(mended(record)))


def test_only_something_from_outside_tells_another_game_from_the_one_played() -> None:
    """Anybody can make up a game under the same number that does not contradict itself."""
    played = tide()
    invented = _under_the_number(played)
    known = Known(played["commitment"], played["start"]["digest"], (played["receipts"][0]["0"],))

    for given in (
        known._replace(start="", receipts=()),
        known._replace(commitment="", receipts=()),
    ):
        assert all_passed(verify(played, given))
        assert not all_passed(verify(invented, given))
        assert refuses(as_text(invented), **given._asdict())
    receipt = Known(receipts=known.receipts)
    assert not all_passed(verify(invented, receipt))
    assert refuses(as_text(invented), **receipt._asdict())
    assert all_passed(verify(invented))
    assert not refuses(as_text(invented))
    assert all_passed(verify(played, known))
    assert not refuses(as_text(played), **known._asdict())


def _under_the_number(played: Record) -> Record:
    """A whole other game under the same number, all of it fitting."""
    made = record_at_random("turn-the-tide", 3, random.Random(6)) | {"id": played["id"]}
    made["receipts"] = [
        {
            seat: fairness.receipt(made["id"], number, int(seat), bid, salts[seat])
            for seat, bid in hand.items()
        }
        for number, (hand, salts) in enumerate(zip(made["hands"], made["salts"], strict=True), 1)
    ]
    return renamed(made, played["players"])


def test_other_names_with_a_start_that_fits_them_are_told_by_the_start_alone() -> None:
    played = tide()
    forged = renamed(played, ["Nobody", *played["players"][1:]])
    start = Known(start=played["start"]["digest"])

    assert all_passed(verify(forged))
    assert all_passed(verify(forged, Known(played["commitment"])))
    assert not all_passed(verify(forged, start))
    assert refuses(as_text(forged), start=start.start)


def test_a_name_that_was_taken_away_is_neither_right_nor_wrong() -> None:
    record = tide()
    record["players"][1] = record["start"]["salts"][1] = None
    checks = {check.place: check.passed for check in verify(mended(record))}

    assert checks["seat 1"] is None
    assert checks["seat 0"] is True
    assert all_passed(verify(mended(record)))
    assert not refuses(as_text(mended(record)))
    assert all_passed(verify(mended(record), Known(start=record["start"]["digest"])))


@pytest.mark.parametrize("given", ["abc", "g" * 64, "0" * 63])
def test_what_is_no_digest_fits_nothing(given: str) -> None:
    for known in (Known(given), Known(start=given), Known(receipts=(given,))):
        assert not all_passed(verify(tide(), known))
        assert refuses(as_text(tide()), **known._asdict())


def test_a_digest_is_read_as_people_copy_it() -> None:
    record = tide()
    spaced = f" {record['commitment'][:32]}\n{record['commitment'][32:].upper()} "

    assert all_passed(verify(record, Known(spaced)))
    assert not refuses(as_text(record), commitment=spaced)
