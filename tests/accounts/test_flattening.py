"""Letters as one source say what Django makes of their templates."""

import pytest
from django.template import Context, Engine

from accounts.email.flatten_templates import flat

BASE = """{% load i18n %}<{% block title %}none{% endblock %}>
{% if deep %}{% block part %}part {% block inner %}in{% endblock inner %}{% endblock %}{% endif %}
{% block foot %}foot{% endblock %}{% include "end" %}"""
SOURCES = {
    "base": BASE,
    "end": "{{ name }}{% if deep %}.{% endif %}",
    "middle": (
        '{% extends "base" %} lost {% load tz %}'
        "{% block title %}{% block first %}middle{% endblock %} {{ block.super }}{% endblock %}"
    ),
    "inner": '{% extends "middle" %}{% block inner %}deeper {{ block.super }}{% endblock %}',
    "first": '{% extends "middle" %}{% block first %}1{% endblock %}{% block no %}{% endblock %}',
    "twice": (
        '{% extends "middle" %}{% block title %}2{{ block.super }}{{ block.super }}{% endblock %}'
    ),
    "part": (
        '{% extends "base" %}{% block part %}{% include "end" %}{{ block.super }}{% endblock %}'
    ),
    "narrow": '{%extends "base"%}{%block title%}{%include "end"%}{{block.super}}{%endblock%}',
    "named": (
        '{% extends "base" %}{% block title %}{% include "end" with name="Joost" %}{% endblock %}'
    ),
}
LOADERS = [("django.template.loaders.locmem.Loader", SOURCES)]
ENGINE = Engine(
    loaders=LOADERS, libraries={name: f"django.templatetags.{name}" for name in ("i18n", "tz")}
)


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("deep", [True, False])
def test_it_says_what_the_templates_say(name: str, deep: bool) -> None:
    whole = flat(SOURCES[name], SOURCES.__getitem__)
    said = Context({"name": "<Aoife>", "deep": deep})
    theirs = ENGINE.get_template(name).render(Context({"name": "<Aoife>", "deep": deep}))
    assert "extends" not in whole
    assert "block" not in whole
    assert ENGINE.from_string(whole).render(said) == theirs
