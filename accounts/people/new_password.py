"""Changing the password, with the choice of revoking all API keys and applications with it."""

from typing import Any

from allauth.account.forms import ChangePasswordForm
from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.people import account_recovery


class ChangeForm(ChangePasswordForm):
    """Changes the password; offers to revoke keys and applications, if any (ACCOUNT_FORMS)."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if account_recovery.has_programs(self.user):
            self.fields[account_recovery.END_KEYS] = forms.BooleanField(
                required=False,
                initial=True,
                label=_("Remove my API keys and applications as well"),
                help_text=_("Do so if somebody may know the old password."),
            )
