"""What letters translate: as Django would, and looked up once where it can be."""

from datetime import UTC, datetime
from unittest.mock import patch

import pytest
from django.template import Context, Engine, Template
from django.utils import translation

SAYS = "{% load i18n letters %}"
DJANGO = Engine(libraries={"i18n": "django.templatetags.i18n"})  # without our own


@pytest.mark.parametrize(
    "source",
    [
        '{% translate "Points" %}',
        '{% translate "Points" as said %}{{ said }}',
        "{% translate word %}",
        '{% translate "Points"|lower %}',
        '{% translate "Points" noop %}',
        '{% translate "Nothing of ours & 100%" %}',
        "{% blocktranslate %}Your move, {{ name }}{% endblocktranslate %}",
        "{% blocktranslate trimmed %}\n Your move,\n {{ name }}\n{% endblocktranslate %}",
        "{% blocktranslate asvar said %}Your move, {{ name }}{% endblocktranslate %}{{ said }}",
        "{% blocktranslate %}100 % of <b>{{ nobody }}</b> & {{ at }}{% endblocktranslate %}",
        "{% blocktranslate with name=word %}Your move, {{ name }}{% endblocktranslate %}",
        "{% blocktranslate count n=n %}a card{% plural %}{{ n }} cards{% endblocktranslate %}",
        "{% autoescape off %}{% blocktranslate %}Your move, {{ name }}{% endblocktranslate %}"
        "{% endautoescape %}",
    ],
)
def test_it_says_what_djangos_says(source: str) -> None:
    ours, theirs = Template(SAYS + source), DJANGO.from_string("{% load i18n %}" + source)
    for language in ("en", "de", "nl", "de"):
        with translation.override(language):
            told = {"word": "<Points>", "language": language, "name": "<Aoife> & Jörg"}
            also = {
                "word": "Points",
                "name": "Ute",
                "n": 2,
                "at": datetime(2026, 11, 22, tzinfo=UTC),
            }
            for context in ({**told, "n": 1}, also):
                assert ours.render(Context(context)) == theirs.render(Context(context))


def test_a_translation_with_gaps_of_its_own_is_left_to_django() -> None:
    source = "{% load i18n letters %}{% blocktranslate %}Hand {{ n }}{% endblocktranslate %}"
    with patch("accounts.templatetags.letters.gettext", return_value="Hand %(m)s"):
        assert Template(source).render(Context({"n": 7})) == "Hand 7"
