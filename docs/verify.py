"""Checks the record of a Tideweb game without Tideweb: `python verify.py RECORD.json`.

Nothing but Python's standard library, so that you can read all of it. It checks the commitment,
the seed, every shuffle and every receipt, as docs/fairness.md writes them down, and prints what
does not hold. Whether every bid was legal and the outcome right, a replay says:
`python -m games.rules.replay RECORD.json`.
"""

import hashlib
import hmac
import json
import sys

SHIP_CARDS = ["sailor", "cannon", "move", "navigate", "swing", "fire"]


def items_of(game, seats, number, order):
    """What shuffle `number` (from 1) puts in order, as it is listed before (docs/records.md, 2)."""
    if game == "turning-tides":  # a draw pile: the same cards, sorted; the replay knows which
        return sorted(order, key=SHIP_CARDS.index)
    if game == "turn-the-tide":
        return list(range(1, 61)) if number == 1 else [n for n in range(1, 13) for _ in "ab"]
    return list(range(seats)) if number == 1 else [r + s for s in "owsm" for r in "A23456789DMSW"]


def shuffled(items, seed, number):
    """Fisher-Yates from the last place down, drawing from HMAC-SHA-256 in 32-bit words."""
    order, words, counter = list(items), [], 0
    for last in range(len(order) - 1, 0, -1):
        bound = last + 1
        while True:
            if not words:
                text = b"tideweb-shuffle/1" + number.to_bytes(4, "big") + counter.to_bytes(4, "big")
                block = hmac.new(seed, text, "sha256").digest()
                words = [int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4)]
                counter += 1
            word = words.pop(0)
            if word < 2**32 // bound * bound:  # else it is thrown away: all must be equally likely
                break
        order[last], order[word % bound] = order[word % bound], order[last]
    return order


def receipt(code, hand, seat, bid, salt):
    """The digest that was given out when the bid was sealed."""
    text = f"tideweb-bid/1\n{code}\n{hand}\n{seat}\n{bid}\n".encode()
    return hashlib.sha256(text + bytes.fromhex(salt)).hexdigest()


def check(record):
    """Yields (what, whether it holds) for everything in the record that can be checked; None: it
    cannot be told any more."""
    secret = bytes.fromhex(record["secret"])
    yield "commitment", hashlib.sha256(secret).hexdigest() == record["commitment"]
    seed = bytes.fromhex(record["seed"])
    if None in record["entropies"]:  # somebody's words were taken away with all data about them
        yield "seed", None
    else:
        shares = [entropy.encode() for entropy in record["entropies"]]
        message = b"".join(len(share).to_bytes(4, "big") + share for share in shares)
        right = hmac.new(secret, message, "sha256").digest()
        yield "seed", len(shares) == record["seats"] and seed == right
    for number, order in enumerate(record["shuffles"], 1):
        items = items_of(record["game"], record["seats"], number, order)
        yield f"shuffle {number}", shuffled(items, seed, number) == order
    hands = [hand for hand in record["hands"] if "aside" not in hand]
    salts, receipts = record["salts"], record["receipts"]
    yield (
        "a salt and a receipt for every bid",
        ([set(hand) for hand in hands] == [set(s) for s in salts] == [set(r) for r in receipts]),
    )
    for number, (bids, salt, given) in enumerate(zip(hands, salts, receipts), 1):
        for seat, bid in bids.items():
            right = receipt(record["id"], number, seat, bid, salt[seat])
            yield f"receipt of hand {number}, seat {seat}", right == given[seat]
    rest = {key: value for key, value in record.items() if key != "checksum"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    yield "checksum", hashlib.sha256(text.encode()).hexdigest() == record["checksum"]


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        record = json.load(file)
    try:
        results = list(check(record))
    except (KeyError, ValueError, TypeError, AttributeError, IndexError) as error:
        sys.exit(f"This record cannot be checked: {error!r}")
    for what, holds in results:
        if not holds:
            print(f"{'UNTOLD' if holds is None else 'FAILED'}  {what}")
    print(f"{sum(holds is True for _, holds in results)} of {len(results)} checks passed")
    sys.exit(any(holds is False for _, holds in results))


if __name__ == "__main__":
    main()
