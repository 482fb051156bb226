"""A moderator's world: games that need each of the commands, and people who wrote reports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.contrib import admin
from django.utils import timezone

from accounts.models import Notice, Sighting, User
from games.models import Game, Hand, LogEntry, Report
from games.services.talk import chat, reports
from tests.accounts.making import member, staff
from tests.games.making import bid, fresh, running
from tests.games.services.moderation.setting import game_with_a_miss

WORDS = ("Shall we go on?", "You are a fool, Marit.", "Now, now.")


@dataclass
class World:
    """The moderator, and what the cases are about."""

    chief: User
    people: list[User]
    missed: Game
    stuck: Game
    failed: Notice


def build() -> World:
    """Marit, Joost and Aoife play; one hand was missed, one is stuck, one letter came back."""
    people = [member(name, zone="Europe/Amsterdam") for name in ("Marit", "Joost", "Aoife")]
    member("Ute")
    chief = staff("Hedda", "chief", zone="Europe/Amsterdam")
    missed = game_with_a_miss(people, name="Rottumeroog")
    stuck = running(people, name="Kitchen table")
    bid(stuck, people[0])
    past = timezone.now() - timedelta(hours=3)
    Hand.objects.filter(game=stuck, number=fresh(stuck).hand_number).update(deadline=past)
    reports.make(people[1], "stuck", "Nothing has happened since noon.", game=stuck, person=None)
    text = [chat.say(user, stuck.code, words) for user, words in zip(people, WORDS, strict=True)]
    reports.make(people[0], "conduct", "That hurts.", game=stuck, person=None, message=text[1])
    for user in people[:2]:
        Sighting.objects.create(user=user, network="one")
    failed = Notice.objects.filter(recipient=people[2], kind="game_started").latest("pk")
    failed.state, failed.reason = Notice.State.FAILED, "550 5.1.1 no such mailbox here"
    failed.finished_at = timezone.now()
    failed.save()
    return World(chief, people, missed, stuck, failed)


def _entry(world: World) -> str:
    log = LogEntry.objects.filter(game=world.missed).latest("pk")
    return f"/admin/games/logentry/{log.pk}/"


# The pages of the panel, and the lists of the panel's models, which are all made alike.
PANEL: dict[str, Callable[[World], str]] = {
    "start": lambda _world: "/admin/",
    "find": lambda _world: "/admin/find/?q=joost",
    "game": lambda world: f"/admin/games/game/{world.missed.pk}/change/",
    "person": lambda world: f"/admin/accounts/user/{world.people[1].pk}/change/",
    "letter": lambda world: f"/admin/accounts/notice/{world.failed.pk}/change/",
    "command": lambda world: f"/admin/do/take_back/{world.missed.code}/",
    "reports": lambda _world: "/admin/reports/",
    "report": lambda _world: f"/admin/reports/{Report.objects.get(kind='conduct').pk}/",
    "entry": lambda world: f"{_entry(world)}change/",
    "history": lambda world: f"{_entry(world)}history/",
    "apps": lambda _world: "/admin/games/",
}
LISTS = {
    f"list-{model._meta.model_name}": f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
    for model in admin.site._registry
}
# What the panel shows to people themselves.
OF_PEOPLE: dict[str, Callable[[World], str]] = {
    "report": lambda world: f"/report/?game={world.stuck.code}",
    "data": lambda _world: "/settings/data/",
    "closed": lambda _world: "/admin/login/",
}
