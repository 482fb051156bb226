"""Filters for dates and times: ``{% load moments %}``."""

from django import template

from accounts.text import date_words
from games.wording import moments

register = template.Library()

register.filter(moments.day_words)
register.filter(moments.exactly)
register.filter(moments.briefly)
register.filter(moments.to_the_second)
register.filter(moments.remaining)
register.simple_tag(moments.now_words)
register.filter(moments.is_soon)
register.filter(moments.when)
register.filter(moments.pace)
register.simple_tag(date_words.place, name="zone_place")
