"""Leaving a running game and coming back, voting, more time, playing once more."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import selectors
from games.models import Game, Vote
from games.refusals import Refused
from games.services import absence, rematches, votes
from games.telling.pacing import span
from games.web.access import me, reach
from games.web.confirming import Ask, confirmed
from games.web.refusing import answers_refusals, for_people


def _ask_away(request: HttpRequest, game: Game) -> Ask:
    lines = [
        _("A bot plays your seat at once, also in the hand that is open if you have not answered."),
        _("You come back with one click, as long as nobody else has taken the seat."),
        _(
            "If you leave, the seat is offered: whoever takes it plays on with your cards. What "
            "the bot plays does not count for your record."
        ),
    ]
    if "surrender" in selectors.asides_for(game, selectors.seat_index(game, request.user)):
        lines.append(_("To end the game instead, offer to surrender on the table."))
    buttons = [
        ("leave", _("Leave, and offer the seat")),
        ("bot", _("Let a bot play until I am back")),
    ]
    return Ask(_("Leave this game?"), list(lines), list(buttons))


@confirmed(_ask_away)
def away(request: HttpRequest, game: Game) -> HttpResponse:
    """Offers my seat, or leaves it to a bot."""
    how = request.POST.get("how")
    if how == "leave":
        absence.leave(me(request), game.code)
        messages.success(request, _("You have left. Your seat is offered; a bot plays it."))
    elif how == "bot":
        absence.pass_to_bot(me(request), game.code)
        messages.success(request, _("A bot plays for you until you are back."))
    return redirect("game", code=game.code)


def _ask_back(_request: HttpRequest, _game: Game) -> Ask:
    lines = [
        _(
            "You play your seat again, from now on. What the bot has answered in the open hand "
            "you may change until it is turned."
        )
    ]
    return Ask(_("Are you back?"), list(lines), [("back", _("I am back"))])


@confirmed(_ask_back)
def back(request: HttpRequest, game: Game) -> HttpResponse:
    """Takes my seat back, if nobody else has it."""
    absence.back(me(request), game.code)
    messages.success(request, _("Welcome back. It is your seat again."))
    return redirect("game", code=game.code)


def _ask_vote(_request: HttpRequest, _game: Game, wish: str) -> Ask:
    if wish == Vote.Wish.PAUSE:
        lines = [
            _("Once all who play wish it, all clocks stand still. Anybody ends the pause."),
            _("The others see what you wish. It counts for seven days, or until you take it back."),
        ]
        return Ask(_("Pause the game?"), list(lines), [("yes", _("I wish a pause"))])
    if wish == Vote.Wish.CANCEL:
        lines = [
            _("Once all who play wish it, the game ends without a result, for good."),
            _("The others see what you wish. It counts for seven days, or until you take it back."),
        ]
        return Ask(_("Cancel the game?"), list(lines), [("yes", _("I wish to cancel it"))])
    raise Refused("bad_wish", given=wish[:20], known=", ".join(Vote.Wish.values))


@confirmed(_ask_vote)
def vote(request: HttpRequest, game: Game, wish: str) -> HttpResponse:
    """Says what I wish, or takes it back."""
    if request.POST.get("how") == "no":
        votes.unvote(me(request), game.code, wish)
        messages.success(request, _("Taken back."))
    elif request.POST.get("how") == "yes":
        after = votes.vote(me(request), game.code, wish)
        messages.success(request, _voted(after))
    return redirect("game", code=game.code)


def _voted(game: Game) -> str:
    if game.state == Game.State.CANCELLED:
        return _("All wished it: the game is cancelled.")
    if game.paused_at:
        return _("All wished it: the game is paused.")
    return _("Your wish is noted, and everybody at the table sees it.")


def _ask_go_on(_request: HttpRequest, _game: Game) -> Ask:
    lines = [_("The clocks run again, each with the time that it had left.")]
    return Ask(_("Let the game go on?"), list(lines), [("go", _("Go on"))])


@confirmed(_ask_go_on)
def go_on(request: HttpRequest, game: Game) -> HttpResponse:
    """Ends the pause."""
    votes.go_on(me(request), game.code)
    return redirect("game", code=game.code)


def _ask_extend(_request: HttpRequest, game: Game) -> Ask:
    lines = [
        _("Everybody who is still to answer gets %(span)s more, and all are told.")
        % {"span": span(game.hours)},
        _("Your seat can do this once in a game."),
    ]
    hidden = {"hand": str(game.hand_number)}
    return Ask(_("Give this hand more time?"), list(lines), [("more", _("Give more time"))], hidden)


@confirmed(_ask_extend)
def extend(request: HttpRequest, game: Game) -> HttpResponse:
    """Gives the hand that was shown more time."""
    number = request.POST.get("hand", "")
    votes.extend(me(request), game.code, int(number) if number.isdecimal() else 0)
    messages.success(request, _("This hand has more time now."))
    return redirect("game", code=game.code)


@require_POST
@for_people
@answers_refusals
def rematch(request: HttpRequest, code: str) -> HttpResponse:
    """Lays the table for another game of the same people, or sits down at it."""
    reach(request, code)
    game = rematches.rematch(me(request), code)
    if game.state == Game.State.OPEN:
        messages.success(request, _("You sit at the new table; the others find their seats kept."))
    return redirect("game", code=game.code)
