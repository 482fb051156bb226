"""Forms for API keys: scopes and lifetime."""

from typing import Any, cast

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.security import api_keys, scopes
from accounts.security.device_grants import KeyRequest


class KeyForm(forms.Form):
    """A new API key. Every key may read, so that scope isn't offered."""

    name = forms.CharField(
        label=_("What the key is for"),
        max_length=api_keys.MAX_NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label=_("What it may do, besides seeing what you see"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(
        label=_("It works"),
        coerce=int,
        empty_value=None,
        required=False,
        initial="",
        choices=[
            ("", _("until you remove it")),
            (7, _("for 7 days")),
            (30, _("for 30 days")),
            (90, _("for 90 days")),
            (365, _("for 365 days")),
        ],
    )

    def __init__(self, request: HttpRequest, data: Any = None) -> None:
        super().__init__(data, auto_id="key-%s")
        offered = [scope for scope in scopes.offered_here(request) if scope != scopes.READ]
        field = cast(forms.MultipleChoiceField, self.fields["scopes"])
        field.choices = [(scope, scopes.SCOPES[scope]) for scope in offered]

    def wish(self) -> dict[str, Any]:
        """Keyword arguments for `api_keys.make`; the form must be valid."""
        return {name: self.cleaned_data[name] for name in ("name", "scopes", "days")}


class DeviceForm(KeyForm):
    """A key requested by a program: its scopes can be reduced and its lifetime limited."""

    def __init__(self, request: HttpRequest, asked: KeyRequest, data: Any = None) -> None:
        super().__init__(request, data)
        del self.fields["name"]
        wanted = asked.scopes.split()
        field = cast(forms.MultipleChoiceField, self.fields["scopes"])
        field.choices = [(scope, label) for scope, label in _pairs(field) if scope in wanted]
        field.initial = [scope for scope, _label in _pairs(field)]
        if not field.choices:
            del self.fields["scopes"]

    def wish(self) -> dict[str, Any]:
        """Keyword arguments for `device_grants.allow`; the form must be valid."""
        return {"chosen": self.cleaned_data.get("scopes", []), "days": self.cleaned_data["days"]}


def _pairs(field: forms.MultipleChoiceField) -> list[tuple[str, Any]]:
    return list(cast(Any, field.choices))
