"""The addresses of the product, and those of the sheet of pieces."""

from __future__ import annotations

from django.urls import include, path

from tests.styleguide.pages import BoardsView, StyleguideView

urlpatterns = [
    path("styleguide/", StyleguideView.as_view(), name="styleguide"),
    path("styleguide/boards/", BoardsView.as_view(), name="styleguide_boards"),
    path("", include("tideweb.urls")),
]
