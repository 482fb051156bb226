"""The style sheets, read once."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "tideweb" / "static" / "tideweb" / "css"
SHEETS = {path.name: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.css"))}
BASE = SHEETS["base.css"]


def tokens(selector: str) -> dict[str, str]:
    """The colours that a selector of base.css sets, by name without dashes."""
    block = BASE.split(f"{selector} {{", 1)[1].split("}", 1)[0]
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block))


LIGHT = tokens(":root")
DARK = LIGHT | tokens(':root[data-theme="dark"]')
DEVICE_DARK = LIGHT | tokens(':root:not([data-theme="light"])')
