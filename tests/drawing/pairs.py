"""Which colours the style sheets put upon which: read from their rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tests.drawing.sheets import FOLDER, SHEETS

ROOT = FOLDER.parents[3]
OF_ACCOUNTS = {
    path.name: path.read_text("utf-8") for path in sorted((ROOT / "accounts/static").rglob("*.css"))
}
SEEN_THROUGH = {"transparent", "none", "inherit", "currentColor"}
# Where the colours are those of paper or of the system.
ELSEWHERE = r"@media (?:print|\(forced-colors: active\)) \{.*?\}\s*\}"


class Rule(NamedTuple):
    """What words of it, and what lies below them; None where it says nothing about that.

    A token without dashes ("ink"), a colour ("#fffdf6") or a mixture of two.
    """

    sheet: str
    selector: str
    colour: str | None
    ground: str | None


def rules() -> Iterator[Rule]:
    """The rules that colour anything."""
    for sheet, text in (SHEETS | OF_ACCOUNTS).items():
        plain = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        plain = re.sub(ELSEWHERE, "", plain, flags=re.DOTALL)
        for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", plain):
            data = dict(re.findall(r"(?:^|;)\s*(color|background(?:-color)?):\s*([^;]+)", body))
            colour = _colour(data.get("color"))
            ground = _colour(data.get("background-color") or data.get("background"))
            if colour or ground:
                yield Rule(sheet, selector.strip(), colour, ground)


def _colour(text: str | None) -> str | None:
    if text is None or text.strip() in SEEN_THROUGH or "gradient" in text:
        return None
    return re.sub(r"var\(--([\w-]+)(?:, [^)]*\))?\)", r"\1", text.strip())
