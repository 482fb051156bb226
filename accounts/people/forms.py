"""Forms for the profile and the rhythm of notifications."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.notifications import preferences
from accounts.people import display_names, new_accounts, time_zones
from accounts.people.zone_select import ZoneSelect
from accounts.text import date_words


def zone_chosen(user: User, chosen: str, found: str) -> str:
    """The zone to save: `found`, the browser's, if `chosen` is automatic. Sets `zone_follows`."""
    user.zone_follows = chosen == time_zones.AUTOMATIC
    return found if user.zone_follows else chosen


class OwnForm(forms.ModelForm):  # type: ignore[type-arg]
    """Saves only its own columns (`preferences.save_own`)."""

    also: tuple[str, ...] = ()  # columns that are no fields

    def save(self, commit: bool = True) -> User:
        person: User = self.instance
        preferences.save_own(person, [*self.fields, *self.also])
        return person


class ProfileForm(OwnForm):
    """Name, time zone, quiet hours and language."""

    also = ("zone_follows",)
    zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=time_zones.choices,
        widget=ZoneSelect,
        help_text=_("Deadlines are shown in this time zone."),
    )

    class Meta:
        model = User
        fields = ("name", "zone", "quiet_from", "quiet_to", "language", "strict_mail")
        widgets = {
            name: forms.TimeInput(format="%H:%M", attrs={"type": "time"})
            for name in ("quiet_from", "quiet_to")
        }

    def __init__(self, *args: Any, browser_zone: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["language"].help_text = _("Pages and e-mails come in this language.")
        zone, field = self.instance.zone, cast(forms.ChoiceField, self.fields["zone"])
        self.found_zone = browser_zone or zone
        field.choices = time_zones.or_automatic(self.found_zone)
        if self.instance.zone_follows:
            self.initial["zone"] = time_zones.AUTOMATIC
        elif zone and zone not in time_zones.offered():
            field.choices = [*field.choices, (zone, date_words.place_of(zone))]

    def clean_name(self) -> str:
        return display_names.checked(self.cleaned_data["name"], self.instance)

    def clean_zone(self) -> str:
        return zone_chosen(self.instance, self.cleaned_data["zone"], self.found_zone)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if not {"quiet_from", "quiet_to"} & set(self.errors):
            wrong = new_accounts.quiet_fault(cleaned.get("quiet_from"), cleaned.get("quiet_to"))
            if wrong:
                self.add_error("quiet_to", wrong)
        return cleaned


class RhythmForm(OwnForm):
    """When reminders come, and the digest setting."""

    class Meta:
        model = User
        fields = ("remind_hours", "digest", "digest_hour")
        widgets = {
            "remind_hours": forms.NumberInput(
                attrs={"min": 1, "max": preferences.MAX_REMINDER_HOURS}
            ),
            "digest_hour": forms.NumberInput(attrs={"min": 0, "max": 23}),
        }

    def clean_remind_hours(self) -> int | None:
        hours: int | None = self.cleaned_data["remind_hours"]
        if hours is not None and not 1 <= hours <= preferences.MAX_REMINDER_HOURS:
            raise forms.ValidationError(
                _("From 1 to %(most)s hours; leave it empty for a fifth of the time."),
                params={"most": preferences.MAX_REMINDER_HOURS},
            )
        return hours

    def clean_digest_hour(self) -> int:
        hour: int = self.cleaned_data["digest_hour"]
        if not 0 <= hour <= 23:
            raise forms.ValidationError(_("An hour of the day, from 0 to 23."))
        return hour
