"""Moderators read the columns of the panel's lists in their own language."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.contrib.admin.utils import label_for_field
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.people.forms import RhythmForm
from accounts.staff.audit_log import about_person, append
from accounts.staff.read_only_admin import ReadOnlyAdmin
from tests.accounts.making import staff

# These mean the same in German.
SAME = {"code", "message ID", "name", "person", "phase", "pk", "status", "tag"}


def labels(language: str) -> dict[str, str]:
    """What each column of a list, and each row of a page, is called."""
    found = {}
    with translation.override(language):
        for model, shown in admin.site._registry.items():
            if isinstance(shown, ReadOnlyAdmin):
                for name in (*shown.list_display, *(shown.fields or ())):
                    where = f"{model.__name__}.{name}"
                    found[where] = str(label_for_field(str(name), model, shown))
    return found


def test_every_column_has_a_german_name() -> None:
    english, german = labels("en"), labels("de")
    assert [
        where
        for where, label in english.items()
        if german[where] == label and label.lower() not in {word.lower() for word in SAME}
    ] == []


@pytest.mark.django_db
def test_a_list_and_its_filters_are_headed_in_german(client: Client) -> None:
    client.force_login(
        staff("Hedda", language="de"), backend="django.contrib.auth.backends.ModelBackend"
    )
    page = client.get(reverse("admin:accounts_user_changelist")).content.decode()
    assert "Dabei seit" in page
    assert 'data-filter-title="im Team"' in page
    assert "Date joined" not in page


@pytest.mark.django_db
def test_a_page_shows_no_notes_that_explain_columns_to_programmers(client: Client) -> None:
    hedda = staff("Hedda", language="de")
    client.force_login(hedda, backend="django.contrib.auth.backends.ModelBackend")
    entry = append(hedda, "read_person", about_person(hedda.pk))
    page = client.get(reverse("admin:accounts_moderationentry_change", args=[entry.pk]))
    assert "Prüfsumme" in page.content.decode()
    assert "Counted from 1" not in page.content.decode()


@pytest.mark.parametrize(
    ("language", "label"),
    [
        ("en", "E-mails about waiting hands"),
        ("de", "Briefe über wartende Runden"),
        ("nl", "Brieven over beurten die wachten"),
    ],
)
def test_players_read_no_name_of_a_column_in_their_settings(language: str, label: str) -> None:
    """The fingerprint of a record is called "digest" too."""
    with translation.override(language):
        assert RhythmForm().fields["digest"].label == label
