"""Signing up (guests keep their seats), and resending the confirmation."""

from typing import Any, cast

from allauth.account.internal.flows.email_verification import (
    get_address_for_user,
    send_verification_email_to_address,
)
from allauth.account.internal.stagekit import get_pending_stage
from allauth.account.models import EmailAddress
from allauth.account.stages import EmailVerificationStage
from allauth.account.views import (
    ConfirmEmailView,
    EmailVerificationSentView,
    EmailView,
    PasswordResetFromKeyView,
    SignupView,
)
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.people import (
    account_recovery,
    allauth_adapter,
    first_confirmation,
    guest_upgrade,
    unconfirmed_sign_ups,
)
from accounts.people.signup import SignupForm
from accounts.security import reauthentication, sign_in_throttle


class SignUp(SignupView):
    """allauth's page, which turns away everybody who is signed in, opened to guests."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        guest = guest_upgrade.guest_of(request)
        if guest is not None:
            request.guest = guest  # type: ignore[attr-defined]
            request.user = AnonymousUser()
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "request": self.request}

    def form_valid(self, form: SignupForm) -> HttpResponse:
        """Shows a form error if somebody takes the name between validation and saving; answers as
        for a known address if it was the address, such as by a double click."""
        email = form.cleaned_data["email"]
        if not sign_in_throttle.may_send_confirmation(self.request, email):
            messages.info(self.request, _too_soon(self.request, email))
        try:
            response: HttpResponse = super().form_valid(form)
        except IntegrityError:
            held = User.objects.filter(email=email)
            if form.guest is None and held.exists():
                form.account_already_exists = True
                return cast(HttpResponse, super().form_valid(form))
            form.add_error("name", _("That name is taken. Choose another one."))
            return self.form_invalid(form)
        return response


class VerificationSent(EmailVerificationSentView):
    """allauth's page after signing up; in the demo it links to the mailbox."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        by_code, by_form = reverse("account_request_login_code"), reverse("account_signup")
        address, signup = _waiting(self.request)
        ways = {
            "sent_to": address.email if address and signup else "",
            "by_form": allauth_adapter.with_way_back(self.request, by_form),
            "by_code": allauth_adapter.with_way_back(self.request, by_code),
            "go_on": allauth_adapter.way_back(self.request) or settings.LOGIN_REDIRECT_URL,
        }
        return super().get_context_data(**kwargs, demo=settings.TIDEWEB_DEMO, **ways)


class Confirm(ConfirmEmailView):
    """allauth's page behind the link in the letter; it says what confirming here would end.

    Whoever is signed in here stays so, unlike in allauth: a guest would lose their seats for good.
    Whoever isn't, such as in the browser of a mail app, can have a code sent to the address.
    """

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        address = self.object and self.object.email_address
        ends = address and first_confirmation.ends_something(self.request, address)
        used = "" if address else first_confirmation.confirmed_by(self.kwargs["key"])
        about = {
            "ends_something": ends,
            "used": used,
            "gone": first_confirmation.is_gone(self.kwargs["key"]),
            "go_on": self.get_next_url() or settings.LOGIN_REDIRECT_URL,
        }
        return super().get_context_data(**kwargs, **about)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Says of a link that was used, such as by a second click, that all is well."""
        if first_confirmation.confirmed_by(kwargs["key"]):
            return cast(HttpResponse, self.get(request, *args, **kwargs))
        return cast(HttpResponse, super().post(request, *args, **kwargs))

    def respond(self, success: bool) -> HttpResponse:
        """Shows the page of a used link to whoever isn't signed in by confirming; asks whoever sat
        down as a guest meanwhile whether their seats come along to this account."""
        guest = guest_upgrade.guest_of(self.request)
        if success and guest and guest.pk != self.object.email_address.user_id:
            return redirect(self.passthrough_next_url(reverse("account_login")))
        if success and not self.request.user.is_authenticated:
            return redirect(self.passthrough_next_url(self.request.path))
        return cast(HttpResponse, super().respond(success))

    def logout_other_user(self, confirmation: Any) -> None:
        pass


class NewPassword(PasswordResetFromKeyView):
    """allauth's page behind the link in the letter; whoever is signed in stays so, as above."""

    def logout(self) -> None:
        pass


class Address(EmailView):
    """allauth's page for the address; changing it requires a recent sign-in, and ends programs."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        ends = account_recovery.has_programs(cast(User, self.request.user))
        return super().get_context_data(**kwargs, ends_programs=ends)

    def form_valid(self, form: Any) -> HttpResponse:
        """Says if no e-mail leaves yet, since one to the same address has just left; that one's
        link ended as its address was removed."""
        email = form.cleaned_data["email"]
        sends = sign_in_throttle.may_send_confirmation(self.request, email)
        minutes = sign_in_throttle.minutes_until_confirmation(self.request, email)
        response: HttpResponse = super().form_valid(form)
        if not sends:
            messages.info(self.request, _link_ended(minutes))
        return response

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if reauthentication.needed(request):
            return reauthentication.ask(request, reverse("account_email"))
        response: HttpResponseBase = super().post(request, *args, **kwargs)
        if "action_send" in request.POST and not self._did_send_verification_email:
            messages.info(request, _too_soon(request, request.POST.get("email", "")))
        return response


@require_POST
def confirm_again(request: HttpRequest) -> HttpResponse:
    """Resends the e-mail about an address to whoever waits for it on this browser.

    The answer is the same if the address has an account already, or if nobody is waiting.
    """
    address, signup = _waiting(request)
    if address is None or address.verified:
        messages.info(request, _("If an e-mail was due, it is on its way again."))
    elif not send_verification_email_to_address(request, address, signup=signup):
        messages.info(request, _too_soon(request, address.email))
    return redirect("account_email_verification_sent")


def _too_soon(request: HttpRequest, email: str) -> str:
    return just_sent(sign_in_throttle.minutes_until_confirmation(request, email))


def just_sent(minutes: int) -> str:
    """What to tell somebody who asks again for an e-mail that left less than so long ago."""
    return ngettext(
        "We have just sent it. If it isn’t there in %(minutes)s minute, ask again.",
        "We have just sent it. If it isn’t there in %(minutes)s minutes, ask again.",
        minutes,
    ) % {"minutes": minutes}


def _link_ended(minutes: int) -> str:
    return ngettext(
        "The link in our last e-mail there no longer works. Ask again in %(minutes)s minute.",
        "The link in our last e-mail there no longer works. Ask again in %(minutes)s minutes.",
        minutes,
    ) % {"minutes": minutes}


def _not_others(user: User) -> EmailAddress | None:
    """Their address; of nobody, if somebody else has it: whose it is gets no letter to confirm."""
    found = get_address_for_user(user)
    if found is not None and unconfirmed_sign_ups.is_taken(found.email, user):
        return EmailAddress(email=found.email)
    return found


def _waiting(request: HttpRequest) -> tuple[EmailAddress | None, bool]:
    """The address (of nobody, if it has an account), and whether they are just signing up."""
    if isinstance(request.user, User):
        return _not_others(request.user), request.user.is_guest
    stage = get_pending_stage(request)
    if stage is None or stage.key != EmailVerificationStage.key:
        return None, False
    login = stage.login
    found = get_address_for_user(login.user) if login.user else EmailAddress(email=login.email)
    return found, login.signup
