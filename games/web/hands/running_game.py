"""The page of a running game."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.text.bidi_isolation import isolated
from games import selectors
from games.game_view import GameView, game_view
from games.models import Game, LogEntry
from games.web import history as tale
from games.web import posters, same_deals
from games.web.access import me
from games.web.boards import board_of
from games.web.hands import charts, live, plans
from games.web.hands.asides import asides_panel
from games.web.hands.choices import answer_form
from games.web.hands.lessons import lesson
from games.web.record_words import still_words
from games.web.rejection import Rejection, status_of
from games.web.seats.table_panel import together
from games.web.table_facts import about
from games.web.talk import chat, notes
from games.wording import Seating, wording
from games.wording.lists import listed
from games.wording.moments import day_words, exactly, to_the_second
from games.wording.rules_pages import RULES_PAGES

HANDS_SHOWN = 3  # hands shown if nothing is new
MAX_HANDS_SHOWN = 5  # hands shown at most
DECIDED = ("trick_won", "trick_tied", "stage_scored")


def page(request: HttpRequest, game: Game, rejection: Rejection | None) -> HttpResponse:
    """The table, the reader's cards or why they have nothing to answer, and what happened."""
    view = game_view(request.user, game)
    board = board_of(game.ruleset)
    changing = rejection is not None or "change" in request.GET
    sealed = view.own is not None and not changing and not view.settling
    panel = chat.panel(request, game)
    form = None if sealed else answer_form(view, rejection.given if rejection else "")
    context = {
        "game": game,
        "view": view,
        "rejection": rejection,
        "heading": view.wording.heading(view.table),
        "asked": view.wording.asked(view.table, view.seating),
        "sheets": board.SHEETS,
        "board_template": view.wording.BOARD,
        "board": board.board(view),
        "knows_template": board.KNOWS,
        "knows": board.knows(view),
        "course": charts.so_far(game, view.seating),
        "answer": form,
        "idle": board.idle(view),
        "has_rules": game.ruleset in RULES_PAGES,
        "receipt": receipt(request, view) if sealed else None,
        "waiting": f"{waiting_words(view)} {still_words(view)}".strip(),
        "seals": seals(view.seating, view.receipts, {}),
        **lesson(request, view),
        **asides_panel(game, view),
        **together(request, game, view),
        **plans.panel(view),
        **notes.panel(view),
        **panel,
        "live": live.of_page(game, live.view_fingerprint(view, panel["late_talk"])),
        **same_deals.panel(game),
        **history(view, live.known_hand(request)),
        **about(game, view.seat),
        **posters.for_strangers(request, game),
    }
    return render(request, board.PAGE, context, status=status_of(rejection))


def waiting_words(view: GameView) -> str:
    """A sentence about how many answers are in and who is still to answer."""
    if view.hand is None or view.settling:
        return ""
    if view.hides and len(view.hand.awaiting) > 1:
        return _("At this table nobody sees who has answered until the hand is turned.")
    missing = [view.seating.names[s] for s in view.waiting_for if s != view.index]
    words = _answered_words(len(view.seats_in), len(view.hand.awaiting))
    if not missing:
        return words
    waiting = _("We’re waiting for %(names)s.") % {"names": listed(missing)}
    return f"{words} {waiting}".strip()


def _answered_words(now: int, of: int) -> str:
    if of <= 1:
        return ""
    text = ngettext("%(now)s of %(all)s has answered.", "%(now)s of %(all)s have answered.", now)
    return text % {"now": now, "all": of}


def receipt(request: HttpRequest, view: GameView) -> dict[str, Any]:
    """The context of table/sealed.html and parts/receipt.html for this seat's sealed answer."""
    own, hand = view.own, view.hand
    if own is None or hand is None:
        raise ValueError("Nothing is sealed.")
    label = view.wording.label(own.notation)
    missing = [view.seating.names[s] for s in view.waiting_for]
    values = {
        "answer": label,
        "names": listed(missing),
        "day": day_words(hand.deadline),
        "exactly": exactly(hand.deadline),
    }
    actions = [(f"{reverse('game', args=[view.game.code])}?change=1", _("Change it"))]
    following = selectors.lobby.lists.next_due(me(request), view.game)
    if following is not None:
        word = _("Next: %(name)s") % {"name": isolated(following.name)}
        actions.append((reverse("game", args=[following.code]), word))
    return {
        "card": int(own.notation) if own.notation.isdecimal() else None,
        "drawn": getattr(board_of(view.game.ruleset), "SEALED", ""),
        "title": _("Sealed: %(answer)s") % values,
        "text": _wait_words(view) % values,
        "facts": [
            (_("Received"), to_the_second(own.placed_at)),
            *plans.given_words(view),
            (_("Change it until"), _("the last answer is in")),
        ],
        "actions": actions,
        "proof": [
            (_("Game, hand, seat"), f"{view.game.code}, {hand.number}, {view.index}"),
            (_("Answer"), own.notation),
            (_("Salt"), own.salt),
            (_("Receipt"), own.digest),
        ],
    }


def _wait_words(view: GameView) -> str:
    if view.game.paused_at:  # perhaps nobody's answer is missing, and no deadline holds
        return _("Nobody else can see it. No hand is turned while the game is paused.")
    if not view.waiting_for:  # a mail that may change an answer is still to be read
        return _("Nobody else can see it. It will be turned %(day)s, %(exactly)s at the latest.")
    return ngettext(
        "Nobody else can see it. It will be turned when %(names)s has answered, "
        "%(day)s, %(exactly)s at the latest.",
        "Nobody else can see it. It will be turned when %(names)s have answered, "
        "%(day)s, %(exactly)s at the latest.",
        len(view.waiting_for),
    )


def history(view: GameView, known: int | None) -> dict[str, Any]:
    """The last hand, and what has happened since this seat last looked. `known`: for a page that
    refreshes itself, the first hand it still has to show.
    """
    looked = view.seat.looked_at_hand if view.seat else None
    if known is not None:
        looked = known - 1
    late = selectors.observations.told(view.game, MAX_HANDS_SHOWN)
    log = [] if looked is None else [entry for entry in late if entry.hand_number > looked]
    news = bool(log)
    if all(entry.kind == "outage" for entry in log):
        log = late[:HANDS_SHOWN]
    hands = [entry for entry in log if entry.kind == "hand"]
    return {
        "tale": tale.entries(view.game, log, view.seating),
        "news": news,
        "last": last_hand(view, _weighty(hands)) if hands and (news or view.settling) else None,
    }


def _weighty(hands: Sequence[LogEntry]) -> LogEntry:
    """The latest hand that decided something, such as a trick; otherwise the latest."""
    decided = (hand for hand in hands if any(e["kind"] in DECIDED for e in hand.data["events"]))
    return next(decided, hands[0])


def last_hand(view: GameView, entry: LogEntry) -> dict[str, Any] | None:
    """The hand that has just been revealed, with its cards."""
    before = selectors.observations.tables_before(view.game, [entry.hand_number])[entry.hand_number]
    events = entry.data["events"]
    board = board_of(view.game.ruleset)
    shown = board.revealed(events, before, view.table, view.seating)
    ended = upshot(events, view.game, view.seating)
    return {
        "number": entry.hand_number,
        "upshot": ended,
        "aloud": " ".join(_aloud(events, view, ended)),
        "place": view.wording.place(before),
        "template": board.ANSWERED,
        "shown": shown,
        "scene": json.dumps(shown["scene"]) if shown.get("scene") else "",
        "missed": view.index in entry.data.get("missed", []),
        "mine": board.costs(events, view.index),
    }


def upshot(events: list[dict[str, Any]], game: Game, seating: Seating) -> str:
    """What matters most in a hand to the reader: what it cost them, otherwise how it ended."""
    board, told = board_of(game.ruleset), wording(game.ruleset).sentences
    costly = [at for at, event in enumerate(events) if board.costs([event], seating.reader)]
    if not costly:
        return told(events, seating)[-1]
    at = costly[-1]
    # Its sentence may also tell what follows from it, so it is told with all that comes after.
    own = len(told(events[at : at + 1], seating))
    return told(events[at:], seating)[own - 1]


def _aloud(events: list[dict[str, Any]], view: GameView, ended: str) -> list[str]:
    """A hand for those who listen: what it says of the reader, which others read in other words,
    and how it ended.
    """
    told = view.wording.sentences
    theirs = told(events, Seating(view.seating.names))
    return [each for each in told(events, view.seating) if each == ended or each not in theirs]


def seals(
    seating: Seating, receipts: Mapping[int, str], opened: Mapping[int, dict[str, str]]
) -> list[dict[str, Any]]:
    """The receipts of a hand and their openings (templates/games/parts/seals.html)."""
    return [
        {"name": seating.names[seat], "digest": digest, "opened": opened.get(seat)}
        for seat, digest in receipts.items()
    ]
