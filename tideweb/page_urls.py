"""Addresses of the house pages."""

from django.urls import include, path

from tideweb.pages import set_theme
from tideweb.styleguide import StyleguideView

urlpatterns = [
    path("language/", include("django.conf.urls.i18n")),
    path("theme/", set_theme, name="set_theme"),
    path("styleguide/", StyleguideView.as_view(), name="styleguide"),
]
