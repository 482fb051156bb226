"""Whoever has to confirm that it's them, or to sign in, returns to what the application asks."""

import html
import re
import time
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.conf import settings

from accounts.models import User
from accounts.security import reauthentication
from tests.accounts.making import browser, member
from tests.accounts.people.test_oauth import AUTHORIZE, BACK, asked_for, exchanged, registered

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits_left_over")]


def form_of(page: Any) -> tuple[str, dict[str, str]]:
    """Where the page's form goes, and what it sends."""
    text = page.content.decode()
    (form,) = re.findall(r'<form class="form" method="post"([^>]*)>', text)
    action = re.search(r'action="([^"]*)"', form)
    (request,) = re.findall(r'name="request" value="([^"]+)"', text)
    sent = {"request": request, "scopes": "read", "action": "grant"}
    return (html.unescape(action.group(1)) if action else ""), sent


@pytest.mark.parametrize("how", ["late", "signed out"])
def test_who_answers_late_is_asked_the_same_once_more(how: str) -> None:
    hers, asked = browser(member()), f"{AUTHORIZE}?{urlencode(asked_for(registered()))}"
    action, sent = form_of(hers.get(asked))
    if how == "late":
        session = hers.session
        session[reauthentication.SHOWN_AT] = time.time() - settings.ACCOUNT_REAUTHENTICATION_TIMEOUT
        session.save()
    else:
        hers.logout()
    answer = hers.post(action or asked, sent)
    assert not answer["Location"].startswith(BACK)
    (back,) = parse_qs(urlsplit(answer["Location"]).query)["next"]
    assert back == asked


def test_who_chooses_a_language_there_is_asked_the_same() -> None:
    hers, asked = browser(member()), f"{AUTHORIZE}?{urlencode(asked_for(registered()))}"
    page = hers.get(asked).content.decode()
    ways = [html.unescape(each) for each in re.findall(r'name="next" value="([^"]+)"', page)]
    assert ways == [asked, asked]


def test_what_the_page_sends_allows_no_more_than_is_ticked() -> None:
    hers, app = browser(member()), registered()
    action, sent = form_of(hers.get(f"{AUTHORIZE}?{urlencode(asked_for(app))}"))
    answer = hers.post(action, {**sent, "scopes": []})
    (code,) = parse_qs(urlsplit(answer["Location"]).query)["code"]
    assert exchanged(app, code).json()["scope"] == "read"


@pytest.mark.parametrize(
    "wrong", [{"client_id": "gone"}, {"redirect_uri": "https://else.example.org/back"}]
)
def test_an_application_that_we_do_not_know_is_refused_in_words_of_its_reader(
    wrong: dict[str, str],
) -> None:
    """Such as one that its owner has removed meanwhile."""
    marit = member()
    User.objects.filter(pk=marit.pk).update(language="de")
    refused = browser(marit).get(f"{AUTHORIZE}?{urlencode(asked_for(registered(), **wrong))}")
    assert refused.status_code == 400
    assert "Wir kennen diese Anwendung nicht" in refused.content.decode()
    assert 'name="request"' not in refused.content.decode()
