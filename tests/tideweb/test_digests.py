"""Images by digest: what `make digests` writes, and that it writes nothing it was not told.

Planted: with the name alone replaced, the digest of before stays behind the new one.
"""

from pathlib import Path

import pytest
from django.conf import settings

from deploy import digests

HOUSE = Path(settings.BASE_DIR)
ONE, OTHER = "sha256:" + "a" * 64, "sha256:" + "b" * 64


def test_each_image_of_a_release_is_named_by_what_it_is() -> None:
    asked: list[str] = []
    for file in digests.FILES:
        text = (HOUSE / file).read_text("utf-8")
        once = digests.fixed(text, lambda name: asked.append(name) or ONE)  # type: ignore[func-returns-value]
        assert once.count(ONE) == len(digests.IMAGE.findall(text)) > 0
        assert digests.fixed(once, lambda _name: OTHER) == once.replace(ONE, OTHER)
        assert once.replace(f"@{ONE}", "") == text
    assert {name.partition(":")[0] for name in asked} >= {"python", "postgres", "redis"}
    assert "tideweb" not in asked


def test_without_docker_it_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(LookupError, match="Docker"):
        digests.digest_of("redis:7")
    docker = tmp_path / "docker"
    docker.write_text(f'#!/bin/sh\n[ "$6" = redis:7 ] && echo {ONE}\n')
    docker.chmod(0o755)
    assert digests.digest_of("redis:7") == ONE
    with pytest.raises(LookupError, match="redis:8"):
        digests.digest_of("redis:8")
