"""What the panel's pages of people and letters show besides the columns of their rows."""

from typing import Any

from django import template

from accounts.models import Notice, User
from games.admin import person_page
from games.admin.game_page import offered
from games.models import Game

register = template.Library()


@register.simple_tag(takes_context=True)
def commands_on(context: Any, what: str) -> list[dict[str, Any]]:
    """The commands that whoever looks may give on a person or a letter."""
    return offered(context["request"], what)


@register.simple_tag(takes_context=True)
def person_facts(context: Any, person: User) -> dict[str, Any]:
    """What the page of a person shows to whoever looks."""
    return person_page.facts(context["request"], person)


@register.simple_tag
def game_of(notice: Notice) -> Game | None:
    """What a letter is about."""
    key = notice.facts.get("game")
    return Game.objects.filter(pk=key).first() if isinstance(key, int) else None
