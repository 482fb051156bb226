"""Verifying a finished game: every check with its explanation.

A record alone can only be shown to be consistent, and the page claims no more than that unless the
reader supplies something they received earlier.
"""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from accounts.text import date_words
from games import selectors, visibility
from games.game_view import seating_in
from games.models import Bid, Game, Hand, VoidReceipt
from games.verification import Check, Known, all_passed, digest_of, verify
from games.verification.form import is_withheld
from games.web.access import reach
from games.web.refusals import answers_refusals
from games.web.results import verifier
from games.wording import wording

SHORTEST = 16  # leading characters of a receipt that are enough, as shown on the page of a game
TITLES = {
    "form": gettext_lazy("It has all the parts of a record"),
    "checksum": gettext_lazy("The copy is complete"),
    "commitment": gettext_lazy("The secret fits the commitment"),
    "start": gettext_lazy("Names, words and options fit the start"),
    "seed": gettext_lazy("Everybody’s words are mixed in"),
    "shuffle": gettext_lazy("Every card came as the shuffle says"),
    "receipt": gettext_lazy("Every answer fits its receipt"),
    "replay": gettext_lazy("Everything was played by the rules"),
    "outcome": gettext_lazy("The result is right"),
}
VOID = {
    VoidReceipt.Why.TAKEN_BACK: gettext_lazy(
        "Found: hand %(hand)s, seat %(seat)s. This answer no longer counts, because moderators "
        "took the hand back (%(at)s). Only what was answered after that counts."
    ),
    VoidReceipt.Why.PUT_BACK: gettext_lazy(
        "Found: hand %(hand)s, seat %(seat)s. This answer no longer counts, because moderators "
        "undid taking the hand back (%(at)s). What was answered before that counts again."
    ),
    VoidReceipt.Why.HANDED_ON: gettext_lazy(
        "Found: hand %(hand)s, seat %(seat)s. This answer no longer counts, because the seat "
        "changed hands (%(at)s). Only what was answered there after that counts."
    ),
    VoidReceipt.Why.CAME_BACK: gettext_lazy(
        "Found: hand %(hand)s, seat %(seat)s. This answer no longer counts, because the player of "
        "this seat came back (%(at)s) and was asked anew. Only what was answered after that counts."
    ),
}


@dataclass(frozen=True)
class Group:
    """All checks of one kind (`each`) with a joint verdict; `told` are those that didn't pass."""

    title: str
    passed: bool | None
    each: list[Check]
    told: list[Check]


@require_safe
@answers_refusals
def check(request: HttpRequest, code: str) -> HttpResponse:
    """All checks of the record, against `?commitment=` and `?start=` if given; with `?receipt=`,
    also the bid it belongs to.
    """
    game = reach(request, code)
    asked = "".join(request.GET.get("receipt", "").split()).lower()[:64]
    given = [request.GET.get(name, "")[:90].strip() for name in ("commitment", "start")]
    known = Known(given[0], given[1])
    record = selectors.observations.record_of(game)
    checks = verify(record, known)
    compared = [check for check in checks if check.kind == "outside"][:2]
    alone = [check for check in checks if check.kind != "outside"]
    legible = [check for check, text in zip(compared, given, strict=False) if digest_of(text)]
    context = {
        "game": game,
        "title": wording(game.ruleset).title(),
        "played": game.hand_number > 1,
        "withheld": is_withheld(record),
        "groups": grouped(alone),
        "passed": all_passed([*alone, *legible]),
        "fits": any(check.passed for check in compared),
        "count": len(alone),
        "known": known,
        "compared": [check for check, text in zip(compared, given, strict=False) if text],
        "asked": asked,
        "answer": find(request, game, asked) if asked else None,
        "verifier_digest": verifier.digest(),
    }
    return render(request, "games/verify.html", context)


def grouped(checks: list[Check]) -> list[Group]:
    """The checks grouped by kind, in their original order."""
    kinds = dict.fromkeys(check.kind for check in checks)
    return [_group(kind, [check for check in checks if check.kind == kind]) for kind in kinds]


def _group(kind: str, each: list[Check]) -> Group:
    verdicts = {check.passed for check in each}
    passed = False if False in verdicts else None if None in verdicts else True
    return Group(str(TITLES[kind]), passed, each, [check for check in each if not check.passed])


def find(request: HttpRequest, game: Game, asked: str) -> dict[str, Any]:
    """What became of the answer with that receipt, as a notice (templates/pieces/notice.html)."""
    if len(asked) < SHORTEST or set(asked) - set("0123456789abcdef"):
        text = _("A receipt is 64 digits and letters from a to f; the first 16 are enough.")
        return {"kind": "bad", "text": text}
    if (bid := visibility.found_receipt(game, asked)) is not None:
        return {"kind": "ok", "text": _counting(request, game, bid)}
    if (void := visibility.found_void_receipt(game, asked)) is not None:
        return {"kind": "ok", "text": _void(void)}
    text = _(
        "No answer in this game has that receipt. If you changed your answer later, that’s why: "
        "only the receipt of the last one is kept. If you didn’t, make sure that you have copied "
        "it right and that it belongs to this game; if it does, show it to the others."
    )
    return {"kind": "bad", "text": text}


def _void(receipt: VoidReceipt) -> str:
    at = date_words.moment(receipt.at)
    values = {"hand": receipt.hand_number, "seat": receipt.seat_index, "at": at}
    return str(VOID[VoidReceipt.Why(receipt.why)]) % values


def _counting(request: HttpRequest, game: Game, bid: Bid) -> str:
    seating = seating_in(game, bid.hand.number, request.user)
    values = {
        "hand": bid.hand.number,
        "seat": bid.seat.index,
        "name": seating.names[bid.seat.index],
    }
    if bid.hand.state == Hand.State.VOID or not bid.opened:
        text = _(
            "Found: hand %(hand)s, seat %(seat)s, %(name)s. The game ended before that "
            "hand was turned."
        )
        return text % values
    text = _("Found: hand %(hand)s, seat %(seat)s, %(name)s: “%(bid)s”, with the salt %(salt)s.")
    opened = {"bid": bid.opened["notation"], "salt": bid.opened["salt"]}
    return text % {**values, **opened}
