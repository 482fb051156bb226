"""The schema is built once, packed where that is understood, and not sent again to who has it."""

import gzip

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from games.api.schema import document

pytestmark = pytest.mark.django_db
WHERE = "/api/v1/schema/"
JSON = {"format": "json"}  # made in a fifth of the time that YAML takes


@pytest.fixture
def _nothing_kept() -> None:
    document._kept.clear()


def built_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SchemaGenerator, "get_schema", lambda *_, **__: 1 / 0)


@pytest.mark.usefixtures("_nothing_kept")
def test_it_is_built_once_and_nothing_that_a_stranger_writes_makes_another(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One in a language that is asked for is the one that browsers of that language get."""
    client.get(WHERE, JSON | {"version": "EVIL"}, headers={"Accept-Language": "nl"})
    first = client.get(WHERE, JSON, headers={"Accept-Language": "nl"})
    assert first.json()["info"]["version"] == "1"
    assert first["Content-Disposition"] == 'inline; filename="Tideweb.json"'
    built_no_more(monkeypatch)
    for asked in ({"lang": "x0"}, {"lang": ["x0", "nl"]}, {"version": "EVIL"}, {"x": "1"}):
        refused = client.get(WHERE, {**JSON, **asked})
        assert refused.status_code == refused.json()["status"] == 400, asked
        assert refused["Content-Type"] == "application/problem+json"
    other = client.get(WHERE, JSON | {"lang": "nl"}, headers={"Host": "testserver:81"})
    assert other.content == first.content

    had = {"Accept-Language": "nl", "If-None-Match": first["ETag"]}
    again = client.get(WHERE, JSON, headers=had)
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    for takes in ("gzip", "br;q=1.0, gzip;q=0.5"):
        wants = {"Accept-Language": "nl", "Accept-Encoding": takes}
        packed = client.get(WHERE, JSON, headers=wants)
        assert packed["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.content) == first.content
        assert len(packed.content) < len(first.content) / 5


def test_it_is_plain_for_who_takes_no_gzip(client: Client) -> None:
    answer = client.get(WHERE, headers={"Accept-Encoding": "identity"})
    assert not answer.has_header("Content-Encoding")
    assert answer.content.startswith(b"openapi:")
    assert "Accept-Encoding" in answer["Vary"]


def test_whatever_else_is_accepted_gets_it_too(client: Client) -> None:
    """As with all other addresses; it was `server_error`."""
    answer = client.get(WHERE, headers={"Accept": "text/html"})
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/vnd.oai.openapi")


def test_an_unknown_format_is_refused_with_those_there_are(client: Client) -> None:
    refused = client.get(WHERE, {"format": "xml"})
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid")
    assert "`json`, `yaml`" in refused.json()["errors"]["format"][0]
