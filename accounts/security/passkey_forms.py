"""allauth's forms for passkeys, which break on an answer of a browser that lacks a part, and name
a field in English only."""

import struct
from typing import TYPE_CHECKING

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms as theirs
from allauth.mfa.webauthn.internal import auth
from django import forms
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    Base = forms.Form
else:
    Base = object

UNREADABLE = (
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
    struct.error,
)


class _Readable(Base):
    """Refuses an answer that can't be read like a wrong one: anybody may send one, unseen."""

    def full_clean(self) -> None:
        try:
            super().full_clean()
        except UNREADABLE:
            self.add_error("credential", get_adapter().validation_error("incorrect_code"))


# To mypy the forms of allauth are of any type; therefore `ignore`.
class AddForm(_Readable, theirs.AddWebAuthnForm):  # type: ignore[misc]
    name = forms.CharField(required=False, label=_("Name"))


class EditForm(theirs.EditWebAuthnForm):  # type: ignore[misc]
    name = forms.CharField(label=_("Name"))

    def save(self) -> Authenticator:
        """The name alone: allauth saves the row, which would bring back a passkey that was removed
        meanwhile."""
        data = {**self.instance.data, "name": self.cleaned_data["name"]}
        Authenticator.objects.filter(pk=self.instance.pk).update(data=data)
        return self.instance


class AuthenticateForm(_Readable, theirs.AuthenticateWebAuthnForm):  # type: ignore[misc]
    pass


class LoginForm(_Readable, theirs.LoginWebAuthnForm):  # type: ignore[misc]
    def clean_credential(self) -> Authenticator:
        """Only if the key has verified its owner, by a PIN or a fingerprint. allauth takes any
        challenge of this session, also that of a second factor, for which a touch is enough."""
        key: Authenticator = super().clean_credential()
        answer = auth.parse_authentication_response(self.cleaned_data["credential"])
        if not answer.response.authenticator_data.is_user_verified():
            raise get_adapter().validation_error("incorrect_code")
        return key


class ReauthenticateForm(_Readable, theirs.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    pass
