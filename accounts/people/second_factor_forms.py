"""allauth's forms for the code of a second factor, which don't say when to try again."""

from allauth.core import context as current
from allauth.mfa.base import forms as theirs
from django.core.exceptions import ValidationError

from accounts.models import User
from accounts.people.sign_in_letter_forms import too_many
from accounts.security import sign_in_throttle


class _SaysWhen(theirs.BaseAuthenticateForm):
    user: User

    def clean_code(self) -> str:
        """Raises `ValidationError`."""
        try:
            return str(super().clean_code())
        except ValidationError as refused:
            if refused.code != too_many(1).code:
                raise
            minutes = sign_in_throttle.minutes_until_factor(current.request, self.user.pk)
            raise too_many(minutes) from None


class AuthenticateForm(_SaysWhen, theirs.AuthenticateForm):
    pass


class ReauthenticateForm(_SaysWhen, theirs.ReauthenticateForm):
    pass
