"""Orders in which rare situations are frequent: few belts, equal tides side by side."""

import random


def poor(items: list[int], rng: random.Random) -> list[int]:
    """Weather cards of little worth first, so that sets have few belts; tides often paired."""
    return _poor_sets(items, rng) if len(items) == 60 else _paired(items, rng)


def _poor_sets(items: list[int], rng: random.Random) -> list[int]:
    """Those that carry a belt are spread behind: the fewer seats, the fewer are dealt."""
    worth = {card: 1 if 13 <= card <= 48 else 0 for card in items}
    return sorted(items, key=lambda card: worth[card] + rng.random() * 1.3)


def _paired(items: list[int], rng: random.Random) -> list[int]:
    """Each pair stays together three times in four, the rest are shuffled among each other."""
    together = [level for level in set(items) if rng.random() < 0.75]
    rest = [level for level in items if level not in together]
    rng.shuffle(rest)
    turns = [[level, level] for level in together]
    turns += [rest[i : i + 2] for i in range(0, len(rest), 2)]
    rng.shuffle(turns)
    return [level for turn in turns for level in turn]
