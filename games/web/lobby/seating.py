"""Before the start: following a link, sitting down, leaving, inviting, starting."""

import re
from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.core.exceptions import BadRequest, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.security import sessions
from accounts.text.bidi_isolation import isolated
from games import links, selectors
from games.models import Game
from games.refusals import Refused
from games.services.lobby import deck_words, invitations, tables
from games.services.lobby import guests as arrivals
from games.web import levels
from games.web.access import good_link_to, keep_link, link_to, me, reach
from games.web.hands.game_page import show
from games.web.lobby import guests
from games.web.posters import preview
from games.web.refusals import View, answers_refusals, for_people
from games.web.rejection import Rejection, rejection_of
from games.web.sent_once import sent_once

# User-Agents of messengers that fetch a preview of a link. CUBOT is a brand of phones, and the
# browser within Telegram, in which people read, names itself too; what fetches is TelegramBot.
PREVIEWERS = re.compile(
    r"(?<!cu)bot\b|facebookexternalhit|whatsapp|signal|slack|discord|mastodon|preview|embedly",
    re.IGNORECASE,
)


def at_table(view: Callable[[HttpRequest, Game], HttpResponse]) -> View:
    """View decorator: the view does something at a table; a refusal is shown on its page."""

    @wraps(view)
    def acting(request: HttpRequest, code: str) -> HttpResponse:
        game = reach(request, code)
        try:
            return view(request, game)
        except Refused as refused:
            return _on_the_table(request, code, refused)

    return acting


def _on_the_table(request: HttpRequest, code: str, refused: Refused) -> HttpResponse:
    """Shows the refusal on the page of the table, if the table can still be seen."""
    given = _address(request)
    return show(request, reach(request, code), rejection_of(refused, given=given))


@require_safe
@answers_refusals
def come(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """Follows the link of a table or an invitation, and remembers it in this browser."""
    game = _opened_by(request, code, token)
    if PREVIEWERS.search(request.headers.get("User-Agent", "")):
        # They keep no cookies, so they would find nothing after the redirect.
        return render(request, "games/preview.html", preview(request, game, token))
    keep_link(request, code, token)
    return redirect("game", code=code)


def _opened_by(request: HttpRequest, code: str, token: str) -> Game:
    """The game. Whoever may see no such table reads of the link, which is all that they have."""
    try:
        game = selectors.access.access_game(request.user, code, token)
    except Refused as refused:
        raise (Refused("bad_link") if refused.code == "unknown_game" else refused) from None
    if not links.good_link(game, token) and selectors.access.seat_of(game, request.user) is None:
        raise Refused("bad_link")
    return game


@require_POST
@answers_refusals
@sent_once
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Sits down; somebody who came by the link needs no account."""
    if link_to(request, code) and not request.user.is_authenticated:
        return _join_as_guest(request, code)
    return _join(request, code)


def _join_as_guest(request: HttpRequest, code: str) -> HttpResponse:
    if slowed := guests.too_often(request, guests.Arriving()):
        return slowed
    name = request.POST.get("name", "")[:100]
    try:
        guest, game = arrivals.join(
            code,
            link=link_to(request, code),
            name=name,
            entropy=_words(request),
            **guests.habits_of(request),
        )
    except ValidationError as fault:
        game = reach(request, code)
        return show(request, game, Rejection(" ".join(fault.messages), 400, given=name))
    except Refused as refused:
        return _on_the_table(request, code, refused)
    sessions.begin(request, guest)
    return _seated(request, game)


@for_people
@at_table
def _join(request: HttpRequest, game: Game) -> HttpResponse:
    joined = tables.join(
        me(request),
        game.code,
        link=good_link_to(request, game),
        policy=request.POST.get("policy") or None,
        entropy=_words(request),
    )
    return _seated(request, joined)


def _words(request: HttpRequest) -> str:
    """The words for the deck that were sent."""
    words = request.POST.get("entropy", "").strip()[: deck_words.MAX_WORDS]
    if "\0" in words:
        raise BadRequest  # no browser sends a NUL, and PostgreSQL stores none
    return words


def _seated(request: HttpRequest, game: Game) -> HttpResponse:
    if game.state == Game.State.OPEN:
        words = _("You have a seat at this table. It starts when all seats are taken.")
        if game.duplicate_id is not None:
            words = _(
                "You have a seat at this table. "
                "It starts when all seats at all these tables are taken."
            )
        messages.success(request, words)
    return redirect("game", code=game.code)


@require_POST
@for_people
@sent_once
@at_table
def leave(request: HttpRequest, game: Game) -> HttpResponse:
    """Leaves an open table."""
    game = tables.leave(me(request), game.code)
    closed = game.state == Game.State.CANCELLED
    text = _("You left, and since nobody else was there the table is closed.")
    messages.success(
        request, text if closed else _("You left the table “%s”.") % isolated(game.name)
    )
    return redirect("games")


@require_POST
@for_people
@sent_once
@at_table
def start(request: HttpRequest, game: Game) -> HttpResponse:
    """Starts the game, optionally with bots in the free seats."""
    fill = request.POST.get("fill") == "bots"
    level = levels.asked_for(request.POST.get("level")) if fill else None
    tables.start(me(request), game.code, fill_with_bots=fill, level=level)
    return redirect("game", code=game.code)


@require_POST
@for_people
@at_table
def invite(request: HttpRequest, game: Game) -> HttpResponse:
    """Invites an address by e-mail, or reserves a seat for a friend and notifies them."""
    if "friend" in request.POST:
        return _keep_seat(request, game.code)
    invitation = invitations.invite(me(request), game.code, _address(request))
    words = _(
        "%(address)s is invited. Nobody gets more than three such e-mails in 30 days, so send the "
        "link as well if you hear nothing."
    )
    messages.success(request, words % {"address": invitation.email})
    return redirect("game", code=game.code)


def _address(request: HttpRequest) -> str:
    return request.POST.get("address", "")


def _keep_seat(request: HttpRequest, code: str) -> HttpResponse:
    whom = selectors.access.person_named(request.POST["friend"][:30])
    invitations.keep_seat(me(request), code, whom)
    words = _("A seat is kept for %(name)s, and we’ll tell them.")
    messages.success(request, words % {"name": isolated(whom.name)})
    return redirect("game", code=code)


@require_POST
@for_people
@at_table
def decline(request: HttpRequest, game: Game) -> HttpResponse:
    """Gives back the seat kept for the visitor, and ends their invitation."""
    try:
        invitations.decline(me(request), game.code)
    except Refused as refused:
        if refused.code != "unknown_game":  # done already, by them or by the host
            raise
    words = _("You’re no longer invited to “%(name)s”.")
    messages.success(request, words % {"name": isolated(game.name)})
    return redirect("games")


@require_POST
@for_people
@at_table
def release(request: HttpRequest, game: Game) -> HttpResponse:
    """Keeps a seat no longer for somebody."""
    name = request.POST.get("name", "")[:30]
    invitations.release(me(request), game.code, name)
    words = _("No seat is kept for %(name)s any more.")
    messages.success(request, words % {"name": isolated(name)})
    return redirect("game", code=game.code)


@require_POST
@for_people
@at_table
def renew_link(request: HttpRequest, game: Game) -> HttpResponse:
    """Replaces the link; the old one stops working."""
    invitations.renew_link(me(request), game.code)
    messages.success(request, _("There is a new link. The old one no longer works."))
    return redirect("game", code=game.code)


@require_POST
@for_people
@at_table
def words(request: HttpRequest, game: Game) -> HttpResponse:
    """Changes the words for the deck that the visitor brings."""
    seat = deck_words.write(me(request), game.code, _words(request))
    saved = _("Your words are saved. You can change them until the game starts.")
    messages.success(request, saved if seat.entropy else _("You bring no words of your own."))
    return redirect("game", code=game.code)


@require_POST
@for_people
@at_table
def policy(request: HttpRequest, game: Game) -> HttpResponse:
    """Changes what is played when one misses a hand, and the strictness of e-mail replies."""
    asked, strict = request.POST.get("policy", ""), "strict_mail" in request.POST
    tables.set_policy(me(request), game.code, asked, strict_mail=strict)
    messages.success(request, _("Saved. It applies from now on."))
    return redirect("game", code=game.code)
