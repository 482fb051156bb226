"""Lines of docs/security.md that the source itself proves: what is not in it cannot go wrong.

Planted, each found: a name put into a pattern as it is, a template made of a string, an `<object>`
in a page, md5.
"""

import ast
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Report
from games.services.people import erasure
from games.services.talk import reports
from tests.accounts.making import member
from tests.games.making import running

HOUSE = Path(settings.BASE_DIR)
HASHES = {
    "sha256",
    "sha512",
    "file_digest",
}  # the last is given its algorithm, which is asked below
OLD = ("object", "embed", "applet", "frame", "frameset", "marquee", "bgsound", "keygen", "isindex")


def sources(*words: str) -> Iterator[tuple[Path, ast.Module]]:
    """Those in which one of the words stands."""
    for folder in ("accounts", "games", "tideweb"):
        for path in (HOUSE / folder).rglob("*.py"):
            text = path.read_text("utf-8")
            if any(word in text for word in words):
                yield path, ast.parse(text)


def calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """Each call, by the last part of what is called."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
            yield node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id, node


@pytest.mark.django_db
def test_a_name_is_no_pattern() -> None:
    dotted, joost = member("M.rit"), member("Joost")
    game = running([dotted, joost, member("Aoife")])
    reports.make(joost, "stuck", "Marit and m.rit are slow.", game=game, person=None)
    erasure.forget(dotted)
    text = Report.objects.get().text
    assert text.startswith("Marit and ")
    assert "m.rit" not in text.lower()


def test_templates_are_files_of_ours() -> None:
    made = [
        f"{path}:{call.lineno}"
        for path, tree in sources("Template", "from_string")
        for name, call in calls(tree)
        if name in ("Template", "from_string")
    ]
    assert made == []


def test_pages_are_made_of_html_styles_and_scripts_alone() -> None:
    tags = re.compile(rf"<({'|'.join(OLD)})[\s>]|(java|vb)script:", re.IGNORECASE)
    pages = list((HOUSE / "templates").rglob("*.html"))
    assert len(pages) > 100
    assert [page for page in pages if tags.search(page.read_text("utf-8"))] == []


@pytest.mark.django_db
def test_an_old_password_still_opens() -> None:
    marit = member()
    long_ago = timezone.now() - timedelta(days=4000)
    User.objects.filter(pk=marit.pk).update(date_joined=long_ago, last_login=long_ago)
    sent = {"login": marit.email, "password": "Marit"}
    assert Client().post(reverse("account_login"), sent).headers["Location"] == "/moves/"


def test_nothing_asks_for_a_secret_answer_or_a_hint() -> None:
    fields = {
        field.name
        for model in apps.get_app_config("accounts").get_models()
        for field in model._meta.get_fields()
    }
    assert not [name for name in fields if re.search(r"question|hint|answer_secret", name)]


def test_secrets_are_kept_by_known_means() -> None:
    for path, tree in sources("hashlib", "file_digest", "cryptography"):
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "hashlib":
                assert node.attr in HASHES, f"{path}:{node.lineno}"
        for name, call in calls(tree):
            if name == "file_digest":
                assert ast.unparse(call.args[1]) in ("'sha256'", "'sha512'"), path
        names = {
            alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cryptography")
            for alias in node.names
        }
        assert not names & {"Cipher", "ARC4", "TripleDES", "Blowfish", "IDEA", "MD5", "SHA1"}, path
