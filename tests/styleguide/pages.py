"""The sheet of pieces: every drawn thing and every control, in every state, for those who build."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.views.generic import TemplateView

from games.drawing.board_cards import SHIP_WORDS, SPECIAL_WORDS
from games.drawing.emblems import EMBLEMS
from games.drawing.weather import BEAUFORT

ISLANDS = (
    (None, 3, "wait", None, "Dry: no tide card. The flats lie bare, the dinghy is aground."),
    (1, 1, "sealed", None, "Level 1, lamp lit: the card is sealed."),
    (6, 2, "wait", None, "Level 6, lamp dark: still thinking."),
    (12, 4, "sealed", None, "Level 12: the sheep that found no room floats."),
    (4, 5, "", 10, "Fell from 10 to 4: the dotted line shows before."),
    (None, 1, "out", None, "Out: left the stage, the sheep took the boat."),
)
TOKENS = (
    *("paper", "sheet", "sunk", "foam", "line", "edge", "ink", "ink-soft", "deep", "sea", "buoy"),
    *("lamp", "lamp-ink", "moss", "water", "water-deep", "sand", "grass", "belt"),
)
HAND = (7, 13, 22, 30, 36, 41, 44, 52, 58)
TALE = (
    ("today 16:05", "Hand 4 opened. The tides 4 and 7 were turned up."),
    (
        "today 16:05",
        "Hand 3: your 60 was highest and took the 6, so your water fell from 9. Joost’s 49 took "
        "the 10. He stood deepest and gave up a belt.",
    ),
)


class SampleForm(forms.Form):
    """One field of each kind; sent empty, so that errors show too."""

    name = forms.CharField(
        label="Name of the table", help_text="Others see it in the list of open tables."
    )
    pace = forms.ChoiceField(label="Time for each hand", choices=[("24", "24 h"), ("72", "3 days")])
    plan = forms.CharField(label="Your plan", widget=forms.Textarea({"rows": 3}), required=False)
    letter = forms.BooleanField(label="Send me an e-mail when it is my move", required=False)
    order = forms.ChoiceField(
        label="E-mails",
        choices=[("once", "at once"), ("daily", "once a day, at 8:00")],
        widget=forms.RadioSelect,
    )

    def clean_name(self) -> str:
        raise forms.ValidationError("“Shore” is taken already. Choose another name.")

    def clean(self) -> None:
        raise forms.ValidationError("The table wasn’t started yet. What you wrote is kept below.")


def plates() -> list[dict[str, Any]]:
    """A table of four, one seat in each state that a plate knows before the reveal."""
    rows = (
        (1, "Marit", 6, 3, 1, 2, "mine"),
        (2, "Joost", 10, 2, 1, 0, "sealed"),
        (3, "Aoife", None, 5, 0, 3, "wait"),
        (4, "Henning", None, 0, 3, -1, "out"),
    )
    keys = ("seat", "name", "level", "up", "lost", "score", "state")
    return [dict(zip(keys, row, strict=True), cards_left=9, me=row[0] == 1) for row in rows]


class StyleguideView(TemplateView):
    """`/styleguide/`."""

    template_name = "styleguide.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        forces = [(5 * i - 4, 5 * i, name) for i, name in enumerate(BEAUFORT, 1)]
        return super().get_context_data(
            **kwargs,
            weather=(1, 7, 13, 24, 30, 36, 44, 58),
            forces=forces,
            levels=range(1, 13),
            islands=[_island(*row) for row in ISLANDS],
            seats=range(1, 6),
            tokens=TOKENS,
            plates=plates(),
            **self._playing(),
        )

    def _playing(self) -> dict[str, Any]:
        at = datetime(2026, 10, 3, 19, 0, tzinfo=UTC)
        return {
            "hand": HAND,
            "gone": (13, 52),
            "says": [(card, f"Seal the {card}") for card in HAND],
            "names": [(card, f"the {card}") for card in HAND],
            "tale": [{"at": at, "when": when, "sentence": text} for when, text in TALE],
            "open_tables": _open_tables(),
            "page": Paginator(range(30), 10).page(2),
            "form": SampleForm(),
            "sent_form": SampleForm({"name": "Shore", "pace": "24"}),
        }


def _island(
    level: int | None, seat: int, state: str, before: int | None, text: str
) -> dict[str, Any]:
    return {
        "level": level,
        "seat": seat,
        "lit": state == "sealed",
        "out": state == "out",
        "before": before,
        "text": text,
    }


def _open_tables() -> list[dict[str, Any]]:
    seated = [(1, "Sanne", "1480"), (2, "Pádraig", "1340, provisional"), (3, "Ute", "")]
    first = {"name": "Terschelling", "pace": "24 h a hand", "ends": "about 6 weeks"}
    second = {"name": "Long crossing", "pace": "3 days, weekends off", "ends": "about 2 months"}
    return [
        {"game": "Turn the Tide", **first, "seated": seated, "free": range(1), "url": "#p14"},
        {"game": "Rowboat", **second, "seated": seated[:1], "free": range(1), "url": "#p14"},
    ]


class BoardsView(TemplateView):
    """`/styleguide/boards/`: what Rowboat and Turning Tides are drawn with."""

    template_name = "styleguide_boards.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            **kwargs,
            boat_cards=("7w", "Ao", "Ds", "Mm", "Ss", "Wo", "9m", "2s"),
            specials=list(SPECIAL_WORDS),
            ship_cards=list(SHIP_WORDS),
            emblems=list(EMBLEMS),
        )
