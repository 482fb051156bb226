"""What the panel's pages of people and letters show besides the columns of their rows."""

from typing import Any

from django import template

from accounts import networks
from accounts.models import Notice, User
from accounts.moderating import about_person, entries_about
from games.admin.game_page import offered
from games.admin.timeline import act_row
from games.models import Game
from games.selectors import signals
from games.selectors.watching import games_with

register = template.Library()


@register.simple_tag(takes_context=True)
def deeds_on(context: Any, what: str) -> list[dict[str, Any]]:
    """The commands that whoever looks may give on a person or a letter."""
    return offered(context["request"], what)


@register.simple_tag
def acts_about(person: User) -> list[dict[str, Any]]:
    """What moderators did about a person, newest first."""
    return [act_row(entry) for entry in entries_about(about_person(person.pk), 20)]


@register.simple_tag
def tables_of(person: User) -> list[Game]:
    """The games in which a person sits, newest first."""
    return list(games_with(person, 20))


@register.simple_tag
def signals_of(person: User) -> dict[str, Any]:
    """Who might be the same person, with the evidence."""
    return {
        "networks": networks.sharing(person),
        "together": signals.always_together(person),
        "addresses": signals.similar_addresses(person),
    }


@register.simple_tag
def game_of(notice: Notice) -> Game | None:
    """What a letter is about."""
    key = notice.facts.get("game")
    return Game.objects.filter(pk=key).first() if isinstance(key, int) else None
