"""What the lists of the panel are called."""

import re

import pytest
from django.contrib import admin
from django.urls import reverse
from django.utils import translation

from games.admin.index_page import lists
from tests.games.admin.test_commands import signed_in


def test_every_list_has_a_name_in_german_and_dutch() -> None:
    with translation.override("en"):
        english = [each["name"] for each in lists()]
    assert len(english) == len(admin.site._registry)
    for language in ("de", "nl"):
        with translation.override(language):
            assert not {each["name"] for each in lists()} & {*english}, language


@pytest.mark.django_db
def test_the_page_of_a_new_league_names_itself() -> None:
    text = signed_in().get(reverse("admin:games_league_add")).content.decode()
    crumbs = re.search(r'<div class="breadcrumbs">(.*?)</div>', text)
    assert crumbs
    assert re.sub("<[^>]+>", "", crumbs[1]) == "Start › Leagues › League"
