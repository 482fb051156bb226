"""Adapts allauth: e-mails in our style, sent at once, and no dead ends.

Its e-mails hold secrets (links and codes), so they never go through the outbox: they are sent
directly, and if that fails the page says so and how to ask for another. E-mails that a stranger
can cause go to an address at most three times a month, and never to one that has unsubscribed;
whoever causes them sees no difference.
"""

import logging
import secrets
import smtplib
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.stagekit import clear_login, get_pending_stage
from allauth.account.models import EmailAddress
from allauth.account.utils import get_next_redirect_url
from allauth.core import context as current
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.mail import EmailMessage, get_connection
from django.core.mail.message import make_msgid
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import translation
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from accounts.email import unasked_letters
from accounts.email.mime_bytes import Post
from accounts.models import User
from accounts.notifications import render
from accounts.people import (
    guest_sign_in,
    guest_upgrade,
    own_sessions,
    page_language,
    unconfirmed_sign_ups,
)
from accounts.people.sign_in_letter_forms import too_many
from accounts.people.signup import BACK_TO, SignupForm
from accounts.refusals import Refused
from accounts.security import (
    network_fingerprints,
    own_row,
    proxies,
    second_factors,
    sign_in_throttle,
)

# E-mails that a stranger who knows an address can cause; all others go to account holders only.
TO_MEMBERS = "account_already_exists"
UNSOLICITED = (
    TO_MEMBERS,
    "email_confirmation",
    "email_confirmation_signup",
    "unknown_account",
)
SIGNED_OUT = "account/messages/logged_out.txt"
log = logging.getLogger(__name__)


class Adapter(DefaultAccountAdapter):
    """Our fields, attempts counted by network, and e-mails in our layout (ACCOUNT_ADAPTER)."""

    def save_user(
        self, request: HttpRequest, user: User, form: SignupForm, commit: bool = True
    ) -> User:
        """Copies the fields that our form adds to the library's."""
        form.describe(user)
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Counts attempts by account and network, so that nobody can lock the owner out."""
        return sign_in_throttle.place(request, credentials.get("email", ""))

    def pre_login(
        self, request: HttpRequest, user: User, *, email: str | None, **more: Any
    ) -> HttpResponse | None:
        """Asks for another code if the address it went to is no longer theirs.

        The library would add that address to the account: a thief could come back with a code that
        was still waiting when the account was taken back.
        """
        if email and not _is_theirs(user, email):
            again = with_way_back(request, reverse("account_request_login_code"))
            clear_login(request)
            return redirect(again)
        refused: HttpResponse | None = super().pre_login(request, user, email=email, **more)
        return refused

    def login(self, request: HttpRequest, user: User) -> None:
        """A guest who has agreed to it takes their seats along. Whoever was deleted meanwhile is
        not signed in, and the guest stays who they are."""
        try:
            carried = guest_sign_in.take_along(request, user)
            with transaction.atomic():
                own_row.hold_to_sign_in(user)
                super().login(request, user)
        except Refused as gone:
            messages.error(request, gone.message)
            raise ImmediateHttpResponse(redirect("account_login")) from gone
        request.session.update(carried)
        page_language.speak_to(request, user)

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        *more: Any,
        **named: Any,
    ) -> None:
        """Says that they have signed out in the language of the page that comes next."""
        out = message_template == SIGNED_OUT
        language = page_language.of_strangers(request) if out else translation.get_language()
        with translation.override(language):
            super().add_message(request, level, message_template, *more, **named)

    def set_password(self, user: User, password: str) -> None:
        """Saves the password alone, in place of the one that was given or reset: an account that
        was deleted or taken back meanwhile stays so, and a suspension holds.
        """
        own_sessions.end_push_elsewhere(current.request, user)  # which browser stays is known now
        same = User.objects.filter(pk=user.pk, is_active=True, password=user.password)
        user.set_password(password)
        if not same.update(password=user.password):
            words = _(
                "You aren’t signed in. If you have just changed your password, the new one counts."
            )
            messages.info(current.request, words)
            raise ImmediateHttpResponse(redirect("account_login"))

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """Asks a session that hasn't shown the second factor of the account for that, and not for
        the password: whoever knows only this could else put a factor of theirs in its place."""
        ways: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        factors = [way for way in ways if way["id"].startswith("mfa_")]
        return factors if factors and not second_factors.shown(current.request) else ways

    def get_client_ip(self, request: HttpRequest) -> str:
        """The library would answer 500 where there are fewer proxies than we were told, and count
        all IPv4 addresses as one where they arrive as IPv6."""
        try:
            address = str(super().get_client_ip(request))
        except ImproperlyConfigured:
            address = proxies.farthest(request)
        return str(network_fingerprints.parsed(address))

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Raises `ValidationError` after too many attempts, which says how long to wait."""
        login = credentials.get("email", "")
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError:
            raise too_many(sign_in_throttle.minutes_until_password(request, login)) from None
        more = sign_in_throttle.tried_elsewhere(request, login)
        if more is None:
            raise too_many(sign_in_throttle.minutes_until_password(request, login))
        self._login_failed_rl_usage.usage.extend(more.usage)

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Refuses an address that somebody else has, or that its account has lost meanwhile; the
        library would fail halfway, or save it anew.
        """
        try:
            with transaction.atomic():
                own_row.wait(email_address.user)
                if _may_be_confirmed(email_address):
                    return bool(super().confirm_email(request, email_address))
        except IntegrityError:  # somebody else confirms it at this moment
            pass
        failed = "account/messages/email_confirmation_failed.txt"
        self.add_message(request, messages.ERROR, failed, {"email": email_address.email})
        return False

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        url = super().get_email_confirmation_url(request, emailconfirmation)
        return with_way_back(request, url)

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        """Puts the library's plain text into our layout, as text and HTML."""
        plain = super().render_mail(template_prefix, email, context, headers)
        written = {"paragraphs": paragraphs(str(plain.body)), "stop_url": context.get("stop_url")}
        letter = render.write("account", plain.subject, written)
        mail = (Unsent if context.get("kept_back") else Post)(
            letter.subject,
            letter.text,
            plain.from_email,
            plain.to,
            headers={
                "Message-ID": make_msgid(domain=settings.MAIL_DOMAIN),
                **render.default_reply_to(settings.DEFAULT_FROM_EMAIL, settings.REPLY_DOMAIN),
                **render.BY_A_MACHINE,
                **plain.extra_headers,
            },
        )
        mail.attach_alternative(letter.html, "text/html")
        return mail

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Sends at once, in the reader's language, and says so on the page if the server is down.

        If the server refuses just this address, the page says nothing: that would tell a stranger
        who has an account.
        """
        user = context.get("user")
        language = user.language if isinstance(user, User) else translation.get_language()
        what = template_prefix.rpartition("/")[2]
        context = {**context, "minutes": settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT // 60}
        if "signup_url" in context:
            context["signup_url"] = with_way_back(current.request, context["signup_url"])
            to_login = render.absolute(reverse("account_login"))
            context["login_url"] = with_way_back(current.request, to_login)
        try:
            with translation.override(language):
                super().send_mail(template_prefix, email, {**context, **_unasked(email, what)})
        except smtplib.SMTPRecipientsRefused as error:
            log.warning("%s was refused: %s", template_prefix, type(error).__name__)
        except OSError as error:  # any other error of smtplib or of a socket
            log.warning("%s could not be sent: %s", template_prefix, type(error).__name__)
            messages.error(
                current.request,
                _("We couldn’t send the e-mail just now. Ask for it again in a few minutes."),
            )


def with_way_back(request: HttpRequest, url: str) -> str:
    """A link with the page they came from, since another browser may open it."""
    back = way_back(request)
    return f"{url}?{urlencode({'next': back})}" if back else url


def way_back(request: HttpRequest) -> str:
    """The page from which somebody went to sign up or in; empty if there is none."""
    stage = get_pending_stage(request)
    kept = stage.login.redirect_url if stage else ""
    if guest_upgrade.guest_of(request):
        kept = request.session.get(BACK_TO)
    return get_next_redirect_url(request) or kept or ""


def _may_be_confirmed(address: EmailAddress) -> bool:
    there = EmailAddress.objects.filter(pk=address.pk).exists()
    return there and not unconfirmed_sign_ups.is_taken(address.email, address.user)


def _is_theirs(user: User, email: str) -> bool:
    held = EmailAddress.objects.filter(user=user, email=email.lower())
    return (user.email or "").lower() == email.lower() or held.exists()


class Unsent(Post):
    """A message that is held back. It still connects to the server, so timing gives no hint."""

    def send(self, fail_silently: bool = False, **_more: Any) -> int:
        with get_connection(fail_silently=fail_silently):
            return 0


def _unasked(email: str, prefix: str) -> dict[str, Any]:
    """Context: whether to hold the message back, and the unsubscribe link for strangers.

    Does the same work for every e-mail, so that timing doesn't reveal who has an account.
    """
    unasked = prefix in UNSOLICITED
    free = unasked_letters.admit(email, secrets.token_hex(16), counts=unasked)
    refused = unasked_letters.is_refused(email)
    stop = render.absolute(reverse("stop", args=[unasked_letters.token(email)]))
    return {
        "kept_back": unasked and (refused or not free),
        "stop_url": stop if unasked and prefix != TO_MEMBERS else "",
    }


def paragraphs(text: str) -> list[dict[str, Any]]:
    """Splits the text into blocks: a URL becomes a button, a short single word a code."""
    blocks = [" ".join(block.split()) for block in text.split("\n\n")]
    return [{"text": block, "sort": _sort(block)} for block in blocks if block]


def _sort(block: str) -> str:
    if " " in block:
        return "text"
    return "link" if block.startswith(("http://", "https://")) else "code"
