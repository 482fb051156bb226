"""The page of a running game: standing, Tide, trick and sides."""

from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.rowboat.board.seats import scores, sides
from games.catalogue.rowboat.board.tide import tide
from games.catalogue.rowboat.rules.cards import knob
from games.catalogue.rowboat.rules.tricks import strength
from games.catalogue.rowboat.rules.viewing import ruling_now
from games.catalogue.rowboat.shapes import Observation
from games.catalogue.rowboat.wording.seeing import (
    KNOB,
    NON_TRUMP,
    OFF_COLOURED_KNOB,
    THE_ROWBOAT,
    TRUMP,
    best_play,
    strongest,
)
from games.catalogue.rowboat.wording.words import bare_card, by, suit_word
from games.game_view import GameView
from games.wording.base import Seating


def board(view: GameView) -> dict[str, Any]:
    """Everything on the page except the answer form."""
    table: Observation = view.table
    seating = view.seating
    return {
        "headline": headline(table, seating, settling=view.settling),
        "last": _last_words(table, seating),
        "tide": tide(table, seating),
        "trick": trick(table, seating) if table["phase"] == "play" else None,
        "sides": sides(table, seating),
        "teams": len(table["sides"]) < len(table["bids"]),
        "phase": table["phase"],
        "scores": scores(view),
        "specials": _specials(table, seating),
        "cards": _held(view),
    }


def _last_words(table: Observation, seating: Seating) -> str:
    """Who won the last trick, or that it was tied."""
    seen = last_trick(table, seating)
    return seen["says"] if seen else ""


def headline(table: Observation, seating: Seating, *, settling: bool = False) -> str:
    """What is happening now; `settling`: the answers are being revealed, so nobody is asked."""
    values = {"trick": table["trick"], "tricks": len(table["tide"])}
    if not table["awaiting"]:
        return _("The game is over")
    seat, phase = table["awaiting"][0], table["phase"]
    if settling and phase == "play":
        return _("Trick %(trick)s of %(tricks)s") % values
    if phase == "exchange":
        return _("A card for your partner") if "you" in table else _("The exchange")
    texts = {
        "moon": (
            _("You deal: will you play the Moon?"),
            _("%(name)s deals, and may play the Moon"),
        ),
        "bid": (_("How many of the %(tricks)s will you win?"), _("%(name)s bids")),
        "play": (
            _("Trick %(trick)s of %(tricks)s: your card"),
            _("Trick %(trick)s of %(tricks)s: %(name)s plays"),
        ),
    }
    yours, theirs = texts[phase]
    return by(seat, seating, yours, theirs, **values)


def trick(table: Observation, seating: Seating) -> dict[str, Any]:
    """The cards on the table, and who is still to play."""
    played = [play["seat"] for play in table["on_table"]]
    return {
        "number": table["trick"],
        "ruling": table["ruling"],
        "trump": suit_word(ruling_now(table)[1]),
        "knob": None if table["knob"] in table["tide"] else bare_card(knob(ruling_now(table))),
        "plays": _plays(table, seating),
        "slots": [_slot(table, seating, seat) for seat in table["turns"] if seat not in played],
        "columns": len(table["turns"]) + 1,
        "pending": table["pending"],
        "last": last_trick(table, seating) if not table["on_table"] else None,
    }


def _plays(table: Observation, seating: Seating) -> list[dict[str, Any]]:
    best, top = best_play(table), strongest(table)
    rows = []
    for place, play in enumerate(table["on_table"]):
        wins = best is not None and play["seat"] == best.seat
        equal = best is None and top is not None and _equal(table, play["card"], top.card)
        rows.append(
            {
                **_who(seating, play["seat"]),
                "card": play["card"],
                "good": wins,
                "says": _says(place == 0, wins, equal),
            }
        )
    return rows


def _equal(table: Observation, card: str, other: str) -> bool:
    return strength(card, ruling_now(table)) == strength(other, ruling_now(table))


def _says(led: bool, wins: bool, ties: bool) -> str:
    if wins:
        return _("led, wins so far") if led else _("wins so far")
    if ties:
        return _("led, ties so far") if led else _("ties so far")
    return _("led, beaten") if led else _("beaten")


def _who(seating: Seating, seat: int) -> dict[str, Any]:
    name = _("You") if seat == seating.reader else seating.names[seat]
    return {"number": seat + 1, "name": name, "me": seat == seating.reader}


def _slot(table: Observation, seating: Seating, seat: int) -> dict[str, Any]:
    first = not table["on_table"] and seat == table["leader"]
    last = seat == table["turns"][-1]
    says = _("leads") if first else _("last to play") if last else _("then")
    return {**_who(seating, seat), "says": says, "turn": seat in table["awaiting"]}


def last_trick(table: Observation, seating: Seating) -> dict[str, Any] | None:
    """The previous trick, whose cards are still visible; None before the second trick."""
    if not table["last_trick"] or not table["history"]:
        return None
    number = len(table["history"])
    winner = table["history"][-1]["winner"]
    if winner is None:
        says = _("Trick %(n)s was tied.") % {"n": number}
    else:
        best = next(play["card"] for play in table["last_trick"] if play["seat"] == winner)
        yours, theirs = _won_by(strength(best, table["tide"][number - 1])[0])
        says = by(winner, seating, yours, theirs, n=number)
    plays = [{**_who(seating, play["seat"]), "card": play["card"]} for play in table["last_trick"]]
    return {"plays": plays, "says": says}


def _won_by(strength_class: int) -> tuple[str, str]:
    """Sentences on how a trick was won, by the class of its strongest card (rules 2.4)."""
    return {
        THE_ROWBOAT: (
            _("You won trick %(n)s with the Rowboat."),
            _("%(name)s won trick %(n)s with the Rowboat."),
        ),
        KNOB: (
            _("You won trick %(n)s with the Knob."),
            _("%(name)s won trick %(n)s with the Knob."),
        ),
        TRUMP: (
            _("You won trick %(n)s with the highest trump."),
            _("%(name)s won trick %(n)s with the highest trump."),
        ),
        OFF_COLOURED_KNOB: (
            _("You won trick %(n)s with an off-coloured Knob."),
            _("%(name)s won trick %(n)s with an off-coloured Knob."),
        ),
        NON_TRUMP: (
            _("You won trick %(n)s with the highest card."),
            _("%(name)s won trick %(n)s with the highest card."),
        ),
    }[strength_class]


def _specials(table: Observation, seating: Seating) -> list[dict[str, Any]]:
    """The reader's specialty cards with what they do."""
    if "you" not in table:
        return []
    left = table["sides"][table["you"]["side"]]["left"]
    texts = {
        "rowboat": _("beats every card. Not on the last trick of a deal."),
        "moon": _("sets the length of the Tide, 4 to %(limit)s, when you deal.") % table,
        "lighthouse": _("shows you the others’ cards for a short while."),
    }
    return [{"name": name, "used": name not in left, "text": text} for name, text in texts.items()]


def _held(view: GameView) -> list[str]:
    """The reader's cards, unless the answer form shows them."""
    table: Observation = view.table
    if "you" not in table:
        return []
    shows = table["phase"] in ("exchange", "play") and view.owes
    return [] if shows else list(table["you"]["cards"])


def brief(view: GameView) -> dict[str, Any]:
    """The table in one line, for "Your moves"."""
    table: Observation = view.table
    seating = view.seating
    return {
        "ruling": table["ruling"],
        "plays": _plays(table, seating) if table["phase"] == "play" else [],
        "tide": table["tide"] if table["phase"] != "play" else [],
        "pending": table["pending"],
        "cards": table["you"]["cards"] if table["phase"] == "bid" else [],
        "mine": table["sides"][table["you"]["side"]],
        "bid": table["side_bids"][table["you"]["side"]],
    }


def knows(view: GameView) -> dict[str, Any]:
    """What only the reader knows: the exchange and saved cards."""
    table: Observation = view.table
    seating = view.seating
    you = table.get("you")
    if not you:
        return {}
    partner = seating.names[(you["seat"] + 2) % 4] if you["given"] else ""
    return {
        "partner": partner,
        "given": you["given"],
        "received": you["received"],
        "married": you["married"],
        "misplays": you["misplays"],
    }
