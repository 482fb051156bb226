"""What may stand in an address of ours."""

from django.urls import register_converter
from django.urls.converters import StringConverter


class NameConverter(StringConverter):
    """What could be somebody's name: nothing unprintable, which no column could hold either."""

    regex = r"[^/\x00-\x1f\x7f-\x9f]+"


register_converter(NameConverter, "name")
