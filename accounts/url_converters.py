"""Custom path converters."""

from django.urls import register_converter
from django.urls.converters import StringConverter


class NameConverter(StringConverter):
    """A display name: no control characters, which PostgreSQL can't store either."""

    regex = r"[^/\x00-\x1f\x7f-\x9f]+"


register_converter(NameConverter, "name")
