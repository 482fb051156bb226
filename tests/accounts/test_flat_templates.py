"""A letter's template says the same whole as put together anew for each letter."""

import pytest
from django.template import Context, Engine

from accounts.email import flat_templates

SOURCES = {
    "root": "{% load i18n %}A {% block one %}root{% endblock %}{% block two %}2{% endblock %}",
    "child": '{% extends "root" %}!{% block one %}({% block deep %}x{% endblock %}){% endblock %}',
    "grandchild": '{% extends "child" %}{% block deep %}{{ block.super }}+{{ y }}{% endblock %}',
    "over": '{% extends "grandchild" %}{% block one %}{% include "part" %}{% endblock %}',
    "part": '{% if y %}{% include "leaf" %}{% endif %}',
    "leaf": "leaf {{ y }}",
}
SAID = {"root": "A root2", "child": "A (x)2", "grandchild": "A (x+y)2", "over": "A leaf y2"}


@pytest.mark.parametrize("name", SAID)
def test_it_says_what_django_would_make_of_it(name: str) -> None:
    loaders = [("django.template.loaders.locmem.Loader", SOURCES)]
    libraries = {"i18n": "django.templatetags.i18n", "letters": "accounts.templatetags.letters"}
    engine = Engine(loaders=loaders, libraries=libraries)
    context = Context({"y": "y"})
    whole = flat_templates.flat(SOURCES[name], SOURCES.__getitem__)
    assert "{% extends" not in whole
    assert "{% include" not in whole
    assert engine.get_template(name).render(context) == SAID[name]
    assert engine.from_string(whole).render(context) == SAID[name]
