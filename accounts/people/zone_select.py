"""The list of time zones in a form: six hundred lines that are the same for everybody."""

from functools import lru_cache
from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from accounts.people import time_zones

OPTION = '<option value="{}">{}</option>'


class ZoneSelect(forms.Select):
    """A select whose zones are written once a process: by the template of a widget each of them
    would be rendered anew on every page."""

    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None
    ) -> SafeString:
        """Groups of choices are the known zones; single ones may change, and stand above."""
        single = [choice for choice in self.choices if not isinstance(choice[1], list | tuple)]
        options = str(format_html_join("", OPTION, single)) + _zones()
        chosen = f'<option value="{escape(value or "")}"'
        options = options.replace(f"{chosen}>", f"{chosen} selected>", 1)
        about = flatatt({**self.build_attrs(self.attrs, attrs), "name": name})
        return mark_safe(f"<select{about}>{options}</select>")  # noqa: S308


@lru_cache(maxsize=1)
def _zones() -> str:
    """By area; names of places are written alike in every language."""
    return "".join(
        format_html('<optgroup label="{}">{}</optgroup>', area, format_html_join("", OPTION, group))
        for area, group in time_zones.choices()
    )
