"""Every letter is as it was approved (tests/golden/letters); see `approve`."""

import os

import pytest

from tests.games.mail import goldens
from tests.games.mail.approve import WRITE

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("slug", sorted(goldens.SEATS))
def test_letters_are_as_approved(slug: str) -> None:
    with goldens.standing_still():
        found = [part for golden in goldens.letters(slug) for part in golden.parts()]
    folder = goldens.FOLDER / slug
    if os.environ.get(WRITE):
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        for path, said in found:
            path.write_text(said, encoding="utf-8")

    assert {path.name for path, _said in found} == {path.name for path in folder.iterdir()}
    changed = [path.name for path, said in found if path.read_text(encoding="utf-8") != said]
    assert changed == [], "Look at them, then: python -m tests.games.mail.approve"


def test_no_line_is_too_long_for_a_mail_or_its_text() -> None:
    """998 octets in any line (RFC 5322, 2.1.1); 72 columns in the text, but for addresses."""
    files = [path for path in goldens.FOLDER.glob("*/*") if path.is_file()]
    assert len(files) >= 60
    for path in files:
        for line in path.read_bytes().splitlines():
            assert len(line) <= 998, path.name
            text = path.suffix == ".txt" and b"://" not in line
            assert not text or len(line.decode()) <= 72, (path.name, line)
