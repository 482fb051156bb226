"""The form of a command, and what has changed since its preview."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.security import roles
from games.admin import descriptions, timeline
from games.models import Game
from games.services.moderation.command_types import MAX_TEXT_LENGTH, REASONS, CommandInput

FIELDS: Mapping[str, forms.Field] = {
    "hand": forms.IntegerField(label=gettext_lazy("Hand"), min_value=1, max_value=1_000_000),
    "seat": forms.TypedChoiceField(label=gettext_lazy("Seat"), coerce=int),
    "message": forms.IntegerField(label=gettext_lazy("Message"), min_value=1, max_value=1_000_000),
    "hours": forms.IntegerField(label=gettext_lazy("Hours"), min_value=1, max_value=336),
    "days": forms.IntegerField(label=gettext_lazy("Days"), min_value=1, max_value=3650),
    "person": forms.CharField(label=gettext_lazy("Name of the person"), max_length=30),
    "role": forms.ChoiceField(
        label=gettext_lazy("Role"),
        choices=[("", gettext_lazy("none")), *roles.LABELS.items()],
        required=False,
    ),
}


CHOICES = [("", gettext_lazy("Choose a reason")), *REASONS.items()]
OTHER = "other"  # a reason that the message has to explain


class OwnWords(forms.CharField):
    """A text of several lines. Its field counts a new line as one character; browsers send two."""

    def to_python(self, value: Any) -> str:
        return (super().to_python(value) or "").replace("\r\n", "\n")


class CommandForm(forms.Form):
    """The fields of a command, a reason, and a message to the people concerned."""

    # Nothing is preselected: the reason has to be a deliberate choice.
    reason = forms.ChoiceField(
        label=gettext_lazy("Reason"),
        choices=CHOICES,
    )
    text = OwnWords(
        label=gettext_lazy("In your own words"),
        help_text=gettext_lazy("The people concerned read it, so don’t name cards or addresses."),
        required=False,
        max_length=MAX_TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(
        self,
        fields: tuple[str, ...],
        game: Game | None,
        *args: Any,
        words: bool = True,
        **more: Any,
    ) -> None:
        super().__init__(*args, **more)
        if not words:
            self._without_words()
        own = {name: deepcopy(FIELDS[name]) for name in fields}
        seat = own.get("seat")
        if game is not None and isinstance(seat, forms.TypedChoiceField):
            seat.choices = [*timeline.names_of(game).items()]
        self.fields = {**own, **self.fields}

    def _without_words(self) -> None:
        """Leaves out the message, and the reason that needs one."""
        del self.fields["text"]
        reason = cast(forms.ChoiceField, self.fields["reason"])
        reason.choices = [(key, label) for key, label in CHOICES if key != OTHER]

    def given(self) -> CommandInput:
        """The cleaned values without empty ones."""
        return CommandInput(**{name: value for name, value in self.cleaned_data.items() if value})

    def labelled(self) -> list[dict[str, str]]:
        """The values for display, as pairs of label and value."""
        return [
            {"label": self.label(name), "value": self.described(name, self.cleaned_data[name])}
            for name in self.fields
        ]

    def label(self, name: str) -> str:
        return str(self.fields[name].label) if name in self.fields else name

    def described(self, name: str, value: Any) -> str:
        """A field's value for display."""
        field = self.fields.get(name)
        choices = getattr(field, "choices", ())
        named = {str(key): str(label) for key, label in choices}
        return named.get(str(value), str(value)) or "—"


def differences(form: CommandForm, changed: list[dict[str, Any]]) -> list[str]:
    """Sentences about what has changed since the preview."""
    return [_difference(form, each) for each in changed]


def _difference(form: CommandForm, each: Mapping[str, Any]) -> str:
    part, name, was, now = each["part"], each["name"], each["was"], each["now"]
    if part == "besides":
        return _("the e-mails that go out") if name == "letters" else _("a moderator acted here")
    say = form.described if part == "given" else descriptions.described
    words = {
        "what": form.label(name) if part == "given" else descriptions.WORDS.get(name, name),
        "was": say(name, was),
        "now": say(name, now),
    }
    if part == "after":
        return _("%(what)s, as it would be then: %(was)s when you looked, now %(now)s") % words
    return _("%(what)s: %(was)s when you looked, now %(now)s") % words
