"""Tags for the panel's pages about people and notices."""

from typing import Any

from django import template

from accounts.models import Notice, User
from games.admin import person_page
from games.admin.game_page import offered
from games.models import Game
from games.refusals import Refused
from games.services.moderation import execution

register = template.Library()


@register.simple_tag(takes_context=True)
def letter_commands(context: Any, notice: Notice) -> list[dict[str, Any]]:
    """The commands that the current moderator may use on a notice."""
    request = context["request"]
    if notice.state == Notice.State.QUEUED:
        return []
    commands = offered(request, "letter")
    return [each for each in commands if _may(request.user, each["slug"], notice)]


def _may(user: User, slug: str, notice: Notice) -> bool:
    try:
        execution.check(user, slug, str(notice.pk))
    except Refused:
        return False
    return True


@register.simple_tag(takes_context=True)
def person_facts(context: Any, person: User) -> dict[str, Any]:
    """The context of a person's page for the current moderator."""
    return person_page.facts(context["request"], person)


@register.simple_tag
def game_of(notice: Notice) -> Game | None:
    """The game a notice is about."""
    key = notice.facts.get("game")
    return Game.objects.filter(pk=key).first() if isinstance(key, int) else None
