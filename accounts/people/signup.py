"""The sign-up form: address, name, password, time zone."""

from typing import Any, cast

from allauth.account.forms import SignupForm as LibrarySignupForm
from allauth.account.utils import get_next_redirect_url
from django import forms
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.people import (
    display_names,
    first_confirmation,
    guest_upgrade,
    new_accounts,
    time_zones,
    unconfirmed_sign_ups,
)
from accounts.people.forms import zone_chosen
from accounts.people.zone_select import ZoneSelect

BACK_TO = "back_to"  # session key: the page from which a guest went to sign up


class SignupForm(LibrarySignupForm):
    """Adds name and time zone; a guest who signs up keeps seats and games (ACCOUNT_FORMS).

    `request` says whether it is a guest, and which zone to preselect.
    """

    name = User._meta.get_field("name").formfield(label=_("Name"))
    zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=time_zones.choices,
        widget=ZoneSelect,
        help_text=_("Deadlines are shown in this time zone."),
    )
    field_order = ("email", "name", "password1", "zone")

    def __init__(self, *args: Any, request: HttpRequest | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request, self.replaced = request, cast(User | None, None)
        self.guest = guest_upgrade.guest_of(request) if request else None
        # Password managers would otherwise keep the name, which stands before the password.
        self.fields["email"].widget.attrs["autocomplete"] = "username"
        self.fields["name"].widget.attrs["autocomplete"] = "nickname"
        self.fields["password1"].help_text = _("Without one we e-mail you a code to sign in with.")
        if self.guest and not new_accounts.is_unnamed(self.guest.name):
            self.initial.setdefault("name", self.guest.name)
        self.found_zone = time_zones.guess(request)
        cast(forms.ChoiceField, self.fields["zone"]).choices = time_zones.or_automatic(
            self.found_zone
        )

    def clean_name(self) -> str:
        """The name may be that of an account that this browser made and never confirmed."""
        name = self.cleaned_data["name"]
        try:
            return display_names.checked(name, self.guest)
        except ValidationError:
            session = self.request.session if self.request else {}
            self.replaced = unconfirmed_sign_ups.find(session.get(first_confirmation.SIGNED_UP, 0))
            if self.replaced is None:
                raise
            return display_names.checked(name, self.replaced)

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """As in allauth, but a known address takes as long as an unknown one, and does as much.

        Hashing the password is the slow part; skipping it would reveal who has an account. A guest
        stays signed in and sees what was saved, so it is saved in either case.
        """
        if self.account_already_exists and self.guest:
            self.save(request)
        elif self.account_already_exists:
            self._make_room()
            if self.cleaned_data["password1"]:
                make_password(self.cleaned_data["password1"])
        saved: tuple[User | None, HttpResponse | None] = super().try_save(request)
        return saved

    def save(self, request: HttpRequest) -> User:
        """Creates a person, or gives a guest an address to confirm.

        Commits before the confirmation is e-mailed: our own mail listener must know the address.
        """
        if self.guest is None:
            with transaction.atomic():
                self._make_room()
                user: User = super().save(request)
            first_confirmation.note_sign_up(request, user)
            return user
        self._make_room()
        self.describe(self.guest)
        request.session[BACK_TO] = get_next_redirect_url(request) or ""
        guest_upgrade.pledge(
            request, self.guest, self.cleaned_data["email"], self.cleaned_data["password1"] or None
        )
        return self.guest

    def _make_room(self) -> None:
        """Removes the account that this one replaces, also if the address is known: whether its
        link still works would give that away.
        """
        if self.replaced:
            unconfirmed_sign_ups.replace(self.replaced, self.cleaned_data["email"])

    def describe(self, user: User) -> None:
        """Sets name, zone and language on an unsaved person."""
        user.name = self.cleaned_data["name"]
        user.zone = zone_chosen(user, self.cleaned_data["zone"], self.found_zone)
        user.language = get_language() or "en"
