"""The filter `{{ person.name|isolated }}`, built in to every template (settings.TEMPLATES)."""

from django import template

from accounts.text.bidi_isolation import isolated

register = template.Library()
register.filter("isolated", isolated, is_safe=True)
