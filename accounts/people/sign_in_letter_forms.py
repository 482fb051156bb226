"""Requesting an e-mail that lets one in: a sign-in code, or a link to reset the password.

Limited by account and network, and in the same way for addresses without an account.
"""

from allauth.account.forms import RequestLoginCodeForm, ResetPasswordForm
from allauth.core import context as current
from django.core.exceptions import ValidationError
from django.utils.translation import ngettext

from accounts.security import sign_in_throttle


class CodeForm(RequestLoginCodeForm):
    """Requests a sign-in code, up to a limit by address and network (ACCOUNT_FORMS)."""

    def clean_email(self) -> str:
        email: str = super().clean_email()
        _brake(email)
        return email


class ResetForm(ResetPasswordForm):
    """Requests a password reset, with the same limit (ACCOUNT_FORMS)."""

    def clean_email(self) -> str:
        email: str = super().clean_email()
        _brake(email)
        return email


def _brake(email: str) -> None:
    if email and not sign_in_throttle.may_send_code(current.request, email):
        raise too_many(sign_in_throttle.minutes_until_code(current.request, email))


def too_many(minutes: int) -> ValidationError:
    """The error for somebody who has to wait so long."""
    return ValidationError(
        ngettext(
            "Too many attempts. Try again in %(minutes)s minute.",
            "Too many attempts. Try again in %(minutes)s minutes.",
            minutes,
        ),
        params={"minutes": minutes},
        code="too_many_login_attempts",
    )
