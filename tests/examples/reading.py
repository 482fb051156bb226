"""The modules that a page of docs shows, made from its text."""

import re
import sys
from types import ModuleType

from django.conf import settings

BLOCK = re.compile(r"```python\n# (\S+)\.py\n(.*?)```", re.DOTALL)


def modules(page: str) -> dict[str, ModuleType]:
    """Every module of the page by its dotted name, in order, importable by it."""
    text = (settings.BASE_DIR / "docs" / page).read_text(encoding="utf-8")
    return {
        path.replace("/", "."): _made(path.replace("/", "."), source)
        for path, source in BLOCK.findall(text)
    }


def _made(name: str, source: str) -> ModuleType:
    module = ModuleType(name)
    sys.modules[name] = module  # dataclasses look their module up
    exec(compile(source, f"<{name}>", "exec"), module.__dict__)
    return module
