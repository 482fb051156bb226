"""The widget for time zones: six hundred options that are the same for everybody."""

from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from accounts.people import time_zones
from accounts.text.translation_cache import once_a_language

OPTION = '<option value="{}">{}</option>'


class ZoneSelect(forms.Select):
    """A select whose options are rendered once per language; Django's widget would render each of
    them from a template on every page.
    """

    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None
    ) -> SafeString:
        """Grouped choices are the cached zones; single choices can vary and are listed first."""
        single = [choice for choice in self.choices if not isinstance(choice[1], list | tuple)]
        options = str(format_html_join("", OPTION, single)) + _zones()
        chosen = f'<option value="{escape(value or "")}"'
        options = options.replace(f"{chosen}>", f"{chosen} selected>", 1)
        about = flatatt({**self.build_attrs(self.attrs, attrs), "name": name})
        return mark_safe(f"<select{about}>{options}</select>")  # noqa: S308


@once_a_language
def _zones() -> str:
    """The options by area; city names are those of the database of zones."""
    return "".join(
        format_html('<optgroup label="{}">{}</optgroup>', area, format_html_join("", OPTION, group))
        for area, group in time_zones.choices()
    )
