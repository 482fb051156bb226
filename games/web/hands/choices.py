"""The form for answering a hand: the choices and their consequences."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games import selectors
from games.game_view import GameView
from games.models import Game
from games.web.boards import board_of
from games.wording import Fact

Says = list[tuple[str, str]]  # a choice, and the text for it


@dataclass(frozen=True)
class Row:
    """One line of consequences, by choice; `same` holds the text if it is the same for all."""

    label: str
    same: str
    says: Says


def answer_form(sight: GameView, selected: str = "") -> dict[str, Any] | None:
    """The context of the answer templates; None if this seat has nothing to answer."""
    if sight.hand is None or sight.index is None or not sight.owes or sight.settling:
        return None
    choices = _choices(sight.game, sight.index)
    if not choices:
        return None
    told = sight.wording
    facts = [told.consequences(sight.table, choice, sight.circle) for choice in choices]
    own = sight.own.notation if sight.own else ""
    return {
        "template": told.ANSWER,
        "hand": sight.hand.number,
        "seat": sight.index,
        "replaces": sight.own.changes + 1 if sight.own else 0,
        "choices": choices,
        "numbers": {choice: number for number, choice in enumerate(choices, 1)},
        "selected": selected if selected in choices else own,
        "labels": [(choice, told.label(choice)) for choice in choices],
        "seals": [(choice, told.seal_label(choice)) for choice in choices],
        "offers": [
            (choice, told.label(choice), each) for choice, each in zip(choices, facts, strict=True)
        ],
        "rows": rows(choices, facts),
        **board_of(sight.game.ruleset).answer(sight, choices, selected or own),
    }


def _choices(game: Game, seat: int) -> list[str]:
    """The ranked answers from lowest to highest, then legal ones that aren't recommended."""
    ranked = selectors.game_view.ranked_for(game, seat)
    return [
        *ranked,
        *(each for each in selectors.game_view.legal_for(game, seat) if each not in ranked),
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
