"""The house pages show, for guests, without a style or script of their own."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.people import own_sessions, vacations
from games.refusals import REFUSALS
from games.services.lobby.tables import MAX_DELAY
from games.wording.rules_pages import RULES_PAGES
from tests.drawing.inspecting import inspect
from tideweb import replica

RULES = [f"/rules/{slug}/" for slug in RULES_PAGES]
PAGES = ["/rules/", *RULES, "/help/", "/privacy/", "/rules-of-the-house/"]


def shown(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("path", PAGES)
def test_shows(client: Client, path: str) -> None:
    html = shown(client, path)
    found = inspect(html)
    assert len(set(found.ids)) == len(found.ids)
    assert html.count("<h1>") == 1
    assert '<meta name="description"' in html


def test_there_are_no_rules_of_other_games(client: Client) -> None:
    assert client.get("/rules/chess/").status_code == 404


@pytest.mark.parametrize("path", PAGES)
def test_asks_no_other_server(client: Client, path: str) -> None:
    links = re.findall(r'(?:src|href|action)="([^"]*)"', shown(client, path))
    assert links
    assert [link for link in links if not link.startswith(("/", "#", "?"))] == []


@pytest.mark.parametrize("path", PAGES)
def test_is_under_a_hundred_kilobytes(client: Client, path: str) -> None:
    assert len(shown(client, path).encode()) < 100_000


@pytest.mark.parametrize("path", RULES)
def test_links_within_the_rules_lead_somewhere(client: Client, path: str) -> None:
    html = shown(client, path)
    targets = set(re.findall(r'href="#([\w-]+)"', html))
    assert targets <= set(inspect(html).ids)
    assert len(targets) > 10


@pytest.mark.parametrize(
    ("path", "current"), [("/rules/", True), ("/rules/turn-the-tide/", True), ("/help/", False)]
)
def test_the_masthead_says_where_we_are(client: Client, path: str, current: bool) -> None:
    assert ('aria-current="page">Rules' in shown(client, path)) is current


def test_the_rules_say_what_the_rulebook_says(client: Client) -> None:
    html = shown(client, "/rules/turn-the-tide/")
    for fact in (
        "With three players 24 cards are left over, with four 12, with five none",
        "The highest weather takes the lower tide, the second highest the higher.",
        "As soon as two players or fewer are left, the stage is over,",
        "Exactly −1, and nothing else.",
        "With three players it never happens",
        "Equal totals share the win.",
    ):
        assert fact in html


def test_the_rules_of_rowboat_say_what_the_rulebook_says(client: Client) -> None:
    html = shown(client, "/rules/rowboat/")
    for fact in (
        "4 to 12 cards, with four players 4 to 10",
        "The card that brings the fourth suit is part of it.",
        "With four a partner may bid 0, but the pair’s total must be at least 1.",
        "never an off-coloured Knob",
        "With two trumps or more there is no exception",
        "If the last trick ties, it is lost, and with it all that waited.",
        "You lose 100 points and five of your sandbags",
    ):
        assert fact in html
    assert html.count("no Knob") == 2  # EX-RB-01: tricks 5 and 8


def test_the_rules_of_turning_tides_say_what_the_rulebook_says(client: Client) -> None:
    html = shown(client, "/rules/turning-tides/")
    for fact in (
        "Gold begins with the initiative pawn.",
        "at the thirteenth only the sterns do",
        "If both wait, the ships sail on by one more zone at once.",
        "one zone back (not from the first step)",
        "If the mast stands there, the mast falls and nothing else.",
        "That comes last in the turn.",
        "stay in the box",
    ):
        assert fact in html
    assert "Zone 4, facing zone 3" in html  # EX-TD-10: silver’s sailor, gold’s captain


def test_the_help_names_what_the_page_says(client: Client) -> None:
    help_ = shown(client, "/help/")
    for code, said in (("stale_hand", "hand is over"), ("illegal", "isn’t possible")):
        assert said in str(REFUSALS[code].sentence)
        assert said in help_
    assert MAX_DELAY == 60
    assert "an hour at most" in help_
    assert f"up to {vacations.A_YEAR} days a year" in help_


@pytest.mark.parametrize("path", RULES)
def test_answers_are_written_alike_wherever_they_are_written(client: Client, path: str) -> None:
    assert "the words are for e-mail, for the programs" in shown(client, path)


def test_what_is_kept_about_people_names_all_cookies(client: Client, settings: Settings) -> None:
    root = settings.BASE_DIR
    set_by_us = {
        name
        for part in ("accounts", "games", "tideweb")
        for source in (root / part).rglob("*.py")
        for name in re.findall(r"set_(?:signed_)?cookie\(\s*([\w.\"]+)", source.read_text("utf-8"))
    }
    assert set_by_us == {'"theme"', "COOKIE", "PUSH_COOKIE", "settings.LANGUAGE_COOKIE_NAME"}
    assert f"<code>{replica.COOKIE}</code>" not in shown(client, "/privacy/")
    settings.DATABASE_ROUTERS = ["tideweb.replica.ReplicaRouter"]
    page = shown(client, "/privacy/")
    for name in ("theme", own_sessions.PUSH_COOKIE, replica.COOKIE, settings.LANGUAGE_COOKIE_NAME):
        assert f"<code>{name}</code>" in page
    assert replica.SECONDS == 10
    assert "for ten seconds" in page
