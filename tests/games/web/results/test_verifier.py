"""Whoever reads how to check a record can download what checks it without us."""

import hashlib
import io
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from games import selectors
from games.web.results import verifier
from tests.games.verification.playing import finished


@pytest.mark.django_db
def test_the_page_leads_to_a_program_that_checks_the_game(tmp_path: Path) -> None:
    game = finished("rowboat")
    page = Client().get(f"/g/{game.code}/verify/").content.decode()
    address = re.findall(r'href="(/verify[^"]+)"', page)[0]
    answer = Client().get(address)
    assert answer.status_code == 200
    assert f"SHA-256 of verify.zip: {hashlib.sha256(answer.content).hexdigest()}" in page

    zipfile.ZipFile(io.BytesIO(answer.content)).extractall(tmp_path)
    record = tmp_path / "record.json"
    record.write_text(json.dumps(selectors.observations.record_of(game)))
    command = [sys.executable, "-I", "-B", str(tmp_path / "verify" / "verify.py"), str(record)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_its_bytes_are_those_that_the_documents_name() -> None:
    """Planted: the date of each file kept."""
    text = Path(settings.BASE_DIR, "docs/fairness.md").read_text("utf-8")
    assert re.findall(r"`([0-9a-f]{64})`\.\n", text)[0] == verifier.digest()


def test_it_is_in_the_image_of_a_release() -> None:
    copied = Path(settings.BASE_DIR, "Dockerfile").read_text("utf-8")
    for part in ("docs/verify.py", "docs/verify_deck.py", "docs/verify_rules"):
        assert re.search(rf"^COPY .*\b{part}\b", copied, re.MULTILINE), part
