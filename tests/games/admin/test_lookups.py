"""Looking for somebody's address is in the log, found or not, and the address itself is not."""

import itertools

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import ModerationEntry, Notice, User
from accounts.staff import audit_log
from tests.accounts.making import member
from tests.games.admin.test_commands import signed_in
from tests.games.services.moderation.setting import table
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
LISTS = {
    "user": "accounts_user", "notice": "accounts_notice", "choice": "accounts_choice",
    "suppression": "accounts_suppression", "game": "games_game", "seat": "games_seat",
    "invitation": "games_invitation",
}  # fmt: skip
PAGES = {
    "find": reverse("admin:find"),
    **{name: reverse(f"admin:{where}_changelist") for name, where in LISTS.items()},
}


@pytest.fixture
def helper() -> Client:
    return signed_in("helper", "Hanna")


def entries() -> list[ModerationEntry]:
    return list(ModerationEntry.objects.order_by("number"))


def test_these_are_all_lists_that_are_searched_by_address() -> None:
    from django.contrib import admin

    searched = {
        model._meta.model_name
        for model, listing in admin.site._registry.items()
        if any(each.endswith(("email", "address")) for each in getattr(listing, "exact_search", ()))
    }
    assert searched == set(LISTS)


def test_an_address_that_was_looked_for_is_in_the_log_once(helper: Client) -> None:
    wim = member("Wim")
    for count, where in enumerate(PAGES, 1):
        assert helper.get(PAGES[where], {"q": " WIM@example.org "}).status_code == 200
        assert len(entries()) == count, where
        entry = entries()[-1]
        assert (entry.command, entry.about) == ("read_by_address", f"person:{wim.pk}"), where
        assert entry.actor == User.objects.get(name="Hanna")
        assert entry.facts == {"where": where}
    assert not audit_log.verify().fault


def test_so_is_one_that_nobody_has_and_it_does_not_stand_there(helper: Client) -> None:
    for count, where in enumerate(PAGES, 1):
        helper.get(PAGES[where], {"q": "nobody@elsewhere.example"})
        assert len(entries()) == count, where
        entry = entries()[-1]
        assert (entry.command, entry.about) == ("read_by_address", "nobody"), where
        assert "elsewhere" not in f"{entry.text}{entry.facts}{entry.about}", where


def test_names_and_codes_are_nobodys_secret(helper: Client) -> None:
    """An id of a letter looks most like an address; of the rest each list is asked for one."""
    _users, game = table()
    letter = f"<{not_none(Notice.objects.first()).message_id}@testserver>"
    for where, term in zip(PAGES, itertools.cycle(("Joost", game.code, "")), strict=False):
        for each in (term, letter):
            helper.get(PAGES[where], {"q": each})
            assert entries() == [], (where, each)


def test_it_stands_in_the_log_of_that_person(helper: Client) -> None:
    wim = member("Wim")
    helper.get(PAGES["find"], {"q": "wim@example.org"})
    log = helper.get(
        reverse("admin:accounts_moderationentry_changelist"), {"q": f"person:{wim.pk}"}
    ).content.decode()

    assert "read_by_address" in log
    assert [each.command for each in audit_log.actions_about(f"person:{wim.pk}")] == []


def test_lists_show_no_address_that_somebody_wrote_into_a_text(helper: Client) -> None:
    wim = member("Wim")
    audit_log.append(None, "warn", f"person:{wim.pk}", text="Write to wim@example.org, please.")
    table()
    Notice.objects.filter(kind="game_started").update(
        state=Notice.State.FAILED, reason="550 5.1.1 <joost@example.org>: no such user"
    )
    for page in ("moderationentry", "notice"):
        text = helper.get(reverse(f"admin:accounts_{page}_changelist")).content.decode()
        assert "…@…" in text, page
        assert "@example.org" not in text, page
    start = helper.get(reverse("admin:index")).content.decode()

    assert "550 5.1.1 &lt;…@…&gt;: no such user" in start


def test_what_nothing_can_be_called_finds_nothing(helper: Client) -> None:
    for term in ("%00", "a%00b", "a%00b@example.org", "\u00b2", "%1F"):
        for query in (f"q={term}", f"q=stuck&before={term}"):
            assert helper.get(f"{PAGES['find']}?{query}").status_code == 200, query
