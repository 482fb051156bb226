"""Changing the password, with the choice of revoking all API keys along with it."""

from typing import Any

from allauth.account.forms import ChangePasswordForm
from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.people.account_recovery import END_KEYS


class ChangeForm(ChangePasswordForm):
    """Changes the password; offers to revoke API keys, if there are any (ACCOUNT_FORMS)."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.user.api_keys.exists():
            self.fields[END_KEYS] = forms.BooleanField(
                required=False,
                initial=True,
                label=_("Remove my API keys as well"),
                help_text=_("Do so if somebody may know the old password."),
            )
