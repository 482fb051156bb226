"""Answering a hand from its page."""

import time

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from games import selectors
from games.game_view import game_view
from games.models import Bid, Game
from games.plans import read_answer
from games.refusals import Refused
from games.selectors.observations import OwnBid
from games.services.hands import bidding, plans
from games.web.access import me, reach
from games.web.boards import Unclear, composed
from games.web.hands import kept_answers
from games.web.hands.game_page import show
from games.web.refusals import answers_refusals, for_people
from games.web.rejection import Rejection, rejection_of
from games.wording import why_not, wording

PATIENCE = 0.8  # seconds to wait for the result after the last answer; bots are quick
A_LOOK = 0.04
MAX_ANSWER_LENGTH = 100  # characters
TOO_LATE = ("stale_hand", "hand_closed", "game_over")


class BidForm(forms.Form):
    """The number of the hand, so that a late answer can't end up in another hand.

    The game's board builds the answer itself from the form.
    """

    hand = forms.IntegerField(min_value=1, max_value=1_000_000)
    replaces = forms.IntegerField(min_value=0, max_value=1_000_000, required=False)


@require_POST
@answers_refusals
def bid(request: HttpRequest, code: str) -> HttpResponse:
    """Seals an answer, or says on the same page why not, and which answer still counts."""
    user = request.user
    if not isinstance(user, User):
        return kept_answers.ask_again(request, code)
    form = BidForm(request.POST)
    try:
        # Forms name their ruleset, but for those of pages from before an update.
        slug = request.POST.get("ruleset") or selectors.access.ruleset_of(code)
        text = composed(request.POST, slug)
    except Unclear as unclear:
        return _not_chosen(request, code, unclear.message, unclear.given)
    if not form.is_valid() or not 0 < len(text) <= MAX_ANSWER_LENGTH:
        return _not_chosen(request, code, _("You haven’t chosen an answer."))
    number = form.cleaned_data["hand"]
    try:
        replaces = form.cleaned_data["replaces"]
        bidding.place_bid(user, code, number, text, via=Bid.Via.PAGE, replaces=replaces)
    except Refused as refused:
        again = reach(request, code)
        if refused.code not in TOO_LATE or not counted(user, again, number, text):
            return _refused(request, again, refused, text)
    if {kept_answers.KEPT, kept_answers.OF_BEFORE} & set(request.session.keys()):
        kept_answers.forget(request, code)
    turned = _wait_for_result(code, number)
    if request.POST.get("from") == "moves":
        return redirect("moves")
    # The fragment scrolls to the result or the receipt, without JavaScript too.
    return redirect(f"{reverse('game', args=[code])}#{'last' if turned else 'sealed'}")


@require_POST
@for_people
def play_plan(request: HttpRequest, code: str) -> HttpResponse:
    """Lets the plan answer the open hand: the action that a push message offers."""
    game = reach(request, code)
    if not plans.play(me(request), code):
        text = _("Your plan has no answer for this hand, so it still waits for you.")
        return show(request, game, Rejection(text, 409))
    return redirect(f"{reverse('game', args=[code])}#sealed")


def _not_chosen(request: HttpRequest, code: str, why: str, given: str = "") -> HttpResponse:
    game = reach(request, code)
    return show(request, game, Rejection(f"{why} {_kept(request, game)}", 400, given))


def _refused(request: HttpRequest, game: Game, refused: Refused, text: str) -> HttpResponse:
    stands = _kept(request, game)
    why = _why_not(request, game, text) if refused.code == "illegal" else ""
    if why:
        return show(request, game, Rejection(f"{why} {stands}".strip(), refused.status, text))
    return show(request, game, rejection_of(refused, stands, text))


def counted(user: User, game: Game, number: int, text: str) -> OwnBid | None:
    """What this person gave in that hand, if it is this very answer: a browser sends it again if
    the response got lost. Of a card with its follow-up the card decides, because a follow-up is
    not kept once it is done."""
    hand = selectors.observations.hand_numbered(game, number)
    seat = selectors.access.seat_of(game, user)
    if hand is None or seat is None:
        return None
    own = selectors.observations.own_bid(game, hand, seat.index)
    same = (text, read_answer(game.ruleset, text)[0])
    given = own is not None and own.via in Bid.GIVEN and own.notation in same
    return own if given else None


def _why_not(request: HttpRequest, game: Game, text: str) -> str:
    """The reason given by the game's wording, if it has one for this answer."""
    return why_not(game.ruleset, game_view(request.user, game).table, text)


def _kept(request: HttpRequest, game: Game) -> str:
    """A sentence about the answer this person has sealed in the open hand."""
    hand = selectors.observations.current_hand(game)
    seat = selectors.access.seat_of(game, request.user)
    if hand is None or seat is None:
        return ""
    own = selectors.observations.own_bid(game, hand, seat.index)
    if own is not None:
        label = wording(game.ruleset).label(own.notation)
        return _("What you sealed still counts: %(answer)s.") % {"answer": label}
    if seat.index in hand.awaiting:
        return _("You haven’t sealed anything in this hand yet.")
    return ""


def _wait_for_result(code: str, number: int) -> bool:
    """After the last answer, waits briefly for the result; returns whether it is there."""
    until = time.monotonic() + PATIENCE
    while (
        turned := selectors.hands.bidding.is_turned(code, number)
    ) is False and time.monotonic() < until:
        time.sleep(A_LOOK)
    return bool(turned)
