"""docs/verify.py as a module, to be asked many times without a process for each."""

import importlib.util
import json
from pathlib import Path
from types import ModuleType

from django.conf import settings

SCRIPT = Path(settings.BASE_DIR, "docs", "verify.py")


def loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verify_alone", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ALONE = loaded()


def refuses(text: str, **known: object) -> bool:
    """Whether it says that something does not hold, or that it cannot be checked (as its main)."""
    try:
        results = list(ALONE.check(ALONE.parsed(text), **known))
    except (ALONE.Wrong, RecursionError, *ALONE.CANNOT):
        return True
    return any(holds is False for _what, holds, _word in results)


def as_text(record: object) -> str:
    return json.dumps(record, ensure_ascii=False)
