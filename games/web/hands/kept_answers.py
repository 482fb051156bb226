"""Keeps answers that were submitted after the session had expired, one for each table.

They are stored, encrypted, in the session of this browser. After signing in the person has to
confirm each at its table; nothing is played without that.
"""

import base64
import json
from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import gettext as _

from accounts import encryption
from accounts.encryption import CannotOpen
from accounts.models import User
from accounts.security.fetched_ahead import is_ahead
from accounts.text.numbers import whole_number
from games import selectors
from games.models import Game
from games.plans import read_answer
from games.web.boards import Unclear, composed
from games.web.hands.plan_words import answer_words
from games.web.refusals import form_page, refusal_page, typed_by, way_to_sign_in
from games.web.rejection import Rejection
from games.wording import wording

KEPT = "kept_answers"  # the key in the session: by code, each deleted once its table is answered
OF_BEFORE = "kept_answer"  # that of 0.3.0, which kept a single one
MAX_KEPT = 10  # of as many tables; anybody may have a session filled, so it is bounded
MAX_LENGTH = 2000
NOT_KEPT = ("csrfmiddlewaretoken", "from")
NO_CHOICE = {"hand", "seat", "ruleset", "replaces"}  # what is in the form of every hand


def keep(request: HttpRequest, code: str) -> bool:
    """Stores the submitted form of this table, replacing an earlier one of the same; the oldest of
    too many tables is dropped. Whether there was a choice to be kept in it.
    """
    fields = {name: values for name, values in request.POST.lists() if name not in NOT_KEPT}
    if "hand" not in fields or not fields.keys() - NO_CHOICE:
        return False
    if len(json.dumps(fields)) > MAX_LENGTH:
        return False
    value = encryption.seal({"code": code, "fields": fields}, KEPT)
    forget(request, code)  # so that it comes last, as the newest
    everything = {**request.session.get(KEPT, {}), code: base64.b64encode(value).decode()}
    request.session[KEPT] = dict(list(everything.items())[-MAX_KEPT:])
    return True


def forget(request: HttpRequest, code: str) -> None:
    """Deletes what is kept for this table, since it has been answered."""
    request.session.pop(OF_BEFORE, None)
    kept = request.session.get(KEPT, {})
    if code in kept:
        request.session[KEPT] = {each: kept[each] for each in kept if each != code}


def reminder(request: HttpRequest, game: Game) -> Rejection | None:
    """The stored answer for the open hand of this table, preselected in its form; or None. Of one
    for an earlier hand it is said once that it came to nothing.
    """
    fields = _kept_for(request, game)
    seat = None if fields is None else _own_seat(request, game, fields)
    if fields is None or seat is None or game.state != Game.State.RUNNING:
        return None
    if fields.get("hand") != str(game.hand_number):
        _say_it_is_past(request, game, fields)
        return None
    try:
        text = composed(fields, game.ruleset)
    except Unclear:
        return None
    # Another site may have submitted it: mention only what this seat may legally answer.
    answer = selectors.observations.reader_for(game, seat)(text)
    if answer is None or not _is_legal(game, seat, answer):
        return None
    label = answer_words(wording(game.ruleset), answer)
    message = _(
        "You were signed out when you sealed %(answer)s, so it is waiting here: seal it again."
    )
    return Rejection(message % {"answer": label}, 200, text)


def _own_seat(request: HttpRequest, game: Game, fields: QueryDict) -> int | None:
    """The seat, if the form is theirs: somebody else may have signed in on this browser."""
    seat = selectors.access.seat_index(game, request.user)
    return seat if fields.get("seat") == str(seat) else None


def _say_it_is_past(request: HttpRequest, game: Game, fields: QueryDict) -> None:
    if (whole_number(fields.get("hand")) or 0) >= game.hand_number or is_ahead(request):
        return
    words = _(
        "You were signed out when you sealed an answer here, so we didn’t accept it. That hand has "
        "been turned since."
    )
    messages.info(request, words)
    forget(request, game.code)


def _is_legal(game: Game, seat: int, answer: str) -> bool:
    """As far as it shows now: an answer, or a card with what it is to do when it acts."""
    legal = selectors.observations.legal_for(game, seat)
    return answer in legal or read_answer(game.ruleset, answer)[0] in legal


def _kept_for(request: HttpRequest, game: Game) -> QueryDict | None:
    here = request.session.get(KEPT, {}).get(game.code)
    value = _opened(here, KEPT) or _opened(request.session.get(OF_BEFORE), OF_BEFORE)
    if value is None or value["code"] != game.code:
        return None
    fields = QueryDict(mutable=True)
    for name, values in value["fields"].items():
        fields.setlist(name, values)
    return fields


def _opened(kept: str | None, name: str) -> Any:
    try:
        return encryption.unseal(base64.b64decode(kept or ""), name)
    except (ValueError, CannotOpen):
        return None


def page_too_old(request: HttpRequest, reason: str = "") -> HttpResponse:
    """CSRF_FAILURE_VIEW: for a form submitted without its cookies, as after an expired session, or
    from a page that is older than the last sign-in.
    """
    code = None
    with suppress(Resolver404):
        match = resolve(request.path)
        code = match.kwargs.get("code")
        if match.view_name == "bid":
            return ask_again(request, match.kwargs["code"])
        if match.view_name == "account_login" and _is_in(request):
            return redirect(form_page(request, None))
    # What another site sent isn't theirs. Django names the token only once the origin was right.
    if not reason.startswith("CSRF"):
        return render(request, "403_csrf.html", status=403)
    context = {"typed": typed_by(request), "sign_in": way_to_sign_in(request, code)}
    return render(request, "403_csrf.html", context, status=403)


def _is_in(request: HttpRequest) -> bool:
    """Whether who signs in here has just done so, such as in another tab."""
    user, named = request.user, request.POST.get("login", "").strip()
    own = (isinstance(user, User) and user.email) or ""
    return bool(named) and named.casefold() == own.casefold()


def ask_again(request: HttpRequest, code: str) -> HttpResponse:
    """Stores the answer and redirects to the table, via the sign-in page if needed."""
    game = selectors.access.read_game(code) if request.user.is_authenticated else None
    theirs = game is None or _own_seat(request, game, request.POST) is not None
    kept = theirs and keep(request, code)
    table = reverse("game", args=[code])
    if request.user.is_authenticated:
        words, way = _("This page was out of date."), (table, _("Back to the table"))
    else:
        sign_in = f"{reverse('account_login')}?next={table}"
        words, way = _("You are not signed in."), (sign_in, _("Sign in"))
    if kept:
        words += " " + _("We’ve kept your choice: it is waiting at the table for you to seal it.")
    return refusal_page(request, words, 403, ways=[way])
