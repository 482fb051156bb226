"""Words of templates that are kept once they were looked up."""

from django.template import Context, Template
from django.utils.translation import override

SAID = '{% load i18n %}{% translate "Log out" as out %}{% translate "Settings" %}, {{ out }}'


def test_they_are_those_of_the_reader_s_language_each_time() -> None:
    template = Template(SAID)
    text: dict[str, set[str]] = {}
    for language in ("en", "de", "nl", "de", "en"):
        with override(language):
            text.setdefault(language, set()).add(template.render(Context()))
    assert text["en"] == {"Settings, Log out"}
    assert all(len(each) == 1 for each in text.values())
    assert len(set.union(*text.values())) == 3


def test_what_is_filled_in_is_looked_up_each_time() -> None:
    template = Template("{% load i18n %}{% translate word %}")
    with override("de"):
        words = [template.render(Context({"word": word})) for word in ("Settings", "Yes")]
    assert words[0] != words[1] != "Yes"
