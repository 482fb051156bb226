"""The demo's mailbox page: the reader's own letters, and nobody's script."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.email import demo_mailbox
from accounts.models import User
from tests.accounts.making import member
from tests.accounts.people.test_signing_up import sign_up

pytestmark = pytest.mark.django_db
RAW = (
    b"From: x@example.net\r\nSubject: Hello <b>\r\nMessage-ID: <1@example.net>\r\n"
    b"MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
    b"<p>Hi</p><script>alert(1)</script>"
)


@pytest.fixture
def marit(client: Client, settings: Settings) -> User:
    settings.TIDEWEB_DEMO = True
    user = member()
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    demo_mailbox.store(RAW, [user])
    return user


def test_the_list_and_a_letter(client: Client, marit: User) -> None:
    (head,) = demo_mailbox.letters_of(marit)
    assert "Hello &lt;b&gt;" in client.get(reverse("mailbox")).content.decode()
    page = client.get(reverse("mailbox_letter", args=[head.pk])).content.decode()
    assert "&lt;1@example.net&gt;" in page
    assert 'sandbox="allow-popups allow-popups-to-escape-sandbox"' in page
    assert "<script>alert" not in page


def test_what_a_letter_says_first_is_shown_beneath_its_subject(marit: User) -> None:
    above = b"==== Write your answer above this line ====\r\n\r\n| The game begins.\r\n"
    demo_mailbox.store(b"Subject: Your move\r\n\r\n" + above, [marit])
    assert demo_mailbox.letters_of(marit)[0].opening == "The game begins."


def test_the_html_runs_nothing_and_is_framed_by_us_alone(client: Client, marit: User) -> None:
    (head,) = demo_mailbox.letters_of(marit)
    answer = client.get(reverse("mailbox_html", args=[head.pk]))
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    assert "sandbox allow-popups allow-popups-to-escape-sandbox" in policy
    assert "frame-ancestors 'self'" in policy
    assert answer["X-Frame-Options"] == "SAMEORIGIN"


def test_the_letters_of_another_are_not_there(client: Client, marit: User) -> None:
    joost = member("Joost")
    demo_mailbox.store(RAW, [joost])
    (head,) = demo_mailbox.letters_of(joost)
    for name in ("mailbox_letter", "mailbox_html"):
        assert client.get(reverse(name, args=[head.pk])).status_code == 404


def test_who_has_just_signed_up_reads_the_letter_to_confirm(
    client: Client, settings: Settings
) -> None:
    settings.TIDEWEB_DEMO = True
    assert client.get(reverse("mailbox")).status_code == 302
    assert reverse("mailbox") in sign_up(client).content.decode()
    demo_mailbox.store(RAW, [User.objects.get()])
    assert "Hello &lt;b&gt;" in client.get(reverse("mailbox")).content.decode()


def test_asking_for_a_code_opens_nobodys_mailbox(client: Client, settings: Settings) -> None:
    settings.TIDEWEB_DEMO = True
    demo_mailbox.store(RAW, [member()])
    client.post(reverse("account_request_login_code"), {"email": "marit@example.org"})
    for path in (reverse("mailbox"), reverse("mailbox_html", args=[1])):
        assert client.get(path).status_code == 302
