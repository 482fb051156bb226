"""The entry document names all that needs nothing to be filled in; the texts are served.

Planted: "records" left out of `COLLECTIONS`, and "records" or "fairness" out of `TEXTS`.
"""

import json
import re

import pytest

from games.api.about.entry import FOLDER
from tests.games.api.asking import ROOT, client, good, problem
from tests.games.api.contract import Checking, operations, schema

pytestmark = pytest.mark.django_db
HERE = "http://testserver"


def test_every_collection_is_named_and_nothing_else() -> None:
    entry = good(Checking().get(f"{ROOT}/"))
    plain = {path for method, path, _told in operations() if method == "get" and "{" not in path}
    named = {address.removeprefix(HERE) for address in entry["collections"].values()}
    assert named == plain - {f"{ROOT}/"}


def test_every_template_is_an_operation() -> None:
    entry = good(client().get(f"{ROOT}/"))
    known = {re.sub(r"\{\w+\}", "{}", path) for path in schema()["paths"]}
    for address in entry["items"].values():
        assert re.sub(r"\{\w+\}", "{}", address.removeprefix(HERE)) in known
    assert {address.removeprefix(HERE) for address in entry["device"].values()} <= known


def test_schema_docs_guide_and_changelog_are_there() -> None:
    answer = client().get(f"{ROOT}/")
    for address in ("schema", "docs", "guide", "changelog"):
        assert client().get(answer.json()[address]).status_code == 200
    assert f'href="{ROOT}/guide/api.md"' in client().get(answer.json()["docs"]).content.decode()
    assert 'rel="service-desc"' in answer["Link"]


def test_the_texts_are_those_of_the_house_and_lead_nowhere_else() -> None:
    for name in ("api", "api-changelog", "bots-by-api", "duplicate", "records", "webhooks"):
        text = (FOLDER / f"{name}.md").read_text()
        answer = client().get(f"{ROOT}/guide/{name}.md")
        assert answer.content.decode() == text
        assert answer["Content-Type"] == "text/markdown; charset=utf-8"
        for other in re.findall(r"\]\(([\w-]+)\.md", text):
            assert client().get(f"{ROOT}/guide/{other}.md").status_code == 200, other


def test_the_texts_that_the_schema_names_are_served() -> None:
    for name in set(re.findall(r"docs/([\w-]+)\.md", json.dumps(schema()))):
        assert client().get(f"{ROOT}/guide/{name}.md").status_code == 200, name


def test_a_browser_shows_them() -> None:
    answer = client().get(f"{ROOT}/guide/api.md", headers={"Accept": "text/html,*/*"})
    assert answer["Content-Type"].startswith("text/plain")
    assert "Accept" in answer["Vary"]


@pytest.mark.parametrize("name", ["operating.md", "nothing.md", "..%2FREADME.md", "api"])
def test_no_other_file_is(name: str) -> None:
    problem(client().get(f"{ROOT}/guide/{name}"), 404, "not_found")
