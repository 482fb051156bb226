"""The schema is built once, packed where that is understood, and not sent again to who has it."""

import gzip

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from games.api import schema

pytestmark = pytest.mark.django_db
WHERE = "/api/v1/schema/"


def test_it_is_built_once_and_not_sent_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    schema._kept.clear()
    first = client.get(WHERE)
    monkeypatch.setattr(SchemaGenerator, "get_schema", lambda *_, **__: 1 / 0)
    again = client.get(WHERE, headers={"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    packed = client.get(WHERE, headers={"Accept-Encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == first.content
    assert len(packed.content) < len(first.content) / 5
