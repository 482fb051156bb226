"""Words that are compiled as `manage.py up` starts are those that it says."""

import os
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils.translation import gettext, override, trans_real

from tideweb.embedded import opening
from tideweb.management.commands import up


def test_what_was_read_before_it_was_compiled_is_read_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As on a first start, or one with new words: models say something as they are imported."""
    said: list[str] = []

    class Family:
        ending = False

        def listen(self) -> None:
            known: Any = trans_real
            known._translations["en"] = trans_real.DjangoTranslation("en", "none", [])
            with override("en"):
                assert gettext("Sign In") == "Sign In"

        def run(self, _look: object) -> None:
            with override("en"):
                said.append(gettext("Sign In"))

    done = SimpleNamespace(join=lambda: None, exitcode=0)
    monkeypatch.setattr(opening, "current", SimpleNamespace(server=None))
    for name in ("named", "import_all"):
        monkeypatch.setattr(up, name, lambda *_: None)
    monkeypatch.setattr(up, "Watch", lambda *_: SimpleNamespace(look=None))
    monkeypatch.setattr(up, "parts", lambda _opened: [])
    monkeypatch.setattr(up, "Supervisor", lambda _parts: Family())
    monkeypatch.setattr(up, "forked", lambda *_: done)
    monkeypatch.setattr("gc.freeze", lambda: None)
    monkeypatch.setattr(os, "chdir", lambda _to: None)
    up.Command().handle()
    assert said == ["Sign in"]
