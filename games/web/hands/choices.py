"""The form for answering a hand: the choices and their consequences."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games import selectors
from games.game_view import GameView
from games.models import Game
from games.plans import read_answer
from games.web.boards import board_of
from games.wording import Fact
from games.wording.one_asked import counts

Says = list[tuple[str, str]]  # a choice, and the text for it


@dataclass(frozen=True)
class Row:
    """One line of consequences, by choice; `same` holds the text if it is the same for all."""

    label: str
    same: str
    says: Says


def answer_form(view: GameView, selected: str = "") -> dict[str, Any] | None:
    """The context of the answer templates; None if this seat has nothing to answer."""
    if view.hand is None or view.index is None or not view.owes or view.settling:
        return None
    choices = _choices(view.game, view.index)
    if not choices:
        return None
    told = view.wording
    facts = [told.consequences(view.table, choice, view.seating) for choice in choices]
    own = view.own.notation if view.own else ""
    given = selected or _sealed(view)
    card = read_answer(view.game.ruleset, given)[0]
    return {
        "template": told.ANSWER,
        "hand": view.hand.number,
        "seat": view.index,
        "replaces": view.own.changes + 1 if view.own else 0,
        "sealed": told.label(own) if own else "",
        "choices": choices,
        "numbers": {choice: number for number, choice in enumerate(choices, 1)},
        "selected": next((each for each in (given, card) if each in choices), own),
        "labels": [(choice, told.label(choice)) for choice in choices],
        "seals": [(choice, told.seal_label(choice)) for choice in choices],
        "offers": [
            (choice, told.label(choice), each) for choice, each in zip(choices, facts, strict=True)
        ],
        "rows": rows(choices, facts),
        "asks": counts(alone=view.alone, secret=view.stays_secret),
        **board_of(view.game.ruleset).answer(view, choices, given),
    }


def _sealed(view: GameView) -> str:
    """What this seat has sealed, with what is to follow it."""
    if view.own is None or view.hand is None or view.index is None:
        return ""
    follow = selectors.hands.plans.follow_of(view.game, view.hand, view.index)
    return f"{view.own.notation} {follow}".strip()


def _choices(game: Game, seat: int) -> list[str]:
    """The ranked answers from lowest to highest, then legal ones that aren't recommended."""
    ranked = selectors.observations.ranked_for(game, seat)
    return [
        *ranked,
        *(each for each in selectors.observations.legal_for(game, seat) if each not in ranked),
    ]


def rows(choices: Sequence[str], facts: Sequence[Sequence[Fact]]) -> list[Row]:
    """Transposes the facts of all choices into rows."""
    return [
        _row(list(zip(choices, [fact.text for fact in line], strict=True)), line)
        for line in zip(*facts, strict=True)
    ]


def _row(says: Says, line: Sequence[Fact]) -> Row:
    texts = {text for _choice, text in says}
    return Row(line[0].label, texts.pop() if len(texts) == 1 else "", says)
