"""Leagues, the only game data created in the panel; the sweep does the rest."""

import hashlib
import json
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.db import transaction
from django.db.utils import IntegrityError
from django.forms.fields import InvalidJSONInput
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.security import roles
from accounts.staff.audit_log import append
from accounts.staff.read_only_admin import ReadOnlyAdmin
from games.models import League
from games.refusals import Refused
from games.rules.registry import RULESETS
from games.services.results import leagues

FURTHEST = timedelta(days=730)  # a year that was mistyped, or that no page could show, is beyond


class OptionsField(forms.JSONField):
    """Django's, for which JSON that is too deep, too long or no Unicode is an error of ours."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid": gettext_lazy("Enter a JSON object, such as {} for the usual game."),
    }

    def to_python(self, value: Any) -> Any:
        try:
            found = super().to_python(value)
            json.dumps(found, ensure_ascii=False).encode()
        except (RecursionError, ValueError):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from None
        return found

    def bound_data(self, data: Any, initial: Any) -> Any:
        try:
            self.to_python(data)
        except forms.ValidationError:
            return InvalidJSONInput(data)
        return super().bound_data(data, initial)


class SeenField(forms.CharField):
    """What the league was when its form was shown."""

    widget = forms.HiddenInput

    def has_changed(self, initial: Any, data: Any) -> bool:
        return False


class LeagueForm(forms.ModelForm):  # type: ignore[type-arg]
    """A league; the number of seats and the options must be possible in its game."""

    ruleset = forms.ChoiceField(choices=[(slug, slug) for slug in RULESETS])
    seen = SeenField(required=False)

    class Meta:
        model = League
        fields = (
            "name", "slug", "ruleset", "options", "seats", "hours", "days", "first_start", "active",
        )  # fmt: skip
        field_classes: ClassVar[dict[str, Any]] = {"options": OptionsField}
        help_texts: ClassVar[dict[str, Any]] = {
            "active": gettext_lazy(
                "Off: no further season begins, and all sign-ups for it are dropped."
            ),
        }

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        columns = forms.model_to_dict(self.instance, self.Meta.fields)
        text = json.dumps(columns, default=str, sort_keys=True)
        self.initial["seen"] = hashlib.sha256(text.encode()).hexdigest()

    def clean_seen(self) -> str:
        """Refuses a form that would bring back what another moderator has changed meanwhile."""
        seen: str = self.cleaned_data["seen"]
        if self.instance.pk and seen and seen != self.initial["seen"]:
            words = _(
                "Somebody has changed this league since you opened it. Nothing was saved: open it "
                "again."
            )
            self.add_error(None, words)  # beside a hidden field nobody would see it
        return seen

    def clean_first_start(self) -> datetime:
        found: datetime = self.cleaned_data["first_start"]
        if "first_start" in self.changed_data and abs(found - timezone.now()) > FURTHEST:
            raise forms.ValidationError(_("Choose a day at most two years from today."))
        return found

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        cleaned["options"] = cleaned.get("options") or {}
        if not isinstance(cleaned["options"], dict):
            self.add_error("options", self.fields["options"].error_messages["invalid"])
        if self.errors:
            return cleaned
        try:
            names = ("name", "ruleset", "options", "seats", "hours")
            leagues.check(League(**{name: cleaned[name] for name in names}))
        except Refused as refused:
            raise forms.ValidationError(refused.message) from None
        return cleaned


@admin.register(League)
class LeagueAdmin(ReadOnlyAdmin):
    list_display = ("name", "ruleset", "seats", "hours", "days", "first_start", "active")
    exact_search = ("slug",)
    form = LeagueForm

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return roles.may_here(request, roles.MODERATE)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return roles.may_here(request, roles.MODERATE)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        fields = LeagueForm.Meta.fields
        return (*fields, "seen") if self.has_change_permission(request, obj) else fields

    def changeform_view(self, *args: Any, **more: Any) -> Any:
        """Of two presses that make the same league, the second finds it there."""
        try:
            return super().changeform_view(*args, **more)
        except IntegrityError:
            return super().changeform_view(*args, **more)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Saves, and logs the change like every staff action. New dates hold for the season that
        people can already sign up for."""
        with transaction.atomic():
            before = League.objects.filter(pk=obj.pk).first()
            super().save_model(request, obj, form, change)
            if before and {"first_start", "days"} & {*form.changed_data}:
                leagues.retime(before)
            if not obj.active:
                leagues.close(obj.pk)
            actor = request.user if isinstance(request.user, User) else None
            facts = {"changed": sorted(form.changed_data)}
            append(actor, "league", f"league:{obj.slug}"[:48], facts=facts)
