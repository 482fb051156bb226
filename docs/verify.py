"""Checks the record of a Tideweb game without Tideweb: `python verify.py RECORD.json`.

It needs nothing but Python 3.10, so that you can read all of it; the deck is in `verify_deck.py`
beside it, and the rules of each game, written a second time, in `verify_rules`.  It checks what
docs/fairness.md writes down: where the deck is from, every sealed answer, and play by the rules.

By itself a record shows only that it does not contradict itself: anybody can make up a whole game
that does not.  Compare it with what you got before it was over (exit status 1 if anything fails):

    python verify.py RECORD.json --commitment HEX --start HEX --receipt HEX --receipt HEX
"""

import argparse
import hashlib
import importlib
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
deck = importlib.import_module("verify_deck")

FORMATS = ["tideweb-record/1", "tideweb-record/2"]
PLAYED = {"format", "game", "rules", "seats", "options", "shuffles", "hands"}
PROOF = {"id", "players", "secret", "commitment", "entropies", "seed", "salts", "receipts"}
OPTIONAL = {"outcome", "substitutes", "duplicate"}
FIXED = ["id", "game", "rules", "seats", "options", "commitment", "duplicate"]
NEWER = "it has {} {!r:.40}; this checker knows {}. A newer verify.zip may know it"
CANNOT = (KeyError, ValueError, TypeError, AttributeError, IndexError, StopIteration)
Record = dict[str, Any]
Result = tuple[str, bool | None, str]


class Wrong(Exception):
    """A check that failed."""


def need(holds: object, what: str) -> None:
    if not holds:
        raise Wrong(what)


def sha256_of(values: object) -> str:
    """Of canonical JSON: keys sorted, no blanks, ASCII."""
    text = json.dumps(values, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def from_hex(text: str, length: int) -> bytes:
    """Decodes `length` bytes of lower-case hex."""
    good = isinstance(text, str) and re.fullmatch("[0-9a-f]*", text) and len(text) == 2 * length
    need(good, f"{text!r:.80} is not {length} bytes in lower-case hex")
    return bytes.fromhex(text)


def receipt(code: str, hand: int, seat: str, bid: str, salt: str) -> str:
    """The digest that was given out when the bid was sealed."""
    text = f"tideweb-bid/1\n{code}\n{hand}\n{seat}\n{bid}\n".encode()
    return hashlib.sha256(text + from_hex(salt, 16)).hexdigest()


def name_digest(code: str, seat: int, name: str, salt: str) -> str:
    text = f"tideweb-name/1\n{code}\n{seat}\n{name}\n".encode()
    return hashlib.sha256(text + from_hex(salt, 16)).hexdigest()


def parsed(text: str) -> Any:
    """Strict JSON: no key twice in an object, no NaN."""

    def each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        need(len(dict(pairs)) == len(pairs), "a key stands twice in one object")
        return dict(pairs)

    def refuse(name: str) -> None:
        raise Wrong(f"{name} is no number")

    return json.loads(text, object_pairs_hook=each_once, parse_constant=refuse)


def is_list(value: object, length: int, *kinds: type) -> bool:
    return isinstance(value, list) and len(value) == length and all(type(v) in kinds for v in value)


def is_among(value: object, allowed: Iterable[object]) -> bool:
    """Equal is not enough: 1 is not true."""
    return any(type(value) is type(each) and value == each for each in allowed)


def game_of(record: Record) -> Any:
    """The rules of this game, ready to play; options that are left out have their default."""
    slug = record["game"]
    need(isinstance(slug, str) and re.fullmatch("[a-z-]+", slug), "no such game")
    try:
        rules = importlib.import_module("verify_rules." + slug.replace("-", "_")).Game
    except ImportError:
        raise Wrong(f"verify_rules has no game {slug}") from None
    known = is_among(record["rules"], [rules.RULES])
    need(known, NEWER.format("rules", record["rules"], rules.RULES))
    need(is_among(record["seats"], rules.SEATS), "a wrong number of seats")
    given = record.get("options", {})
    need(set(given) <= set(rules.OPTIONS), "an unknown option")
    options = {name: given.get(name, values[0]) for name, values in rules.OPTIONS.items()}
    for name, value in options.items():
        need(is_among(value, rules.OPTIONS[name]), f"no such {name}")
    return rules(record["seats"], options)


def check_form(record: Record) -> None:
    found, first = record["format"], record["format"] == FORMATS[0]
    need(is_among(found, FORMATS), NEWER.format("format", found, ", ".join(FORMATS)))
    game_of(record)
    required = {*PLAYED, *PROOF, "checksum"} - ({"options"} if first else set())
    required |= set() if first else {"start", "ended"}
    lacking = required - set(record)
    strange = set(record) - required - OPTIONAL - {"ended", "options"}
    need(not lacking, f"it lacks {sorted(lacking)}")
    need(not strange, f"no record has {sorted(strange)}")
    seats, names = record["seats"], [str] if first else [str, type(None)]
    need(is_list(record["players"], seats, *names), "players are a name for each seat")
    need(is_list(record["entropies"], seats, str, type(None)), "entropies are words for each seat")
    need(isinstance(record["id"], str), "id is a text")
    need(record.get("ended", "rules") in ("rules", "moderators", "cancelled"), "ended: no such way")
    if "duplicate" in record:
        codes = record["duplicate"]
        need(is_list(codes, len(codes), str) and len(set(codes)) == len(codes) > 1, "duplicate")
        need(record["id"] in codes, "it is none of its own duplicates")
    if "substitutes" in record:
        check_substitutes(record, record["substitutes"], first)


def check_substitutes(record: Record, entries: list[dict[str, Any]], first: bool) -> None:
    """The holders of some seats, without gaps; who held nothing that counts did so until hand 0."""
    need(isinstance(entries, list) and entries, "substitutes are a list")
    for entry in entries:
        need(set(entry) == {"seat", "name", "from_hand", "until_hand"}, "a strange substitute")
        need(type(entry["seat"]) is type(entry["from_hand"]) is int, "a strange substitute")
        need(type(entry["until_hand"]) in (int, type(None)), "a strange substitute")
        need(type(entry["name"]) in (str, type(None)), "a strange substitute")
    seats = [entry["seat"] for entry in entries]
    need(seats == sorted(seats), "substitutes are in the order of their seats")
    need(seats[0] >= 0 and seats[-1] < record["seats"], "a substitute on a strange seat")
    for seat in set(seats):
        held = [entry for entry in entries if entry["seat"] == seat]
        spans = [(e["from_hand"], e["until_hand"]) for e in held if e["until_hand"] != 0]
        begun = ([1] + [last and last + 1 for _, last in spans])[:-1]
        need(len(held) > 1 and held[-1]["until_hand"] is None, "a seat without holder")
        need([since for since, _ in spans] == begun == sorted(begun), "a seat without holder")
        need(first or held[0]["name"] == record["players"][seat], "another name at the start")


# ---- playing it again
def play(record: Record, items: list[list[Any]]) -> Any:
    """The outcome by the rules, None if the record ends before; `items` gets what was shuffled."""
    game, answer, number = game_of(record), None, 0
    story, orders, hands = game.play(), list(record["shuffles"]), list(record["hands"])
    try:
        while game.outcome() is None:
            what, asked = story.send(answer)
            if what == "shuffle":
                if not orders:
                    need(not hands, f"hand {number + 1}: a shuffle is missing before it")
                    return None
                answer = orders.pop(0)
                items.append(asked)
                same = isinstance(answer, list) and sorted(map(repr, answer))
                need(same == sorted(map(repr, asked)), f"shuffle {len(items)}: other items")
                continue
            while hands and "aside" in hands[0] and game.outcome() is None:
                carry_out(game, hands.pop(0), record["seats"], number)
            if game.outcome() is None and not hands:
                need(not orders, "more shuffles than were asked for")
                return None
            if game.outcome() is None:
                number += 1
                answer = answers(hands.pop(0), asked, number)
    except StopIteration:
        pass
    need(not hands, f"hand {number + 1}: the game was over before it")
    need(not orders, "more shuffles than were asked for")
    return game.outcome()


def carry_out(game: Any, entry: dict[str, Any], seats: int, number: int) -> None:
    """Applies an aside: what a seat did out of turn."""
    need(set(entry) == {"aside"} and set(entry["aside"]) == {"seat", "act"}, "a strange aside")
    seat, act = entry["aside"]["seat"], entry["aside"]["act"]
    need(is_among(seat, range(seats)), f"aside after hand {number}: no such seat")
    need(act in game.asides(seat), f"aside after hand {number}: seat {seat} cannot {act!r:.40}")
    game.aside(seat, act)


def answers(hand: dict[str, str], asked: dict[int, list[str]], number: int) -> dict[int, str]:
    need(set(hand) == set(map(str, asked)), f"hand {number}: answers of other seats than owe one")
    for seat in asked:
        possible = is_among(hand[str(seat)], asked[seat])
        need(possible, f"hand {number}, seat {seat}: {hand[str(seat)]!r:.40} is not possible")
    return {seat: hand[str(seat)] for seat in asked}


# ---- the checks: each yields (what, whether it holds or None if nobody can tell, a word on it)
def check(
    record: Record, commitment: str = "", start: str = "", receipts: Iterable[str] = ()
) -> Iterator[Result]:
    need(isinstance(record, dict), f"it is not a record but a {type(record).__name__}")
    yield one("form", check_form, record)
    yield one("checksum", check_checksum, record)
    if withheld(record):
        yield "commitment", None, "the secret was taken away: with it these words could be guessed"
    else:
        yield one("commitment", check_commitment, record)
    yield from check_start(record)
    if without_words(record):
        yield "seed", None, "somebody's words were taken away with all data about them"
    else:
        yield one("seed", check_seed, record)
    items: list[list[Any]] = []
    played = one("playing and result", check_play, record, items)
    for number, order in enumerate(record["shuffles"], 1):
        if number <= len(items):
            yield one(f"shuffle {number}", check_shuffle, record, items[number - 1], number, order)
        else:
            yield f"shuffle {number}", None, "the playing breaks off before it"
    yield from check_receipts(record)
    yield played
    yield from compare(record, commitment, start, list(receipts))


def one(what: str, holds: Callable[..., str | None], *given: Any) -> Result:
    try:
        word = holds(*given)
    except (Wrong, *CANNOT) as error:
        return what, False, in_words(error)
    return what, True, word or ""


def check_checksum(record: Record) -> None:
    rest = {key: value for key, value in record.items() if key != "checksum"}
    need(sha256_of(rest) == record["checksum"], "the copy was altered")


def check_commitment(record: Record) -> None:
    digest = hashlib.sha256(from_hex(record["secret"], 32)).hexdigest()
    need(digest == record["commitment"], "it is that of another secret")


def check_seed(record: Record) -> str:
    need(seed_of(record).hex() == record["seed"], f"it would be {seed_of(record).hex()}")
    return str(deck.told(record, from_hex(record["secret"], 32)))


def check_shuffle(record: Record, items: list[Any], number: int, order: list[Any]) -> None:
    right = deck.shuffled(items, seed_of(record), number)
    need(repr(right) == repr(order), "the seed gives another order")


def without_words(record: Record) -> bool:
    """Whether a seat's words are not there any more; its orders still follow from the seed."""
    return isinstance(record.get("entropies"), list) and None in record["entropies"]


def withheld(record: Record) -> bool:
    """Whether the secret was taken away with somebody's words."""
    return record.get("secret", "") is None and without_words(record)


def seed_of(record: Record) -> bytes:
    if without_words(record):
        return from_hex(record["seed"], 32)
    return bytes(deck.seed_of(from_hex(record["secret"], 32), record["entropies"]))


def check_start(record: Record) -> Iterator[Result]:
    """Who sat where from the start, with which words and options."""
    if record["format"] == FORMATS[0]:
        yield "start", None, "records of this older format bind no names, words and options"
        return
    yield one("start", check_start_digest, record)
    for seat, (name, salt) in enumerate(zip(record["players"], record["start"]["salts"])):
        if name is None and salt is None:
            yield f"name of seat {seat}", None, "it was taken away at its owner's wish"
            continue
        yield one(f"name of seat {seat}", check_name, record, seat, name, salt)


def check_start_digest(record: Record) -> None:
    start, seats = record["start"], record["seats"]
    need(set(start) == {"digest", "names", "salts"}, "it has other parts")
    need(is_list(start["names"], seats, str), "a digest of each name")
    need(is_list(start["salts"], seats, str, type(None)), "a salt for each name")
    fixed = {key: record[key] for key in FIXED if key in record}
    fixed["deck"] = hashlib.sha256(from_hex(record["seed"], 32)).hexdigest()
    right = sha256_of({**fixed, "format": "tideweb-start/1", "names": start["names"]})
    need(start["digest"] == right, f"seats, options and deck give {right}")


def check_name(record: Record, seat: int, name: Any, salt: str) -> None:
    need(name is not None, "it is missing")
    right = name_digest(record["id"], seat, name, salt)
    need(right == record["start"]["names"][seat], f"{name!r:.40} is not who sat here")


def check_receipts(record: Record) -> Iterator[Result]:
    hands = [hand for hand in record["hands"] if "aside" not in hand]
    salts, receipts = record["salts"], record["receipts"]
    there = [set(h) for h in hands] == [set(s) for s in salts] == [set(r) for r in receipts]
    yield "a salt and a receipt for every answer", there, ""
    for number, (bids, salt, given) in enumerate(zip(hands, salts, receipts), 1):
        for seat in set(bids) & set(salt) & set(given):
            what, bid = f"receipt of hand {number}, seat {seat}", bids[seat]
            right = (record["id"], number, seat, bid, salt[seat])
            yield one(what, check_receipt, right, given[seat])


def check_receipt(answer: tuple[str, int, str, str, str], given: str) -> None:
    right = receipt(*answer)
    need(right == given, f"that of {answer[3]!r:.40} would be {right}")


def check_play(record: Record, items: list[list[Any]]) -> str:
    """Whether all was played by the rules, and it ends as it says."""
    outcome, ended = play(record, items), record.get("ended", "rules")
    if ended != "rules":
        need("outcome" not in record and outcome is None, f"it has a result, but ended: {ended}")
        return f"ended: {ended}. That it went no further no record can show"
    need(outcome is not None, "it breaks off before the game is over")
    claimed = json.dumps(record.get("outcome"), sort_keys=True)
    need(claimed == json.dumps(outcome, sort_keys=True), f"the outcome is {outcome}")
    return "and the result is right"


def compare(record: Record, commitment: str, start: str, receipts: list[str]) -> Iterator[Result]:
    """With what was known before; only this shows that it is the game that was played."""
    for what, given, found in (
        ("commitment", commitment, record["commitment"]),
        ("start", start, record.get("start", {}).get("digest")),
    ):
        if what == "commitment" and withheld(record) and copied(given) == found:
            yield f"the {what} that you gave", None, "it is there, but the secret was taken away"
        elif given:
            yield f"the {what} that you gave", copied(given) == found, f"the record has {found}"
        else:
            yield f"the {what} that you were given", None, f"nothing to compare (--{what})"
    if not receipts:
        yield "your receipts", None, "nothing to compare (--receipt)"
    for given in receipts:
        there = any(copied(given) in hand.values() for hand in record["receipts"])
        word = "it no longer counts (Check this game on the site says why), or it was altered"
        yield f"the receipt {copied(given):.80}", there, word


def copied(text: str) -> str:
    """Normalises a digest that a person typed or pasted."""
    return "".join(text.split()).lower()


def main() -> None:
    parser = argparse.ArgumentParser(description="Checks the record of a Tideweb game.")
    parser.add_argument("record", metavar="RECORD")
    parser.add_argument("--commitment", default="", help="as the table showed it before the start")
    parser.add_argument("--start", default="", help="as the e-mail at the start gave it")
    parser.add_argument("--receipt", action="append", default=[], help="of an answer of yours")
    given = parser.parse_args()
    try:
        with open(given.record, encoding="utf-8") as file:
            record = parsed(file.read())
        results = list(check(record, given.commitment, given.start, given.receipt))
    except (Wrong, RecursionError, OSError, *CANNOT) as error:
        sys.exit(f"This record cannot be checked: {in_words(error)}")
    for what, holds, word in results:
        if not holds:
            print(f"{'FAILED ' if holds is False else 'unknown'}  {what}: {word}")
        elif what == "seed":  # what it says is for people to judge
            print(f"noted    {word}")
    print(f"{sum(holds is True for _, holds, _ in results)} of {len(results)} checks passed")
    if any(holds is False for _, holds, _ in results):
        sys.exit(1)
    given.commitment = "" if withheld(record) else given.commitment
    print(verdict(given))


def in_words(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):  # it would show the whole file
        return "it is not text in UTF-8. Save it again as the site gives it."
    words = {KeyError: "it has no ", json.JSONDecodeError: "it is not JSON, or not all of it: "}
    return f"{words.get(type(error), '')}{error}"


def verdict(given: argparse.Namespace) -> str:
    data = {"commitment": given.commitment, "start": given.start, "receipts": given.receipt}
    names = ", ".join(name for name, value in data.items() if value)
    if not names:
        return "It does not contradict itself. Nothing was given to show that it was played so."
    return f"It does not contradict itself, and fits what you gave: {names}."


if __name__ == "__main__":
    main()
