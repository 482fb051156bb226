"""The modules that a page of docs shows, made from its text."""

import re
from pathlib import Path

from django.conf import settings

BLOCK = re.compile(r"```python\n# (\S+)\.py\n(.*?)```", re.DOTALL)


def write_package(page: str, package: str, folder: Path) -> list[str]:
    """Writes the modules of a package that a page shows into a folder; returns their names."""
    text = (settings.BASE_DIR / "docs" / page).read_text(encoding="utf-8")
    shown = {path: source for path, source in BLOCK.findall(text) if path.startswith(package)}
    for path, source in shown.items():
        place = folder / f"{path.removeprefix(package)}.py"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(source, encoding="utf-8")
    return [path.replace("/", ".").removesuffix(".__init__") for path in shown]
