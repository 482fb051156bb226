"""The page behind the button in a letter: it shows one hand and asks for an answer.

The link itself is the permission, signed in or not: like the reply address in the same letter it
went to one person, for one hand, and opens nothing else. GET and HEAD change nothing. No answer is
preselected and an empty form is refused, so a scanner that follows links and submits forms as they
are changes nothing. People with strict mail must sign in first. Whoever plays as a guest in this
browser counts as not signed in, since signing out would cost them their seats. The page uses the
language and time zone of the letter's recipient.
"""

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.notifications import eligibility, recipients
from accounts.people import guest_upgrade
from accounts.web.dead_links import DeadLink
from games import links, selectors
from games.game_view import GameView, game_view
from games.models import Bid, Game, ReplyAddress
from games.refusals import Refused
from games.services.hands import bidding
from games.services.mail import reply_addresses
from games.web.boards import board_of
from games.web.hands.bidding import MAX_ANSWER_LENGTH, counted
from games.web.hands.running_game import waiting_words
from games.web.refusals import refusal_page
from games.wording import wording


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def answer(request: HttpRequest, token: str) -> HttpResponse:
    """GET shows the hand; POST seals an answer for the letter's recipient."""
    row = _row(token)
    is_theirs = request.user.pk == row.user_id
    if request.user.is_authenticated and not is_theirs and guest_upgrade.guest_of(request) is None:
        return _of_another(request)
    hand = reply_addresses.hand_of(row)
    if selectors.access.is_strict(hand.game, row.user) and not is_theirs:
        return redirect_to_login(reverse("game", args=[hand.game.code]))
    with eligibility.at_home(row.user).at_home():
        if not reply_addresses.is_good(row) or hand.number != hand.game.hand_number:
            return _past(request, row)
        return _sealed(request, row) if request.method == "POST" else _asked(request, row)


def _row(token: str) -> ReplyAddress:
    named = links.address_of(token)
    row = reply_addresses.address_by_link(**named) if named is not None else None
    if row is None or not row.user.is_active:
        raise DeadLink
    return row


def _sealed(request: HttpRequest, row: ReplyAddress) -> HttpResponse:
    text = request.POST.get("bid", "").strip()
    if not 0 < len(text) <= MAX_ANSWER_LENGTH:
        missing = _("You haven’t chosen an answer, so nothing was sealed. Choose one of them.")
        return _asked(request, row, missing, 400)
    hand = reply_addresses.hand_of(row)
    game = hand.game
    try:
        receipt = bidding.place_bid(row.user, game.code, hand.number, text, via=Bid.Via.MAIL)
    except Refused as refused:
        return _asked(request, row, refused.message, refused.status)
    recipients.is_there(row.user)
    final = _is_final(_view(row), hand.number)
    return _answered(request, game, receipt.bid, receipt.digest, final=final)


def _is_final(view: GameView, number: int) -> bool:
    """Whether the hand of that number is turned, or about to be, as far as the viewer may know."""
    return view.hand is None or view.hand.number != number or view.settling or view.alone


def _answered(
    request: HttpRequest, game: Game, notation: str, digest: str, *, final: bool
) -> HttpResponse:
    context = {
        "game": game,
        "answer": wording(game.ruleset).label(notation),
        "digest": " ".join(digest[i : i + 4] for i in range(0, 16, 4)),
        "final": final,
    }
    return render(request, "games/answered.html", context)


def _asked(
    request: HttpRequest, row: ReplyAddress, wrong: str = "", status: int = 200
) -> HttpResponse:
    view = _view(row)
    if not view.owes or view.settling:
        return _past(request, row)
    return render(request, "games/answer_link.html", _context(view, wrong), status=status)


def _view(row: ReplyAddress) -> GameView:
    pk = reply_addresses.hand_of(row).game_id
    return game_view(row.user, selectors.access.read_games([pk])[pk])


def _context(view: GameView, wrong: str) -> dict[str, Any]:
    told, board = view.wording, board_of(view.game.ruleset)
    legal = selectors.observations.ranked_for(view.game, view.index or 0)
    return {
        "game": view.game,
        "view": view,
        "title": told.title(),
        "heading": told.heading(view.table),
        "asked": told.asked(view.table, view.seating),
        "sheets": board.SHEETS,
        "board_template": told.BOARD,
        "board": board.board(view),
        "holding": told.holding(view.table),
        "choices": [(notation, told.label(notation)) for notation in legal],
        "waiting": waiting_words(view),
        "again": view.own is not None,
        "wrong": wrong,
    }


def _past(request: HttpRequest, row: ReplyAddress) -> HttpResponse:
    """Who sends the answer that counted again, by a second press, is told that it counts."""
    hand = reply_addresses.hand_of(row)
    game, text = hand.game, request.POST.get("bid", "").strip()
    own = None
    if 0 < len(text) <= MAX_ANSWER_LENGTH and row.revoked_at is None:
        own = counted(row.user, game, hand.number, text)
    if own is not None:
        return _answered(request, game, own.notation, own.digest, final=True)
    words = _("This hand is over, or this link was revoked. The table shows what happened next.")
    ways = [(reverse("game", args=[game.code]), _("See the table"))]
    return refusal_page(request, words, 410, ways=ways)


def _of_another(request: HttpRequest) -> HttpResponse:
    words = _(
        "This link belongs to somebody other than the person signed in here. Sign out to use it."
    )
    ways = [(reverse("account_logout"), _("Sign out")), (reverse("moves"), _("Your moves"))]
    return refusal_page(request, words, 403, ways=ways)
