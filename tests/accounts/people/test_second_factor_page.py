"""The page of second factors is called what leads to it is called, and each of its links says by
ear where it leads."""

import re

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from tests.accounts.making import give_factor, member

pytestmark = pytest.mark.django_db
SHORT = {"View", "Download", "Add", "Activate", "Deactivate", "Manage", "Make them", "Generate"}


@pytest.mark.parametrize("has_app", [False, True])
def test_names_and_links(client: Client, has_app: bool) -> None:
    marit = member()
    if has_app:
        RecoveryCodes.activate(give_factor(marit))
    client.force_login(marit)
    settings, page = (
        client.get(reverse(name)).content.decode() for name in ("profile", "mfa_index")
    )
    name = re.findall(rf'href="{reverse("mfa_index")}">(.*?)</a>', settings)
    assert re.findall(r"<h1.*?>\s*(.*?)\s*</h1>", page, re.DOTALL) == name
    assert f"<title>{name[0]} ·" in page

    links = re.findall(r'<a [^>]*class="btn.*?</a>', page.partition("<main")[2], re.DOTALL)
    said = [strip_tags(link).strip() for link in links]
    assert len(said) == (5 if has_app else 2)
    assert not set(said) & SHORT


def test_whoever_gets_recovery_codes_is_told_what_to_do_with_them() -> None:
    page = render_to_string(
        "mfa/recovery_codes/index.html", {"unused_codes": ["09657504"], "total_count": 10}
    )
    assert "Keep the recovery codes where you can find them without your phone." in page
