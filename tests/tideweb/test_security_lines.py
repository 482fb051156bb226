"""Lines of docs/security.md that no other test proves.

Planted: without the refusal in `initial` a program is answered by http; with `shell=True` and a
noqa, with `import random` below accounts, and with another key in a browser's store, each its own.
"""

import re
from pathlib import Path

import pytest
from allauth.idp.oidc import app_settings
from django.conf import settings
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.accounts.making import member
from tests.games.api.asking import problem

HOUSE = Path(settings.BASE_DIR)
OURS = [
    path for folder in ("accounts", "games", "tideweb") for path in (HOUSE / folder).rglob("*.py")
]
SCRIPTS = [
    path for folder in ("accounts", "tideweb") for path in (HOUSE / folder / "static").rglob("*.js")
]


def signed_in() -> Client:
    marit, made = member(), Client()
    made.post(reverse("account_login"), {"login": marit.email, "password": "Marit"})
    return made


@pytest.mark.django_db
def test_pages_are_led_to_https_and_programs_refused(settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    page = Client().get("/rules/")
    assert (page.status_code, page["Location"][:8]) == (301, "https://")
    problem(Client().get("/api/v1/games"), 403, "https_only")
    assert Client().post("/oauth/token/").status_code == 403
    assert Client().get("/api/v1/games", secure=True).status_code == 200


def test_it_is_written_how_soon_vulnerabilities_are_fixed() -> None:
    page = (HOUSE / "docs" / "security.md").read_text("utf-8")
    assert "How soon vulnerabilities are fixed" in page
    assert re.findall(r"within (\d+)", page)[:3] == ["3", "14", "60"]


def test_neither_a_shell_nor_eval_and_chance_from_the_system() -> None:
    selected = (HOUSE / "pyproject.toml").read_text("utf-8").partition("select = [")[2]
    assert '"S"' in selected.partition("]")[0]
    for path in OURS:
        text = path.read_text("utf-8")
        assert not re.search(r"noqa: .*(S102|S307|S60[245])", text), path
        if path.is_relative_to(HOUSE / "accounts"):
            assert not re.search(r"^\s*(import random|from random)\b", text, re.MULTILINE), path


@pytest.mark.django_db
def test_a_password_is_long_typed_as_it_is_and_not_one_of_the_usual() -> None:
    hers, way = signed_in(), reverse("account_change_password")
    form = hers.get(way).content.decode()
    fields = re.findall(r'<input[^>]+name="(?:oldpassword|password1)"[^>]*>', form)
    assert len(fields) == 2, "the old one is asked for"
    assert all('type="password"' in each and "onpaste" not in each for each in fields)
    assert not re.search(r'maxlength="[1-5]?\d"', "".join(fields))
    usual = {"oldpassword": "Marit", "password1": "password123", "password2": "password123"}
    assert "too common" in hers.post(way, usual).content.decode()
    long = "  Sieben Möwen, " + "x" * 60 + "  "
    hers.post(way, {"oldpassword": "Marit", "password1": long, "password2": long})
    for text, status in ((long.strip(), 200), (long, 302)):
        sent = {"login": "marit@example.org", "password": text}
        assert Client().post(reverse("account_login"), sent).status_code == status


@pytest.mark.django_db
def test_signing_out_is_on_every_page() -> None:
    hers = signed_in()
    for path in ("/moves/", "/rules/"):
        text = hers.get(path).content.decode()
        assert reverse("account_logout") in text or reverse("profile") in text
    assert reverse("account_logout") in hers.get(reverse("profile")).content.decode()


def test_codes_of_applications_live_for_minutes() -> None:
    assert app_settings.AUTHORIZATION_CODE_EXPIRES_IN <= 600


def given_to(function: str) -> set[str]:
    """What scripts give to this function first, where it is a text or a constant of one."""
    found = set()
    for path in SCRIPTS:
        text = path.read_text("utf-8")
        constants = dict(re.findall(r"\b([A-Z]+) = \"([^\"]+)\"", text))
        for name in re.findall(rf"{function}\(\s*([^,)]+)", text):
            found.add(constants.get(name, name.strip("\"'`")))
    return found


def test_what_browsers_keep_is_known() -> None:
    """Boards and answers of one person, and otherwise nothing that is secret."""
    assert given_to(r"Storage\.setItem") == {"owner", "sound"}
    assert given_to(r"indexedDB\.open") == {"tideweb"}
    assert given_to(r"createObjectStore") == {"answers"}
    assert given_to(r"caches\.delete") == {"boards"}
    assert given_to(r"caches\.open") <= {"boards", "parts", "where"}


@pytest.mark.django_db
def test_neither_history_nor_lists_of_folders_are_served() -> None:
    assert ".git" in (HOUSE / ".dockerignore").read_text("utf-8").split()
    assert Client().get("/static/").status_code == 404
    assert Client().get("/static/tideweb/").status_code == 404
