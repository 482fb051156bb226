"""The chat of a table: the last messages on the page of the game, all on a page of their own."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.text.numbers import whole_number
from games import selectors
from games.models import Game, Seat
from games.refusals import Refused
from games.selectors.access import Viewer
from games.services.talk import chat as services
from games.web.access import me, reach
from games.web.refusals import answers_refusals, for_people
from games.wording import talk_rule, wording

MAX_ON_PAGE = 3  # on the page of the game
PAGE_SIZE = 30
OF_THE_TEXT = ("empty_message", "long_message")  # refusals that are said at the field


class SayForm(forms.Form):
    """A message to the table."""

    text = forms.CharField(
        label=gettext_lazy("Say something to the table"),
        widget=forms.Textarea(attrs={"rows": 2, "maxlength": services.MAX_LENGTH}),
    )


def panel(request: HttpRequest, game: Game) -> dict[str, Any]:
    """Context for the page of a game: the last messages; empty if nobody else could read them."""
    viewer = request.user
    late = selectors.talk.chat.late_talk(game, viewer)
    may_say = selectors.talk.chat.may_say(game, viewer) and _others(game, viewer)
    return {
        "late_talk": late,
        "talk": list(reversed(late[:MAX_ON_PAGE])),
        "talk_new": selectors.talk.chat.count_unread(game, viewer) if late else 0,
        "talk_newest": max((message.number for message in late if message.new), default=0),
        "may_say": may_say,
        "talk_rule": talk_rule(game.ruleset, game.seat_count) if may_say else "",
    }


def _others(game: Game, viewer: Viewer) -> bool:
    """Whether anybody else could read a message; before the start, somebody may still join."""
    if game.state == Game.State.OPEN:
        return True
    people = [seat.user for seat in game.seats.all() if seat.user and not seat.user.is_bot]
    return any(user.pk != viewer.pk for user in people)


def note_seen(seat: Seat, game: Game) -> None:
    """Marks the chat as read, unless there are more new messages than the page shows."""
    if game.chat != Game.Chat.OFF and game.chat_length - seat.chat_read <= MAX_ON_PAGE:
        services.mark_read(seat, game.chat_length)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@answers_refusals
def chat(request: HttpRequest, code: str) -> HttpResponse:
    """The messages, newest first, paginated with `?before=`; POST adds one."""
    game = reach(request, code)
    if request.method == "POST":
        return _said(request, game)
    return _page(request, game, SayForm())


@for_people
def _said(request: HttpRequest, game: Game) -> HttpResponse:
    text = request.POST.get("text", "")
    try:
        services.say(me(request), game.code, text)
    except Refused as refused:
        if not selectors.talk.chat.may_say(game, request.user):
            raise
        form = SayForm({"text": text})
        form.full_clean()
        form.errors.clear()
        form.add_error("text" if refused.code in OF_THE_TEXT else None, refused.message)
        return _page(request, game, form, refused.status)
    if request.POST.get("from") == "table":
        return redirect("game", code=game.code)
    return redirect("game-chat", code=game.code)


def _page(request: HttpRequest, game: Game, form: SayForm, status: int = 200) -> HttpResponse:
    older = whole_number(request.GET.get("before"))
    talk = selectors.talk.chat.talk_of(game, request.user, older, PAGE_SIZE + 1)
    context = {
        "game": game,
        "title": wording(game.ruleset).title(),
        "talk": talk[:PAGE_SIZE],
        "form": form if selectors.talk.chat.may_say(game, request.user) else None,
        "talk_rule": talk_rule(game.ruleset, game.seat_count),
        "older": talk[PAGE_SIZE - 1].number if len(talk) > PAGE_SIZE else None,
        "latest": older is None,
    }
    seat = selectors.access.seat_of(game, request.user)
    if seat is not None and older is None and request.method == "GET":
        services.mark_read(seat, game.chat_length)
    return render(request, "games/chat.html", context, status=status)
