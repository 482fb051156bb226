"""The house pages show, for guests, without a style or script of their own."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.drawing.test_styleguide import inspect

PAGES = ["rules", "rules_turn_the_tide", "help", "privacy", "house_rules"]


def shown(client: Client, name: str) -> str:
    response = client.get(reverse(name))
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("name", PAGES)
def test_shows(client: Client, name: str) -> None:
    html = shown(client, name)
    found = inspect(html)
    assert len(set(found.ids)) == len(found.ids)
    assert html.count("<h1>") == 1
    assert '<meta name="description"' in html


@pytest.mark.parametrize("name", [*PAGES, "styleguide"])
def test_asks_no_other_server(client: Client, name: str) -> None:
    links = re.findall(r'(?:src|href|action)="([^"]*)"', shown(client, name))
    assert links
    assert [link for link in links if not link.startswith(("/", "#", "?"))] == []


@pytest.mark.parametrize("name", PAGES)
def test_is_under_a_hundred_kilobytes(client: Client, name: str) -> None:
    assert len(shown(client, name).encode()) < 100_000


def test_links_within_the_rules_lead_somewhere(client: Client) -> None:
    html = shown(client, "rules_turn_the_tide")
    targets = set(re.findall(r'href="#([\w-]+)"', html))
    assert targets <= set(inspect(html).ids)
    assert len(targets) > 10


@pytest.mark.parametrize(
    ("name", "current"), [("rules", True), ("rules_turn_the_tide", True), ("help", False)]
)
def test_the_masthead_says_where_we_are(client: Client, name: str, current: bool) -> None:
    assert ('aria-current="page">Rules' in shown(client, name)) is current


def test_the_rules_say_what_the_rulebook_says(client: Client) -> None:
    html = shown(client, "rules_turn_the_tide")
    for fact in (
        "With three players 24 cards are left over, with four 12, with five none",
        "The highest weather takes the lower tide, the second highest the higher.",
        "As soon as two players or fewer are left, the stage is over,",
        "Exactly −1, and nothing besides.",
        "With three players it never happens",
        "Equal totals share the win.",
    ):
        assert fact in html
