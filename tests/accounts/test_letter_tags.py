"""`translate` in letters: as Django's, and looked up once where it can be."""

import pytest
from django.template import Context, Template
from django.utils import translation

SAYS = "{% load i18n letters %}"


@pytest.mark.parametrize(
    "source",
    [
        '{% translate "Points" %}',
        '{% translate "Points" as said %}{{ said }}',
        "{% translate word %}",
        '{% translate "Points"|lower %}',
        '{% translate "Points" noop %}',
        '{% translate "Nothing of ours & 100%" %}',
    ],
)
def test_it_says_what_djangos_says(source: str) -> None:
    ours, theirs = Template(SAYS + source), Template("{% load i18n %}" + source)
    for language in ("en", "de", "nl", "de"):
        with translation.override(language):
            told = {"word": "<Points>", "language": language}
            for context in (told, {"word": "Points"}):
                assert ours.render(Context(context)) == theirs.render(Context(context))
