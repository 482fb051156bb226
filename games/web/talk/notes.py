"""Private notes: a few on the page of the game, all on a page of their own."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.text.numbers import whole_number
from games import selectors
from games.game_view import GameView
from games.models import Game
from games.refusals import Refused
from games.selectors.talk.notes import OwnNote
from games.services.talk import notes as services
from games.web.access import link_to, me
from games.web.refusals import for_people
from games.web.rejection import rejection_of
from games.wording import wording

MAX_ON_PAGE = 3  # on the page of the game


class NoteForm(forms.Form):
    """A new note; `hand` 0 means the whole game."""

    text = forms.CharField(
        label=gettext_lazy("Add a note"),
        widget=forms.Textarea(attrs={"rows": 2, "maxlength": services.MAX_LENGTH}),
    )
    hand = forms.TypedChoiceField(
        label=gettext_lazy("About"), coerce=int, widget=forms.RadioSelect, initial=0
    )

    def __init__(self, number: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["hand"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101
        field.choices = [(number, about_words(number)), (0, about_words(0))]
        field.initial = number


def about_words(hand: int) -> str:
    """What a note is about."""
    return _("hand %(number)s") % {"number": hand} if hand else _("the whole game")


def panel(view: GameView) -> dict[str, Any]:
    """Context for a running game: the reader's last notes and that on the open hand."""
    if view.seat is None or view.seat.user is None:
        return {"own_notes": []}
    notes = selectors.talk.notes.own_notes(view.game, view.seat.user)
    return {
        "own_notes": [(about_words(note.hand), note) for note in notes[-MAX_ON_PAGE:]],
        "more_notes": max(0, len(notes) - MAX_ON_PAGE),
        "note_choices": [(view.game.hand_number, about_words(view.game.hand_number))]
        + [(0, about_words(0))],
    }


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def notes(request: HttpRequest, code: str) -> HttpResponse:
    """All of one's notes; POST adds one or, with `do`, changes, deletes or publishes them."""
    game, seen = _reach(request, code)
    if selectors.access.seat_of(game, request.user) is None and not selectors.talk.notes.has_notes(
        game, request.user
    ):
        raise Refused("not_seated")
    if request.method != "POST":
        return _page(request, game, seen)
    try:
        return _posted(request, game)
    except Refused as refused:
        if game.state != Game.State.RUNNING:
            raise
        return _page(request, *_reach(request, code), refused)


def _reach(request: HttpRequest, code: str) -> tuple[Game, bool]:
    return selectors.talk.notes.access_notes(request.user, code, link_to(request, code))


def _form(game: Game, sent: Mapping[str, Any], refused: Refused | None) -> NoteForm:
    """The form for a new note; a refused one is still in it."""
    if refused is None or sent.get("do"):
        return NoteForm(game.hand_number)
    form = NoteForm(game.hand_number, sent)
    form.errors.clear()  # ours says what was wrong
    form.add_error("text", refused.message)
    return form


def _posted(request: HttpRequest, game: Game) -> HttpResponse:
    """Carries out `do` and redirects to the page it came from."""
    user, code, sent = me(request), game.code, request.POST
    do, text = sent.get("do", ""), sent.get("text", "")
    number = whole_number(sent.get("number")) or 0
    if do == "change":
        services.change(user, code, number, text)
    elif do == "remove":
        services.remove(user, code, number)
        messages.success(request, _("The note is deleted."))
    elif do in ("show", "hide"):
        count = services.release(user, code, shown=do == "show", number=number or None)
        messages.success(request, _released(do == "show", count))
    else:
        services.add(user, code, text, whole_number(sent.get("hand")) or 0)
    return redirect("game" if sent.get("from") == "table" else "game-notes", code=code)


def _released(shown: bool, count: int) -> str:
    if shown:
        words = ngettext(
            "%(n)s note now shows in the replay.",
            "%(n)s notes now show in the replay.",
            count,
        )
    else:
        words = ngettext("%(n)s note is private again.", "%(n)s notes are private again.", count)
    return words % {"n": count}


def _page(
    request: HttpRequest, game: Game, seen: bool, refused: Refused | None = None
) -> HttpResponse:
    """A refusal about a note that is there is shown on top, and the note is open with the text."""
    sent, rejection = request.POST, None
    if refused and sent.get("do"):
        rejection = rejection_of(refused, given=sent.get("text", ""))
    form = _form(game, sent, refused)
    notes = selectors.talk.notes.own_notes(game, request.user)
    seated = selectors.access.seat_of(game, request.user) is not None
    context = {
        "game": game,
        "seen": seen,
        "title": wording(game.ruleset).title(),
        "form": form if game.state == Game.State.RUNNING and seated else None,
        "over": game.state == Game.State.OVER,
        "notes": [(about_words(note.hand), note) for note in _ordered(notes)],
        "shown": sum(note.released_at is not None for note in notes),
        "rejection": rejection,
        "changed": whole_number(sent.get("number")) if sent.get("do") == "change" else None,
    }
    return render(request, "games/notes.html", context, status=refused.status if refused else 200)


def _ordered(notes: list[OwnNote]) -> list[OwnNote]:
    """Notes about the whole game first, then by descending hand."""
    return sorted(notes, key=lambda note: (note.hand != 0, -note.hand, note.number))
