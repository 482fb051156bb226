"""The filter `{{ at|listed }}`: ``{% load dates %}``."""

from datetime import datetime

from django import template

from accounts.text import date_words

register = template.Library()


@register.filter(expects_localtime=True)
def listed(at: datetime) -> str:
    return date_words.listed(at)
