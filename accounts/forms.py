"""What people fill in about themselves."""

from collections.abc import Iterable
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts import people, reach, zones
from accounts.kinds import KINDS, Kind
from accounts.models import Choice, User


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]
    """Name, time zone, quiet hours and language."""

    zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=zones.choices,
        help_text=_("Deadlines are told by the clock there."),
    )

    class Meta:
        model = User
        fields = ("name", "zone", "quiet_from", "quiet_to", "language")
        widgets = {
            name: forms.TimeInput(format="%H:%M", attrs={"type": "time"})
            for name in ("quiet_from", "quiet_to")
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["language"].help_text = _("Pages and letters come in it.")
        zone = self.instance.zone
        if zone and zone not in zones.offered():
            field = cast(forms.ChoiceField, self.fields["zone"])
            field.choices = [*zones.choices(), (zone, zone)]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if not {"quiet_from", "quiet_to"} & set(self.errors):
            wrong = people.quiet_fault(cleaned.get("quiet_from"), cleaned.get("quiet_to"))
            if wrong:
                self.add_error("quiet_to", wrong)
        return cleaned


class LettersForm(forms.Form):
    """A box for each kind of letter that somebody may do without."""

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        for kind in optional_kinds():
            self.fields[kind.slug] = forms.BooleanField(
                label=str(kind.label), required=False, initial=reach.wishes(user, kind.slug)
            )

    def save(self) -> None:
        """Writes the choices down, also those that are as usual: the usual may change."""
        for slug, wanted in self.cleaned_data.items():
            Choice.objects.update_or_create(
                user=self.user, kind=slug, channel="mail", defaults={"wanted": wanted}
            )


def optional_kinds() -> Iterable[Kind]:
    """The kinds of letters that can be stopped."""
    return [kind for kind in KINDS.values() if kind.optional]
