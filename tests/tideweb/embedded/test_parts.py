from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from tideweb.embedded.opening import Opened
from tideweb.embedded.parts import parts


@pytest.mark.parametrize("name", ["WEB_WORKERS", "WEB_THREADS", "WORKER_THREADS"])
def test_a_size_that_is_no_number_is_refused_before_anything_starts(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "four")
    with pytest.raises(ImproperlyConfigured, match=f"{name} must be a whole number from 1"):
        parts(Opened("127.0.0.1", 8000, 8001, None))
