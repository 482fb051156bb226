"""The words of a comparison: its heading, and its insights in a few sentences."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from django.utils.translation import gettext as _

from games.catalogue.turn_the_tide.comparison.measures import Compared, Dealt, Made
from games.drawing.plates import amount, points_words
from games.wording.base import Seating
from games.wording.lists import listed, named

Pair = tuple[Dealt, Made]


def heading() -> str:
    return _("The same cards, compared")


def lede(found: Compared) -> str:
    if not _is_whole(found):
        return _("The game was ended before every set had gone round the table.")
    return _(
        "Every set went round the table. Here is what each of you made of it: a fair comparison, "
        "since everybody was dealt the same luck."
    )


def _is_whole(found: Compared) -> bool:
    return all(made is not None for one in found.sets for made in one.made)


def insights(found: Compared, seating: Seating) -> list[str]:
    """At most four: the reader's best and worst set, the best of all, and another ranking."""
    pairs = [(one, made) for one in found.sets for made in one.made if made]
    if not pairs:
        return []
    mine = [pair for pair in pairs if pair[1].seat == seating.reader]
    return [*_of_mine(mine, seating), *_best_of_all(pairs, seating), *_order(found)]


def _above(pair: Pair) -> Fraction:
    return pair[1].points - pair[0].mean


def _of_mine(mine: list[Pair], seating: Seating) -> Iterator[str]:
    if mine and _above(best := max(mine, key=_above)) > 0:
        text = _("Your best set was %(set)s: %(points)s, %(above)s above average.")
        yield text % _values(best)
    if mine and _above(worst := min(mine, key=_above)) < 0:
        yield _lost(worst, seating)


def _values(pair: Pair) -> dict[str, object]:
    above = amount(abs(_above(pair)), plus=False)
    return {"set": pair[0].letter, "points": points_words(pair[1].points), "above": above}


def _lost(pair: Pair, seating: Seating) -> str:
    better = [made.seat for made in pair[0].made if made and made.best]
    text = _(
        "Your weakest set was %(set)s: %(points)s in stage %(stage)s; %(names)s "
        "made %(most)s of it."
    )
    most = max(made.points for made in pair[0].made if made)
    values = {**_values(pair), "stage": pair[1].stage, "most": points_words(most)}
    return text % {**values, "names": listed([seating.names[seat] for seat in better])}


def _best_of_all(pairs: list[Pair], seating: Seating) -> Iterator[str]:
    """Everybody who did equally well; nothing if nobody did better than anybody else."""
    above = max(map(_above, pairs))
    best = [pair for pair in pairs if _above(pair) == above]
    if above <= 0:
        return
    if len(best) == 1:
        text = _("Best of all: %(name)s with set %(set)s, %(points)s, %(above)s above average.")
        yield text % _named(best[0], seating)
        return
    one = _("%(name)s with set %(set)s (%(points)s)")
    all_of_them = listed([one % _named(pair, seating) for pair in best])
    text = _("Best of all, each %(above)s above average: %(names)s.")
    yield text % {**_values(best[0]), "names": all_of_them}


def _named(pair: Pair, seating: Seating) -> dict[str, object]:
    return {**_values(pair), "name": named(pair[1].seat, seating)}


def _order(found: Compared) -> Iterator[str]:
    """Only of a game that was cut short: once every seat has played every set, the averages add up
    to the same for all, so the order can't differ.
    """
    if _ranks(found.points.__getitem__, found) != _ranks(found.fair.__getitem__, found):
        yield _("The fair comparison gives a different order from the points.")


def _ranks(worth: Callable[[int], Fraction | int], found: Compared) -> list[int]:
    values = [worth(seat) for seat in range(len(found.points))]
    return [sum(other > value for other in values) for value in values]
