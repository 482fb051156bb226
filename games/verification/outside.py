"""Whether a record fits what somebody was given before it was to be had.

Only this shows that it is the game that was played: anybody can make up a whole other game that
fits itself.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.rules.base import Json
from games.verification.form import is_withheld
from games.verification.terms import Check, Known, digest_of


def outside(record: Json, known: Known) -> Iterator[Check]:
    """Of each kind: whether it fits, or that nothing was given."""
    yield _commitment(record, known)
    start = record.get("start")
    yield _fits(
        _("the start"),
        known.start,
        start.get("digest") if isinstance(start, dict) else None,
        _(
            "It matches the one you were given: names, seats, words and options, and with "
            "them every card, were fixed by then."
        ),
        _("None was given. Compare the one in the e-mail at the start, or at the table."),
    )
    yield from _receipts(record, known.receipts)


def _commitment(record: Json, known: Known) -> Check:
    good = _(
        "It matches the one you were given, so the server’s share in the deck was fixed by then."
    )
    none = _("None was given. Compare the one that the table showed before the start.")
    check = _fits(_("the commitment"), known.commitment, record.get("commitment"), good, none)
    if check.passed and is_withheld(record):
        reason = _(
            "The record has the one you were given. But without the secret, which was deleted, "
            "nobody can check any more that the deck follows from it."
        )
        return Check("outside", None, reason, check.place)
    return check


def _fits(place: str, given: str, found: object, good: str, none: str) -> Check:
    if not given:
        return Check("outside", None, none, place)
    digest = digest_of(given)
    if digest is None:
        return Check("outside", False, _unreadable(given), place)
    if digest == found:
        return Check("outside", True, good, place)
    reason = _("You were given %(given)s, but the record has %(found)s: it is another game.")
    words = {"given": digest, "found": str(found)[:80]}
    return Check("outside", False, reason % words, place)


def _unreadable(given: str) -> str:
    return _("“%(given)s” is not 64 digits and letters from a to f.") % {"given": given[:80]}


def _receipts(record: Json, receipts: tuple[str, ...]) -> Iterator[Check]:
    place = _("the receipt")
    if not receipts:
        none = _("None was given. Compare those that you got with your answers.")
        yield Check("outside", None, none, place)
        return
    places = dict(_places(record))
    for given in receipts:
        digest = digest_of(given)
        if digest is None:
            yield Check("outside", False, _unreadable(given), place)
        elif digest in places:
            reason = _("The one that you were given is that of hand %(hand)s, seat %(seat)s.")
            yield Check("outside", True, reason % places[digest], place)
        else:
            reason = _(
                "No answer in the record has %(digest)s. Either it no longer counts (it was "
                "changed, its hand was taken back or never turned, or its seat changed hands), or "
                "it was altered. “Check this game” on the site knows which receipts are void."
            )
            yield Check("outside", False, reason % {"digest": digest}, place)


def _places(record: Json) -> Iterator[tuple[str, Mapping[str, Any]]]:
    hands = record.get("receipts")
    for number, digests in enumerate(hands if isinstance(hands, list) else [], 1):
        for seat, digest in digests.items() if isinstance(digests, dict) else ():
            yield str(digest), {"hand": number, "seat": seat}
