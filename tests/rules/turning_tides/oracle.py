"""The rules of docs/verify_rules with what a spectator sees, to be compared with the ruleset."""

from typing import Any

from docs.verify_rules.turning_tides import NAMES, Game


class Referee(Game):
    def table(self) -> dict[str, Any]:
        shown = {card.owner: card.name for card in self.cards if card.place == "table"}
        return {
            "round": self.round,
            "turn": self.turn,
            "phase": "over" if self.winner is not None else self.phase,
            "offset": self.k,
            "facing": self.facing(),
            "pawn": self.pawn,
            "revealed": [shown.get(0), shown.get(1)],
            "ships": [self.ship(owner) for owner in (0, 1)],
        }

    def ship(self, owner: int) -> dict[str, Any]:
        exchange = sorted((c.name for c in self.lying(owner, "exchange")), key=NAMES.index)
        return {
            "zones": [self.zone(owner, number) for number in range(1, 8)],
            "hold": {f"{kind}s": len(self.on(owner, 0, kind)) for kind in ("sailor", "cannon")},
            "exchange": exchange,
            "discard": [card.name for card in self.lying(owner, "discard")],
            "pile": len(self.lying(owner, "pile")),
            "cards": len(self.lying(owner, "hand")),
            "stowed": len(self.lying(owner, "stowed")),
        }

    def zone(self, owner: int, number: int) -> dict[str, Any]:
        return {
            "sailors": len(self.on(owner, number, "sailor")),
            "captain": bool(self.on(owner, number, "captain")),
            "cannons": "".join(sorted(p.side for p in self.on(owner, number, "cannon"))),
            "mast": bool(self.on(owner, number, "mast")),
            "destroyed": (owner, number) in self.icons,
        }
