"""Every refusal speaks German and Dutch, also in what is filled into its blanks."""

from __future__ import annotations

import ast
import html
import itertools
import json
import re
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from django.utils import translation

from accounts.models import User
from games.refusals import REFUSALS, Refused
from tests.games.api.contract import check_answer, operation_at
from tests.games.refusals.scenes import (
    Scene,
    Wish,
    mail,
    moderation,
    people,
    playing,
    requests,
    seats,
    tables,
)
from tests.sampling import whole
from tests.tideweb.test_translations import catalogue, forms

pytestmark = pytest.mark.django_db
SCENES = [
    *playing.SCENES, *tables.SCENES, *seats.SCENES, *moderation.SCENES, *requests.SCENES,
    *mail.SCENES, *people.SCENES,
]  # fmt: skip
LANGUAGES = ("de", "nl")
SENTENCES = {"title", "detail", "errors", "type", "code"}
PROSE = {"number", "new", "line"}  # among what a plan may go on with
ALERT = re.compile(r'role="alert"[^>]*>(.*?)</(?:p|ul|div)>', re.DOTALL)
WORD = re.compile(r"[^\W\d_]{3,}")
# What a program sends and reads back: it is the same in every language.
TYPED = re.compile(
    r"“[^”]*”|„[^“]*“|‘[^’]*’|`[^`]*`|\"[^\"]*\"|/\S+|X-\w+|application/\w+|\b[A-Z]{3,}\b|\w+_\w+"
)


@cache
def vocabulary(language: str) -> frozenset[str]:
    """All words of our own texts in this language."""
    texts = (text for message in catalogue(language) for text in forms(message.string))
    return frozenset(word.casefold() for text in texts for word in WORD.findall(text))


def words(text: str) -> set[str]:
    return {word.casefold() for word in WORD.findall(TYPED.sub(" ", html.unescape(text)))}


def said(answer: Any) -> str:
    """What a refusal says, to programs or on a page."""
    if isinstance(answer, dict):  # what a letter says
        return str(answer["message"])
    if "json" in answer["Content-Type"]:
        found = answer.json()
        errors = [text for texts in found.get("errors", {}).values() for text in texts]
        return "\n".join([found["title"], found["detail"], *errors])
    alerts = ALERT.findall(answer.content.decode())
    assert alerts, answer.content.decode()
    return "\n".join(re.sub(r"<[^>]*>", " ", alert) for alert in alerts)


def check(code: str, answer: Any) -> None:
    """That this is the refusal that was to be provoked."""
    if isinstance(answer, dict):
        assert answer["code"] == code
        return
    assert answer.status_code == REFUSALS[code].status, (code, answer.content)
    if "json" in answer["Content-Type"]:
        assert answer.json()["code"] == code
        _check_documented(answer)


def _check_documented(answer: Any) -> None:
    """That the schema has this refusal for this operation, if it has the operation."""
    request = answer.wsgi_request
    with suppress(KeyError):
        operation_at(request.method, request.path)
        check_answer(request.method, request.path, answer)


def typed(answer: Any) -> set[str]:
    """Words that programs are told as well, so that they can send them."""
    if isinstance(answer, dict) or "json" not in answer["Content-Type"]:
        return set()
    told = {name: it for name, it in answer.json().items() if name not in SENTENCES}
    return {word.casefold() for word in WORD.findall(json.dumps(told))} - PROSE


def english_left(wish: Wish, languages: Sequence[str]) -> dict[str, set[str]]:
    """Words that stand in the English answer and in another one, and are not of its language."""
    answers = {}
    for language in ("en", *languages):
        User.objects.update(language=language)
        for throttles in ("throttle", "default"):
            caches[throttles].clear()
        with translation.override(language):
            answer = wish.send(HTTP_ACCEPT_LANGUAGE=language)
        check(wish.code, answer)
        answers[language] = said(answer)
    kept = words(answers["en"]) - typed(answer)
    found = {
        language: (kept & words(answers[language])) - vocabulary(language) for language in languages
    }
    assert len(set(answers.values())) == len(answers), (wish.code, answers)
    return {language: left for language, left in found.items() if left}


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_nothing_is_said_in_english(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wishes by turns in one of the languages; with all cases tried, each in all."""
    turns = itertools.cycle([LANGUAGES] if whole() else [[language] for language in LANGUAGES])
    left = [(wish.code, english_left(wish, next(turns))) for wish in scene(monkeypatch)]

    assert [(code, found) for code, found in left if found] == []


# What no door lets through to where it would be refused, and what stands in its blanks.
BEYOND: dict[str, dict[str, Any]] = {
    "bad_name": {},
    "bad_days": {"most": 3650, "given": 0},
    "empty_report": {},
    "forbidden": {},
    "long_text": {"most": 1000},
    "no_report": {},
}


def test_every_code_is_provoked() -> None:
    folder = Path(__file__).parent / "scenes"
    trees = [ast.parse(path.read_text()) for path in folder.glob("*.py")]
    constants = {getattr(node, "value", None) for tree in trees for node in ast.walk(tree)}

    assert set(REFUSALS) - constants == set(BEYOND)


@pytest.mark.parametrize("code", BEYOND)
def test_what_no_interface_lets_through_is_not_said_in_english(code: str) -> None:
    refused, said_in = Refused(code, **BEYOND[code]), {}
    for language in ("en", *LANGUAGES):
        with translation.override(language):
            said_in[language] = f"{refused.refusal.title}\n{refused.message}"
    for language in LANGUAGES:
        left = words(said_in["en"]) & words(said_in[language])
        assert not left - vocabulary(language), said_in
