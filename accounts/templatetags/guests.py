"""What pages say to guests."""

from django import template

from accounts.people.guest_upgrade import pledged

register = template.Library()
register.simple_tag(pledged)
