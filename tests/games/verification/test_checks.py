"""A good record passes every check; whatever is altered in it fails one, with the reason."""

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import translation

from games import fairness
from games.verification import Known, all_passed, verify, verify_text
from games.verification.terms import KINDS
from tests.bench.verifying import TABLES, record_at_random, with_one_byte_changed
from tests.sampling import whole

Record = dict[str, Any]


def failed(record: Record) -> set[str]:
    return {check.kind for check in verify(record) if check.passed is False}


def altered(record: Record, alter: Callable[[Record], object]) -> Record:
    """A forger's work: changed, and its checksum made right again."""
    forged = copy.deepcopy(record)
    alter(forged)
    return {**forged, "checksum": fairness.checksum(forged)}


@pytest.fixture(scope="module")
def tide() -> Record:
    return record_at_random("turn-the-tide", 4, random.Random(5))


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_every_check_of_a_good_record_passes(slug: str, seats: int) -> None:
    record = record_at_random(slug, seats, random.Random(seats))
    checks = verify_text(json.dumps(record))

    assert [check.kind for check in checks if not check.passed] == ["outside"] * 3
    kinds = [check.kind for check in checks]
    hands = [hand for hand in record["hands"] if "aside" not in hand]
    assert kinds.count("receipt") == sum(map(len, hands))
    assert kinds.count("shuffle") == len(record["shuffles"])
    assert kinds.count("start") == 1 + seats
    assert set(kinds) == set(KINDS)


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_a_record_with_one_byte_changed_is_refused(slug: str, seats: int) -> None:
    chance = random.Random(seats + 10)
    record = record_at_random(slug, seats, chance)
    for _time in range(40 if whole() else 7):
        text, key = with_one_byte_changed(record, chance)
        assert not all_passed(verify_text(text)), (key, text[-300:])


def swap(record: Record) -> None:
    first = record["shuffles"][1]
    first[0], first[-1] = first[-1], first[0]


FORGERIES: dict[str, tuple[Callable[[Record], object], set[str]]] = {
    "another secret": (
        lambda r: r.update(secret="00" * 32),
        {"commitment", "seed", "shuffle"},
    ),
    "another commitment": (lambda r: r.update(commitment="00" * 32), {"commitment"}),
    "another seed": (lambda r: r.update(seed="00" * 32), {"seed"}),
    "other words of a seat": (lambda r: r["entropies"].reverse(), {"seed", "shuffle"}),
    "a card moved in the deck": (swap, {"shuffle"}),
    "another salt": (lambda r: r["salts"][6].update({"2": "00" * 16}), {"receipt"}),
    "another receipt": (lambda r: r["receipts"][6].update({"2": "00" * 32}), {"receipt"}),
    "no salt": (lambda r: r["salts"][6].pop("2"), {"receipt"}),
    "another game's receipts": (lambda r: r.update(id="abcdefghjkmn"), {"receipt"}),
    "other points": (lambda r: r["outcome"]["scores"].reverse(), {"outcome"}),
    "no outcome": (lambda r: r.pop("outcome"), {"outcome"}),
    "no receipts": (lambda r: r.pop("receipts"), {"form"}),
    "no secret": (lambda r: r.pop("secret"), {"form"}),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forger_who_mends_the_checksum_is_caught_by_the_rest(tide: Record, name: str) -> None:
    alter, caught_by = FORGERIES[name]
    found = failed(altered(tide, alter))

    assert caught_by <= found <= caught_by | {"form", "outcome", "replay", "start"}


def test_a_bid_exchanged_for_another_legal_one_is_caught_by_its_receipt(tide: Record) -> None:
    def exchange(record: Record) -> None:
        mine = [hand["0"] for hand in record["hands"][:12]]
        record["hands"][0]["0"], record["hands"][11]["0"] = mine[11], mine[0]

    assert "receipt" in failed(altered(tide, exchange))


def test_another_name_is_not_the_one_to_which_the_start_was_bound(tide: Record) -> None:
    assert failed(altered(tide, lambda r: r["players"].reverse())) == {"start"}


def test_a_reason_names_the_place(tide: Record) -> None:
    forged = altered(tide, lambda r: r["salts"][6].update({"2": "00" * 16}))
    bad = [check for check in verify(forged) if check.passed is False]

    assert [check.place for check in bad] == ["hand 7, seat 2"]
    assert tide["receipts"][6]["2"] in bad[0].reason


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"format": 1}', "\x00", "[" * 5000])
def test_what_is_no_record_fails_in_its_form(text: str) -> None:
    assert [(check.kind, check.passed) for check in verify_text(text)] == [("form", False)]


@pytest.mark.parametrize(
    ("language", "says"),
    [("de", "Die Regeln weisen diese Aufzeichnung zurück (auf Englisch): "),
     ("nl", "De regels wijzen dit verslag af (in het Engels): ")],
)  # fmt: skip
def test_what_the_rules_say_in_english_is_said_to_be_that(
    tide: Record, language: str, says: str
) -> None:
    forged = altered(tide, lambda record: record["hands"][3].update({"0": "zzz"}))
    with translation.override(language):
        checks = [*verify(forged), *verify_text("[]")]
    reasons = [check.reason for check in checks if check.reason.startswith(says)]
    assert len(reasons) == 2
    assert all(len(reason) > len(says) for reason in reasons)


def test_values_of_any_type_fail_and_do_not_break(tide: Record) -> None:
    values: list[Any] = [None, 1, "x", [], {}, [[]], [None], [{}], [[{}]], True, 1.5]
    for key in tide:
        for value in values:
            if type(value) is not type(tide[key]) or value != tide[key]:
                assert not all_passed(verify({**tide, key: value})), (key, value)


def test_a_record_that_was_cut_off_is_refused(tide: Record) -> None:
    half = {key: tide[key] for key in tide if key != "outcome"}
    half |= {key: half[key][:5] for key in ("hands", "salts", "receipts")}
    half["shuffles"] = half["shuffles"][:2]

    assert failed({**half, "checksum": fairness.checksum(half)}) == {"outcome"}


def test_words_that_were_taken_away_leave_the_seed_untold_and_the_order_checked(
    tide: Record,
) -> None:
    def forget(record: Record) -> None:
        record["entropies"][1] = None

    checks = verify(altered(tide, forget))
    untold = {check.kind for check in checks if check.passed is None and check.kind != "outside"}
    assert untold == {"seed"}
    assert all_passed(checks)

    def forget_and_deal(record: Record) -> None:
        forget(record)
        swap(record)

    assert "shuffle" in failed(altered(tide, forget_and_deal))


def test_a_secret_that_was_taken_away_with_words_leaves_the_commitment_untold(tide: Record) -> None:
    def forget(record: Record) -> None:
        record["entropies"][1] = record["secret"] = None

    gone = altered(tide, forget)
    assert {check.kind for check in verify(gone) if check.passed is None} == {
        "commitment", "seed", "outside",
    }  # fmt: skip
    given = [check.passed for check in verify(gone, Known(gone["commitment"]))][-3:]
    assert given == [None, None, None]
    assert not all_passed(verify(gone, Known("0" * 64)))
    assert all_passed(verify(gone, Known(start=gone["start"]["digest"])))
    assert failed(altered(tide, lambda r: r.update(secret=None))) >= {"commitment", "seed"}
    assert "shuffle" in failed(altered(gone, swap))
    assert failed(altered(gone, lambda r: r.update(commitment="00" * 32))) == {"start"}
    assert "commitment" in failed(altered(gone, lambda r: r.update(commitment="0")))


def test_what_lies_behind_the_end_of_a_replay_is_not_judged(tide: Record) -> None:
    def play_what_is_not_held(record: Record) -> None:
        record["hands"][15]["0"] = "61"

    checks = verify(altered(tide, play_what_is_not_held))
    told = {check.kind: check.passed for check in checks if check.place in ("", "shuffle 3")}
    shuffles = [check.passed for check in checks if check.kind == "shuffle"]

    assert shuffles == [True, True, True, None, None]
    assert told["replay"] is False
    assert told["outcome"] is None
