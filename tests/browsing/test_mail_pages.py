"""Answering in the demo's mailbox, and confirming a mail, on a phone and on a desk."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pytest_django import Settings

from accounts.email import demo_mailbox
from games import links
from games.services.mail.reply_addresses import reply_address_for
from tests.browsing.eyes import looked_at
from tests.browsing.windows import press, window
from tests.games.mail.inbound.mailing import write
from tests.games.mail.reading import members, started
from tests.games.making import hand_of, legal

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_both_pages(browser: Browser, live_server: LiveServer, settings: Settings) -> None:
    settings.TIDEWEB_DEMO = True
    people = members(3)
    game, marit = started(people), people[0]
    held = write(game, marit, legal(game, 0)[3], sender="marit@elsewhere.example")
    head = f"From: Tideweb\r\nReply-To: {reply_address_for(marit, hand_of(game))}\r\nSubject: x\r\n"
    demo_mailbox.store(f"{head}Message-ID: <1@x>\r\n\r\nYour move\r\n".encode(), [marit])
    paths = {
        "mail-confirm": f"/mail/confirm/{links.confirm_token(held)}/",
        "mailbox-letter": f"/mailbox/{demo_mailbox.letters_of(marit)[0].pk}/",
    }
    found: dict[str, list[str]] = {}
    with window(browser, live_server.url, marit) as (page, complaints):
        for name, path in paths.items():
            found |= looked_at(page, name, path)
        page.goto(paths["mail-confirm"])
        page.get_by_label("Yes, do what it says").check()
        press(page.get_by_role("button", name="Confirm"))
        assert "A receipt is on its way" in page.content()
    assert found == {}
    assert complaints == []
