"""From signing up to signing out, by clicking through the pages."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User
from accounts.people.signup import SignupForm
from tests.accounts.making import member
from tests.accounts.sink import point
from tests.answers import Answer
from tests.narrowing import html_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits_left_over")]
SECRET = "seven tides a week"


def sign_up(client: Client, **fields: str) -> Answer:
    data = {"email": "ute@example.org", "name": "Ute", "password1": SECRET, "zone": "Europe/Berlin"}
    return client.post(reverse("account_signup"), {**data, **fields}, follow=True)


def link() -> str:
    """The path of the one link in the newest mail."""
    (found,) = re.findall(r"http://testserver(/account/\S+)", str(mail.outbox[-1].body))
    return str(found)


def code_in_letter() -> str:
    """The code to sign in with, of the newest mail."""
    body = str(mail.outbox[-1].body).partition("-----")[2].split("\n---")[0]
    (code,) = re.findall(r"^  (\S+)$", body, re.MULTILINE)
    return str(code)


def test_sign_up_confirm_sign_in_sign_out(client: Client) -> None:
    page = sign_up(client)
    assert "Check your mailbox" in page.content.decode()
    assert client.get(reverse("profile")).status_code == 302

    confirm = link()
    assert "is ute@example.org your address?" in client.get(confirm).content.decode()
    assert not EmailAddress.objects.get().verified, "looking at the link confirms nothing"
    client.post(confirm)
    assert EmailAddress.objects.get().verified

    assert "Ute" in client.get(reverse("profile")).content.decode()
    ute = User.objects.get()
    assert (ute.kind, ute.zone, ute.language) == ("person", "Europe/Berlin", "en")

    assert client.get(reverse("account_logout")).status_code == 200
    assert client.get(reverse("profile")).status_code == 200, "GET signs nobody out"
    client.post(reverse("account_logout"))
    assert client.get(reverse("profile")).status_code == 302


def test_without_a_password_a_code_by_e_mail_signs_in(client: Client) -> None:
    sign_up(client, password1="")
    client.post(link())
    assert not User.objects.get().has_usable_password()
    client.post(reverse("account_logout"))
    client.post(reverse("account_request_login_code"), {"email": "ute@example.org"})
    client.post(reverse("account_confirm_login_code"), {"code": code_in_letter()})
    assert "Ute" in client.get(reverse("profile")).content.decode()


TABLE = "/g/abcdefghjkmn/?come=abc"


def test_whoever_came_by_a_friends_link_is_signed_in_and_back_at_the_table(client: Client) -> None:
    page = client.get(reverse("account_signup"), {"next": TABLE}).content.decode()
    assert f'name="next" value="{TABLE}"' in page
    sign_up(client, next=TABLE)
    assert client.post(link())["Location"] == TABLE
    assert "Ute" in client.get(reverse("profile")).content.decode()


def test_another_browser_is_not_signed_in_by_the_link(client: Client) -> None:
    sign_up(client, next=TABLE)
    elsewhere = Client()
    elsewhere.post(link())
    assert EmailAddress.objects.get().verified
    assert elsewhere.get(reverse("profile")).status_code == 302


def test_whoever_has_no_account_comes_to_the_table_by_signing_up(client: Client) -> None:
    asked = {"email": "ute@example.org", "next": TABLE}
    client.post(reverse("account_request_login_code"), asked)
    body = str(mail.outbox[-1].body)
    (path,) = re.findall(r"http://testserver(/account/signup/\S*)", body)
    assert f'name="next" value="{TABLE}"' in Client().get(path).content.decode()


def test_nobody_is_led_away_from_here(client: Client) -> None:
    sign_up(client, next="https://elsewhere.example/")
    assert not client.post(link())["Location"].startswith("http")


def test_the_letter_to_confirm_has_both_parts_and_no_list_headers(client: Client) -> None:
    sign_up(client)
    letter = mail.outbox[-1]
    assert letter.subject == "Confirm your e-mail address"
    assert max(len(line) for line in letter.body.splitlines() if "http" not in line) <= 72
    html = html_of(letter)
    assert f'href="http://testserver{link()}"' in html
    assert letter.extra_headers["Auto-Submitted"] == "auto-generated"


def test_it_can_be_sent_again(client: Client, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"confirm_email": "9/m/key"}
    sign_up(client)
    client.post(reverse("confirm_again"))
    assert len(mail.outbox) == 2


def test_whoever_wants_a_changed_address_confirmed_is_told_that_it_was_just_sent() -> None:
    marit, client = member(), Client()
    client.post(reverse("account_login"), {"login": marit.email, "password": "Marit"})
    new, way = "new@example.org", reverse("account_email")
    client.post(way, {"action_add": "", "email": new})
    page = client.post(way, {"action_send": "", "email": new}, follow=True).content.decode()
    assert "We have just sent it. If it isn’t there in 3 minutes, ask again." in page
    assert len(mail.outbox) == 1


def signed_in_and_moving(to: str) -> Client:
    """A member who asked to change their address, and got the letter."""
    marit, client = member(), Client()
    client.post(reverse("account_login"), {"login": marit.email, "password": "Marit"})
    client.post(reverse("account_email"), {"action_add": "", "email": to})
    return client


@pytest.mark.django_db(transaction=True)  # the letter waits for the commit
def test_an_address_that_others_signed_up_with_and_never_confirmed_can_become_ones_own(
    settings: Settings,
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"confirm_email": "9/m/key"}
    new = "new@example.org"
    sign_up(Client(), email=new, name="Squatter")
    client = signed_in_and_moving(new)
    client.post(link())
    marit = User.objects.get()
    assert (marit.name, marit.email) == ("Marit", new)
    assert list(EmailAddress.objects.values_list("email", "verified", "primary")) == [
        (new, True, True)
    ]
    letter = mail.outbox[-1]
    assert (letter.to, letter.subject) == (["marit@example.org"], "Did you change your address?")


def test_an_address_of_an_account_that_operators_made_is_not_taken_from_it() -> None:
    User.objects.create_superuser("new@example.org", "secret", name="Operator")
    client = signed_in_and_moving("new@example.org")
    assert client.post(link()).status_code == 302
    assert User.objects.get(name="Marit").email == "marit@example.org"
    assert list(EmailAddress.objects.values_list("email", "verified")) == [
        ("marit@example.org", True),
        ("new@example.org", False),
    ]


@pytest.mark.parametrize("limits", [{}, {"confirm_email": "9/m/key"}])
def test_to_have_it_sent_again_does_not_give_a_known_address_away(
    settings: Settings, limits: dict[str, str]
) -> None:
    settings.ACCOUNT_RATE_LIMITS = limits
    member("Ute")
    pages = []
    for address in ("ute@example.org", "nobody@example.org"):
        client = Client()
        sign_up(client, email=address, name="Somebody else")
        page = client.post(reverse("confirm_again"), follow=True).content.decode()
        pages.append(re.sub(r'value="[^"]*"', "", page.replace(address, "")))
    assert pages[0] == pages[1]
    assert ("We have just sent it. If it isn’t there in 3 minutes" in pages[0]) is (not limits)
    assert len(mail.outbox) == (4 if limits else 2)


def test_whoever_mistyped_the_address_sees_it_and_signs_up_again_by_the_same_name(
    client: Client,
) -> None:
    page = sign_up(client, email="ute@exmaple.org", next=TABLE).content.decode()
    assert "We’ve sent an e-mail to <bdi>ute@exmaple.org</bdi>." in page
    assert '<a href="/account/signup/?next=%2Fg%2F' in page
    assert "That name is taken." in sign_up(Client()).content.decode(), "by nobody else"
    assert "<bdi>ute@example.org</bdi>" in sign_up(client).content.decode()
    assert list(User.objects.values_list("name", "email")) == [("Ute", "ute@example.org")]
    Client().post(link())
    assert "That name is taken." in sign_up(client, email="x@example.org").content.decode()
    assert User.objects.count() == 1, "what is confirmed stays"


def test_two_who_sign_up_in_one_browser_by_different_names_both_can(client: Client) -> None:
    sign_up(client)
    sign_up(client, email="wim@example.org", name="Wim")
    assert User.objects.count() == 2


def test_to_sign_up_again_with_the_same_address_leaves_the_link_that_was_sent(
    client: Client,
) -> None:
    sign_up(client)
    assert "Check your mailbox" in sign_up(client).content.decode()
    Client().post(link())
    assert EmailAddress.objects.get().verified


def test_to_sign_up_again_gives_no_known_address_away() -> None:
    """Neither the page does, nor the account that was replaced."""
    member("Marit")
    pages = []
    for address in ("marit@example.org", "nobody@example.org"):
        client = Client()
        sign_up(client, email=f"mine-{address}", name="Eve")
        mine = link()
        page = sign_up(client, email=address, name="Eve").content.decode()
        page += Client().get(mine).content.decode()
        pages.append(re.sub(r'value="[^"]*"|/MT?[\w:-]*/', "", page.replace(address, "")))
        User.objects.filter(name="Eve").delete()
    assert pages[0] == pages[1]


def test_a_known_address_is_not_given_away(client: Client) -> None:
    known = member("Ute")
    told = sign_up(client, name="Somebody else").content.decode()
    assert "Check your mailbox" in told
    assert mail.outbox[-1].subject == "You already have an account"
    assert User.objects.get() == known


@pytest.mark.parametrize("password", [SECRET, ""])
def test_a_known_address_takes_the_same_work_as_an_unknown_one(
    client: Client, monkeypatch: pytest.MonkeyPatch, password: str
) -> None:
    """What takes the time is hashing the password; a letter goes in either case."""
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def counting(self: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(self, password, salt)

    member("Ute")
    monkeypatch.setattr(MD5PasswordHasher, "encode", counting)
    sign_up(client, name="Somebody else", password1=password)
    known = len(hashed)
    sign_up(Client(), email="nobody@example.org", name="Nobody", password1=password)
    assert known == len(hashed) - known
    assert bool(known) == bool(password)
    assert len(mail.outbox) == 2


def test_an_unknown_address_is_not_given_away_either(client: Client) -> None:
    member()
    pages = []
    for address in ("marit@example.org", "nobody@example.org"):
        page = client.post(reverse("account_reset_password"), {"email": address}, follow=True)
        pages.append(re.sub(r'value="[^"]*"', "", page.content.decode()))
    assert pages[0] == pages[1]
    assert [letter.subject for letter in mail.outbox] == [
        "Choose a new password",
        "No account with this address",
    ]


def test_a_server_that_is_down_is_said_and_the_account_stands(
    client: Client, settings: Settings
) -> None:
    point(settings, 1)
    page = sign_up(client).content.decode()
    assert "We couldn’t send the e-mail just now." in page
    assert "Send the e-mail again" in page
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value", "text"),
    [
        ("name", "marit", "That name is taken."),
        ("name", "<b>", "A name starts with a letter or a digit."),
        ("email", "no address", "That isn’t an e-mail address."),
        ("password1", "12345678", "This password is too common."),
        ("zone", "Mars/Base", "is not one of the available choices"),
    ],
)
def test_what_does_not_fit_is_said(client: Client, field: str, value: str, text: str) -> None:
    member()
    assert text in sign_up(client, **{field: value}).content.decode()
    assert User.objects.count() == 1


@pytest.mark.parametrize(("email", "text"), [
    ("ute@example.org", "Check your mailbox"), ("other@example.org", "That name is taken."),
])  # fmt: skip
def test_what_somebody_takes_at_the_last_moment_is_said(
    client: Client, monkeypatch: pytest.MonkeyPatch, email: str, text: str
) -> None:
    check = SignupForm.clean

    def overtaken(self: SignupForm) -> Any:
        checked = check(self)
        User.objects.create_user(email, None, name="Ute")
        return checked

    monkeypatch.setattr(SignupForm, "clean", overtaken)
    assert text in sign_up(client).content.decode()
    assert User.objects.count() == 1


def test_without_a_browser_that_tells_the_zone_is_guessed_from_the_language(client: Client) -> None:
    page = client.get(reverse("account_signup"), HTTP_ACCEPT_LANGUAGE="nl-BE,nl;q=0.8")
    assert '<option value="auto">Automatisch: Brussels</option>' in page.content.decode()


def test_a_forged_link_confirms_nothing(client: Client) -> None:
    sign_up(client)
    client.post(reverse("account_confirm_email", args=["MQ:1abcde:forged"]))
    assert not EmailAddress.objects.get().verified


def test_signing_in_by_code(client: Client) -> None:
    member()
    client.post(reverse("account_request_login_code"), {"email": "marit@example.org"})
    assert mail.outbox[-1].subject == "Your sign-in code"
    client.post(reverse("account_confirm_login_code"), {"code": code_in_letter()})
    assert client.get(reverse("profile")).status_code == 200


def test_choosing_a_new_password(client: Client) -> None:
    member()
    asked = {"email": "marit@example.org"}
    sent = client.post(reverse("account_reset_password"), asked, follow=True).content.decode()
    assert f'href="{reverse("account_reset_password")}">Send me a new link' in sent
    assert "write to us" not in sent, "there is no address to which anybody could"
    form = client.get(link(), follow=True).request["PATH_INFO"]
    new = "another tide entirely"
    done = client.post(form, {"password1": new, "password2": new}, follow=True).content.decode()
    assert User.objects.get().check_password(new)
    assert f'<a class="btn btn--deep" href="{reverse("account_login")}">' in done
    assert done.count("changed") == 1, "said once, above the page"

    again = client.get(link(), follow=True).content.decode()
    assert "<title>This link no longer works ·" in again
    assert f'href="{reverse("account_login")}">Sign in</a><a' in again
    assert f'href="{reverse("account_reset_password")}">Send me a new link</a>' in again


def test_letters_come_in_the_persons_language_not_in_the_browsers(client: Client) -> None:
    member(language="de")
    client.post(
        reverse("account_reset_password"),
        {"email": "marit@example.org"},
        HTTP_ACCEPT_LANGUAGE="nl",
    )
    assert '<html lang="de">' in html_of(mail.outbox[-1])


def test_wrong_passwords_are_counted(client: Client) -> None:
    member()
    for _try in range(12):
        page = client.post(
            reverse("account_login"), {"login": "marit@example.org", "password": "wrong"}
        )
    assert "Too many attempts. Try again in 5 minutes." in page.content.decode()
