"""Whether names, seats, words and options are those that the start was bound to."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from games import fairness
from games.rules.base import Json
from games.verification.form import SHAPES, is_first, missing
from games.verification.terms import Check


def start(record: Json) -> Iterator[Check]:
    """One check of the whole, and one for each name, of a record that `record_of` reads."""
    if is_first(record):
        reason = _(
            "A record in this older format cannot prove who sat here, or with which options: "
            "that was not fixed at the start."
        )
        yield Check("start", None, reason)
        return
    bad = [name for name in ("start", "players") if not SHAPES[name](record)]
    bad += ["seed"] if fairness.bytes_of(record["seed"], 32) is None else []
    if bad:
        yield Check("start", False, missing(bad[0]))
        return
    yield _digest(record)
    for seat in range(record["seats"]):
        yield _name(record, seat)


def _digest(record: dict[str, Any]) -> Check:
    right = fairness.start_digest(record, record["start"]["names"])
    claimed = record["start"]["digest"]
    if claimed != right:
        words = {"right": right, "claimed": str(claimed)[:80]}
        reason = _("Seats, options and deck give the start %(right)s, not %(claimed)s.")
        return Check("start", False, reason % words)
    return Check("start", True, _("Seats, options and deck fit the start in the record."))


def _name(record: dict[str, Any], seat: int) -> Check:
    place = _("seat %(seat)s") % {"seat": seat}
    name, salt = record["players"][seat], record["start"]["salts"][seat]
    if name is None and salt is None:
        return Check("start", None, _("The name of the person who sat here was deleted."), place)
    if name is None or fairness.bytes_of(salt, 16) is None:
        return Check("start", False, _("The name, or what it was bound by, is missing."), place)
    right = fairness.name_digest(str(record["id"]), seat, name, salt)
    if right != record["start"]["names"][seat]:
        reason = _("“%(name)s” is not the name to which the start was bound.")
        return Check("start", False, reason % {"name": name[:40]}, place)
    reason = _("“%(name)s” is the name to which the start was bound.")
    return Check("start", True, reason % {"name": name}, place)
