"""Requesting an e-mail that lets one in: a sign-in code, or a link to reset the password.

Limited by account and network, and in the same way for addresses without an account.
"""

from allauth.account.adapter import get_adapter
from allauth.account.forms import RequestLoginCodeForm, ResetPasswordForm
from allauth.core import context as current

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
        raise get_adapter().validation_error("too_many_login_attempts")
