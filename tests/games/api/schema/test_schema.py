"""The schema and its page: complete, without a warning, from our own files."""

import io
import json
import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command
from drf_spectacular import validation

from games.api import problems
from games.refusals import REFUSALS
from games.selectors.seats.occupancy import CHANGES
from tests.games.api import contract
from tests.games.api.asking import ROOT, client

METHODS = {"get", "put", "post", "patch", "delete"}


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    return contract.schema()


def operations(schema: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [
        (f"{method} {path}", operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
        if method in METHODS
    ]


def test_the_schema_is_valid_and_without_a_warning() -> None:
    """By the meta-schema that `--validate` takes, whose validator takes ten times as long."""
    out = io.StringIO()
    call_command("spectacular", "--fail-on-warn", "--format", "openapi-json", stdout=out)
    made = json.loads(out.getvalue())
    assert made["openapi"].startswith("3.1")
    meta = Path(validation.__file__).with_name("openapi_3_1_schema.json")
    jsonschema_rs.validate(json.loads(meta.read_text("utf-8")), made)
    assert "/api/v1/games/{code}/hands/{number}/bid" in made["paths"]


def test_every_operation_has_a_summary_and_documents_its_errors(schema: dict[str, Any]) -> None:
    known = {(str(refusal.status), code) for code, refusal in REFUSALS.items()}
    for name, operation in operations(schema):
        assert operation["summary"], name
        assert {"429", "500"} <= set(operation["responses"]), name
        for status, answer in operation["responses"].items():
            if int(status) < 400:
                continue
            content = answer["content"][problems.MEDIA_TYPE]
            examples = content["examples"].values()
            assert {(status, ex["value"]["code"]) for ex in examples} <= known, name


def test_what_is_taken_and_given_has_an_example(schema: dict[str, Any]) -> None:
    bare = {"problem", "problems", "rulesets"}
    for name, operation in operations(schema):
        taken = operation.get("requestBody", {}).get("content", {})
        assert set(taken) <= {"application/json"}, name
        assert all(media.get("examples") for media in taken.values()), name
        if operation["operationId"] not in bare | {
            "invite",
            "leave_game",
            "leave_league",
            "revoke_token",
            "revoke_one_token",
            "read_notices",
            "remove_webhook",
            "ping_webhook",
            "cancel_vacation",
            "end_session",
            "retire_bot",
            "send_delivery_again",
            "clear_plan",
            "remove_note",
            "read_chat",
            "ignore",
            "hear_again",
            "part",
            "keep_seat",
        }:
            good = next(a for s, a in operation["responses"].items() if s < "300")
            assert all(media["examples"] for media in good["content"].values()), name


def test_anybody_may_read_the_schema(schema: dict[str, Any]) -> None:
    answer = client().get(f"{ROOT}/schema/", HTTP_ACCEPT="application/json")
    assert answer.status_code == 200
    assert set(answer.json()["paths"]) == set(schema["paths"])


def test_the_page_has_nothing_inline_and_nothing_from_elsewhere() -> None:
    page = client().get(f"{ROOT}/docs/")
    text = page.content.decode()
    assert page.status_code == 200
    assert "script-src" not in page["Content-Security-Policy"]
    assert "unsafe" not in page["Content-Security-Policy"]
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", text)
    addresses = re.findall(r'(?:src|href)="([^"]+)"', text)
    assert all(address.startswith("/") for address in addresses)
    for address in addresses:
        if address.startswith("/static/"):
            assert finders.find(address.removeprefix("/static/")), address


@pytest.mark.django_db
def test_the_help_leads_to_the_guide_and_to_the_page() -> None:
    help_page = client().get("/help/").content.decode()
    assert f'href="{ROOT}/guide/api.md"' in help_page
    assert f'href="{ROOT}/docs/"' in help_page


def test_the_pages_script_is_served_by_us() -> None:
    script = client().get(f"{ROOT}/docs/?script=")
    assert script["Content-Type"].startswith("application/javascript")
    assert f"{ROOT}/schema/" in script.content.decode().replace("\\u002D", "-")


def test_a_number_in_an_address_is_said_to_be_what_it_is(schema: dict[str, Any]) -> None:
    """Planted: all described as that of a hand, which begins with 1, while seats begin with 0."""
    for name, operation in operations(schema):
        for each in operation.get("parameters", []):
            if (each["in"], each["name"]) == ("path", "number"):
                assert ("The hand" in each["description"]) == ("/hands/" in name), name
                assert ("The seat" in each["description"]) == ("/seats/" in name), name
                assert each["schema"]["minimum"] == (0 if "/seats/" in name else 1), name


def test_a_bid_may_have_every_header_that_the_guide_names(schema: dict[str, Any]) -> None:
    """Planted: without `If-None-Match`."""
    bid = schema["paths"]["/api/v1/games/{code}/hands/{number}/bid"]["put"]
    headers = {each["name"] for each in bid["parameters"] if each["in"] == "header"}
    assert headers == {"Idempotency-Key", "If-Match", "If-None-Match"}


def test_the_log_is_said_to_have_all_that_is_written_to_it(schema: dict[str, Any]) -> None:
    """Planted: `taken_back` left out."""
    said = schema["components"]["schemas"]["EntryOut"]["properties"]["kind"]["description"]
    written = {"undone", *CHANGES}
    for file in Path(settings.BASE_DIR, "games/services").rglob("*.py"):
        written |= set(re.findall(r'write_log\(\s*\w+,\s*"(\w+)"', file.read_text("utf-8")))
    assert set(re.findall(r"`(\w+)`", said)) >= written
