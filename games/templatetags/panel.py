"""Tags for the panel's pages about people and notices."""

from typing import Any

from django import template

from accounts.models import Notice, User
from games.admin import person_page
from games.admin.game_page import offered
from games.models import Game

register = template.Library()


@register.simple_tag(takes_context=True)
def commands_on(context: Any, what: str) -> list[dict[str, Any]]:
    """The commands that the current moderator may use on a person or notice."""
    return offered(context["request"], what)


@register.simple_tag(takes_context=True)
def person_facts(context: Any, person: User) -> dict[str, Any]:
    """The context of a person's page for the current moderator."""
    return person_page.facts(context["request"], person)


@register.simple_tag
def game_of(notice: Notice) -> Game | None:
    """The game a notice is about."""
    key = notice.facts.get("game")
    return Game.objects.filter(pk=key).first() if isinstance(key, int) else None
