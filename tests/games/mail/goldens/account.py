"""The letters about an account: its address, its password, signing in, and its other channels."""

import re
from collections.abc import Callable, Iterator

from allauth.account.models import EmailAddress
from allauth.account.signals import email_changed
from allauth.core.context import request_context
from django.contrib.messages.storage.cookie import CookieStorage
from django.core import mail
from django.core.cache import cache
from django.test import Client, RequestFactory, TestCase
from django.urls import reverse

from accounts.models import Suppression, User
from accounts.notifications import reconfirm_address
from accounts.notifications.kinds import Letter
from tests.accounts.making import member
from tests.games.mail.goldens.frame import LANGUAGES, Golden, in_each, named, rendering
from tests.narrowing import html_of, not_none
from tests.secrecy.frozen import undone

SORT = "account"
SECRET = "seven tides a week"
BACKEND = "django.contrib.auth.backends.ModelBackend"


def letters() -> Iterator[Golden]:
    """Those of the outbox, and those that are sent at once, as somebody asks for them."""
    user = member()
    Suppression.objects.create(address=not_none(user.email), reason="bounced")
    reconfirm_address.ask(user)
    yield from in_each(SORT, reconfirm_address.KIND, user)
    for do in (_sign_up, _another, _known, _forgotten, _code, _unknown, _moved):
        for language in LANGUAGES:
            with undone():
                yield _sent(user, language, do)


def _sent(user: User, language: str, do: Callable[[Client, User], object]) -> Golden:
    cache.clear()
    user.language = language
    user.save(update_fields=["language"])
    with rendering() as names:
        do(Client(headers={"accept-language": language}), user)
    sent = mail.outbox[-1]
    of = next(name for name in names if re.fullmatch(r"account/email/\w+_subject.txt", name))
    letter = Letter(str(sent.subject), str(sent.body), html_of(sent))
    kind = of.removeprefix("account/email/").removesuffix("_subject.txt")
    return named(SORT, kind, language, names, letter)


def _sign_up(client: Client, _user: User, address: str = "ute@example.org") -> None:
    data = {"email": address, "name": "Ute", "password1": SECRET, "zone": "Europe/Berlin"}
    client.post(reverse("account_signup"), data)


def _known(client: Client, user: User) -> None:
    _sign_up(client, user, user.email or "")


def _another(client: Client, user: User) -> None:
    client.force_login(user, BACKEND)
    data = {"action_add": "", "email": "marit@elsewhere.example"}
    client.post(reverse("account_email"), data)


def _forgotten(client: Client, user: User) -> None:
    client.post(reverse("account_reset_password"), {"email": user.email})


def _code(client: Client, user: User) -> None:
    client.post(reverse("account_request_login_code"), {"email": user.email})


def _unknown(client: Client, _user: User) -> None:
    client.post(reverse("account_reset_password"), {"email": "nobody@example.org"})


def _moved(_client: Client, user: User) -> None:
    old, new = (EmailAddress(user=user, email=at) for at in (user.email, "marit@elsewhere.example"))
    request = RequestFactory().post(reverse("account_email"))
    request._messages = CookieStorage(request)  # type: ignore[attr-defined]  # as the middleware
    with request_context(request), TestCase.captureOnCommitCallbacks(execute=True):
        email_changed.send(
            EmailAddress, request=request, user=user, from_email_address=old, to_email_address=new
        )
