"""A game's page for moderators: the spectator's view, the timeline and the commands."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any, cast

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_naive
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.security import roles
from games import deadlines, selectors, visibility
from games.admin import timeline
from games.models import Game, Hand
from games.selectors.moderation import deliverability
from games.selectors.moderation import timeline as watching
from games.selectors.moderation.stakes import has_stake
from games.services.moderation.command_types import Command
from games.services.moderation.commands import commands_on
from games.wording import Seating, wording


@require_safe
def by_code(request: HttpRequest, code: str) -> HttpResponse:
    """The page of a game by its public code."""
    game = Game.objects.filter(code=code).first()
    if game is None:
        raise Http404
    return redirect("admin:games_game_change", game.pk)


def page(request: HttpRequest, game: Game) -> HttpResponse:
    """The page of a game; the caller has checked access."""
    hand = selectors.observations.current_hand(game)
    user = request.user
    commands = offered(request, "game", game)
    moments, names = watching.timeline(game, _before(request)), timeline.names_of(game)
    context = {
        **admin.site.each_context(request),
        "title": game.name,
        "game": game,
        "kind": wording(game.ruleset).title(),
        "own": isinstance(user, User) and has_stake(user, game),
        "heading": wording(game.ruleset).heading(game.table) if game.table else "",
        "standing": _standing(game, names),
        "hand": hand,
        "shown_state": str(Hand.State(visibility.shown_state(hand)).label) if hand else "",
        "seats": _seats(game, hand, cast(User, user)),
        "history": [
            timeline.log_words(entry.kind, entry.with_names, names)
            for entry in watching.seat_history(game)
        ],
        "misses": watching.missed_hands(game),
        "moments": timeline.rows(names, moments),
        "older": _end(moments) if len(moments) == watching.PAGE_SIZE else "",
        "acts": timeline.acts(watching.acts_on(game)[:20], partial(may_give, request, game=game)),
        "commands": commands,
        "excuses": any(command["slug"] == "excuse" for command in commands),
    }
    return TemplateResponse(request, "admin/games/game/page.html", context)


def _end(moments: Sequence[watching.Moment]) -> str:
    """Where these end, as the address of the next page names it."""
    at, kind, pk = moments[-1].place
    return f"{at.isoformat()}~{kind}~{pk}"


def _before(request: HttpRequest) -> watching.Place | None:
    """Before which place the timeline is wanted; None if that isn't one."""
    try:
        at, kind, pk = request.GET.get("before", "").replace(" ", "+").split("~")
        moment, place = parse_datetime(at), (int(kind), int(pk))
    except ValueError:  # such as the 30th of February
        return None
    if moment is None or is_naive(moment):
        return None
    return watching.Place(moment, *place)


def offered(request: HttpRequest, on: str, game: Game | None = None) -> list[dict[str, Any]]:
    """The commands that this moderator may use here, given the state of the game."""
    return [
        {
            "slug": command.slug,
            "label": command.label,
            "hint": command.hint,
            "final": command.final,
        }
        for command in commands_on(on)
        if may_give(request, command, game) and (game is None or _fits(command.slug, game))
    ]


def may_give(request: HttpRequest, command: Command, game: Game | None = None) -> bool:
    """Whether this moderator may use, or undo, the command, given the state of the game."""
    return roles.may_here(request, command.needs) and (game is None or game.state in command.states)


def _fits(slug: str, game: Game) -> bool:
    if slug == "take_back":
        return game.hand_number > 1
    return slug not in ("pause", "resume") or (game.paused_at is None) is not (slug == "resume")


def _standing(game: Game, names: dict[int, str]) -> list[str]:
    if not game.table:
        return []
    return wording(game.ruleset).standing(game.table, Seating(list(names.values()), None))


def _seats(game: Game, hand: Hand | None, reader: User) -> list[dict[str, Any]]:
    due: dict[int, datetime] = {}
    answered: list[int] = []
    if hand is not None:
        hand.game = game
        due = {clock.seat.index: clock.deadline for clock in deadlines.clocks_of(hand)}
        answered = visibility.seats_in(hand)
    seats = list(game.seats.select_related("user").order_by("index"))
    people = [seat.user for seat in seats if seat.user is not None]
    reach = deliverability.reach_of(reader, people)
    return [
        {
            "seat": seat,
            "reach": reach.get(seat.user_id or 0),
            "asked": hand is not None and seat.index in hand.awaiting,
            "due": due.get(seat.index),
            "answered": seat.index in answered,
        }
        for seat in seats
    ]
