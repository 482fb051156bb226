"""The rules of docs/verify_rules played by a whole record, with the trace that comes out.

They share no code with the game, and were written from the text of the rules.
"""

from collections.abc import Iterator
from typing import Any

from docs.verify_rules.turn_the_tide import Game


def trace(record: dict[str, Any]) -> list[dict[str, Any]]:
    """What docs/records.md section 5 prints for a right record, spectator's keys only."""
    options = {"cascade": True, "taker_chooses": False, **record["options"]}
    return list(_lines(Game(record["seats"], options), record))


def _lines(game: Game, record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    orders, hands = iter(record["shuffles"]), iter(record["hands"])
    answer: Any = None
    story, number = game.play(), 0
    while True:
        try:
            kind, asked = story.send(answer)
        except StopIteration:
            yield {"outcome": game.outcome(), "table": table(game)}
            return
        if kind == "shuffle":
            answer = next(orders)
            continue
        number += 1
        yield line(game, asked, number)
        answer = {int(seat): bid for seat, bid in next(hands).items()}


def line(game: Game, asked: dict[int, list[str]], number: int) -> dict[str, Any]:
    return {
        "hand": number,
        "awaiting": sorted(asked),
        "legal": {str(seat): asked[seat] for seat in sorted(asked)},
        "table": table(game),
    }


def table(game: Game) -> dict[str, Any]:
    return {
        "stage": game.stage,
        "hand": game.turn,
        "phase": game.phase,
        "turned_up": game.pair,
        "seats": [seat(player) for player in game.players],
    }


def seat(player: dict[str, Any]) -> dict[str, Any]:
    top = player["pile"][-1] if player["alive"] and player["pile"] else None
    return {
        "belts": player["belts"],
        "tide": top,
        "out": not player["alive"],
        "cards": len(player["cards"]),
        "score": player["score"],
    }
