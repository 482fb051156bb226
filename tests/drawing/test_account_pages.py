"""The library's own pages for accounts stand in the house's frame, with the house's fields."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.http import HttpRequest
from django.template import Context, Origin, Template
from django.test import RequestFactory

from tests.styleguide.pages import SampleForm

FORM = Template(
    "{% extends 'allauth/layouts/entrance.html' %}{% load allauth %}"
    "{% block head_title %}Sign in{% endblock %}"
    "{% block content %}{% element h1 %}Sign in{% endelement %}"
    "{% element form form=form method='post' action='/x/' %}"
    "{% slot body %}{% element fields form=form %}{% endelement %}{% endslot %}"
    "{% slot actions %}{% element button type='submit' tags='prominent' %}Go{% endelement %}"
    "{% endslot %}{% endelement %}{% endblock %}",
    Origin("form.html", "form.html"),  # elements of the library ask where they stand
)


@pytest.fixture
def request_of_a_guest() -> HttpRequest:
    request = RequestFactory().get("/login/")
    request.session = SessionStore()
    request.user = AnonymousUser()
    return request


def test_a_form_of_the_library(request_of_a_guest: HttpRequest) -> None:
    html = FORM.render(Context({"form": SampleForm(), "request": request_of_a_guest}))
    assert "<title>Sign in · Tideweb</title>" in html
    assert '<header class="bar">' in html
    assert '<form class="form" method="post" action="/x/">' in html
    assert '<div class="field">\n<label for="id_name">Name of the table</label>' in html
    assert '<button class="btn btn--deep" type="submit">Go</button>' in html
    assert "autofocus" not in html


def test_an_address_to_choose() -> None:
    html = Template(
        "{% load allauth %}{% element field type='radio' id='a' name='email' value=address %}"
        "{% slot label %}Home{% endslot %}{% endelement %}",
        Origin("field.html", "field.html"),
    ).render(Context({"address": "<b>"}))
    assert '<input type="radio" id="a" name="email" value="&lt;b&gt;">' in html
    assert "<span>Home</span>" in html
