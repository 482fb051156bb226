"""What the lists of the panel are called."""

from django.contrib import admin
from django.utils import translation

from games.admin.index_page import lists


def test_every_list_has_a_name_in_german_and_dutch() -> None:
    with translation.override("en"):
        english = [each["name"] for each in lists()]
    assert len(english) == len(admin.site._registry)
    for language in ("de", "nl"):
        with translation.override(language):
            assert not {each["name"] for each in lists()} & {*english}, language
