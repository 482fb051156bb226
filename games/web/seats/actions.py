"""Leaving a running game and coming back, voting, extending a hand, rematches."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.text.numbers import whole_number
from games import selectors
from games.models import Game, Vote
from games.refusals import Refused
from games.services.lobby import rematches
from games.services.seats import absence, votes
from games.web.access import me, reach
from games.web.confirmation import Ask, confirmed
from games.web.refusals import for_people
from games.web.sent_once import sent_once
from games.wording.pace import span


def _ask_away(request: HttpRequest, game: Game) -> Ask:
    lines = [_("A bot plays your seat at once, including the open hand if you haven’t answered.")]
    buttons = [("bot", _("Let a bot play until I am back"))]
    if game.closed:  # others could know the cards
        lines += [
            _("Nobody else can take your seat. Come back whenever you like."),
            _("What the bot plays doesn’t count for your record."),
        ]
    else:
        lines += [
            _("You come back with one click, as long as nobody else has taken the seat."),
            _(
                "If you leave, the seat is offered to others: whoever takes it plays on "
                "with your cards. What the bot plays doesn’t count for your record."
            ),
        ]
        buttons.insert(0, ("leave", _("Leave, and offer the seat")))
    if "surrender" in selectors.observations.asides_for(
        game, selectors.access.seat_index(game, request.user)
    ):
        lines.append(_("To end the game instead, offer to surrender at the table."))
    return Ask(_("Leave this game?"), lines, buttons)


@confirmed(_ask_away)
def away(request: HttpRequest, game: Game) -> HttpResponse:
    """Offers one's seat to others, or leaves it to a bot."""
    how = request.POST.get("how")
    if how == "leave":
        after = absence.leave(me(request), game.code)
        messages.success(request, _gone(after, offered=not after.closed))
    elif how == "bot":
        after = absence.pass_to_bot(me(request), game.code)
        messages.success(request, _gone(after, offered=False))
    return redirect("game", code=game.code)


def _gone(game: Game, *, offered: bool) -> str:
    if game.state == Game.State.CANCELLED:
        return _("You have left, and the game is cancelled: everybody else had voted for it.")
    if game.paused_at:
        return _("You are away, and the game is paused.")
    if offered:
        return _("You have left. Your seat is offered; a bot plays it.")
    return _("A bot plays for you until you are back.")


def _ask_back(_request: HttpRequest, _game: Game) -> Ask:
    lines = [
        _(
            "You are playing your seat again. You can change what the bot has answered "
            "in the open hand until it is turned."
        )
    ]
    return Ask(_("Are you back?"), lines, [("back", _("I am back"))])


@confirmed(_ask_back)
def back(request: HttpRequest, game: Game) -> HttpResponse:
    """Takes one's seat back unless somebody else has taken it."""
    absence.back(me(request), game.code)
    messages.success(request, _("Welcome back. It is your seat again."))
    return redirect("game", code=game.code)


def _ask_vote(request: HttpRequest, game: Game, wish: str) -> Ask:
    if wish == Vote.Wish.PAUSE:
        title, button = _("Pause the game?"), _("Vote for a pause")
        what = _("When every player wants it, all clocks stop. Anybody can end the pause.")
    elif wish == Vote.Wish.CANCEL:
        title, button = _("Cancel the game?"), _("Vote to cancel it")
        what = _("When every player wants it, the game ends without a result, for good.")
    else:
        raise Refused("bad_wish", given=wish[:20], known=", ".join(Vote.Wish.values))
    if _has_voted(request, game, wish):
        return Ask(title, [_("You have voted for it."), what], [("no", _("Take my vote back"))])
    counts = _("The others see your vote. It counts for seven days, or until you take it back.")
    return Ask(title, [what, counts], [("yes", button)])


def _has_voted(request: HttpRequest, game: Game, wish: str) -> bool:
    own = selectors.access.seat_index(game, request.user)
    return own in selectors.seats.occupancy.votes_of(game).wished.get(wish, ())


@confirmed(_ask_vote)
def vote(request: HttpRequest, game: Game, wish: str) -> HttpResponse:
    """Casts or withdraws a vote."""
    if request.POST.get("how") == "no":
        stood = _has_voted(request, game, wish)
        after = votes.unvote(me(request), game.code, wish)
        if stood or not selectors.seats.occupancy.has_happened(after, wish):
            messages.success(request, _("Vote taken back."))
        else:
            words = _("It was too late to take your vote back: the game is paused.")
            messages.info(request, words)
    elif request.POST.get("how") == "yes":
        after = votes.vote(me(request), game.code, wish)
        messages.success(request, _voted(after, wish))
    return redirect("game", code=game.code)


def _voted(game: Game, wish: str) -> str:
    if game.state == Game.State.CANCELLED:
        return _("Everybody wanted it: the game is cancelled.")
    if game.paused_at and wish == Vote.Wish.PAUSE:
        return _("Everybody wanted it: the game is paused.")
    return _("Your vote counts, and everybody at the table sees it.")


def _ask_go_on(_request: HttpRequest, _game: Game) -> Ask:
    lines = [_("The clocks are running again, each with the time it had left.")]
    return Ask(_("Resume the game?"), lines, [("go", _("Resume"))])


@confirmed(_ask_go_on)
def go_on(request: HttpRequest, game: Game) -> HttpResponse:
    """Resumes a paused game."""
    votes.go_on(me(request), game.code)
    return redirect("game", code=game.code)


def _ask_extend(_request: HttpRequest, game: Game) -> Ask:
    lines = [
        _("Everybody who still has to answer gets %(span)s more, and everybody is told.")
        % {"span": span(game.hours)},
        _("Your seat can do this once in a game."),
    ]
    hidden = {"hand": str(game.hand_number)}
    return Ask(_("Give this hand more time?"), lines, [("more", _("Give more time"))], hidden)


@confirmed(_ask_extend)
@sent_once
def extend(request: HttpRequest, game: Game) -> HttpResponse:
    """Extends the deadline of the hand that was shown on the page."""
    number = whole_number(request.POST.get("hand")) or 0
    votes.extend(me(request), game.code, number)
    messages.success(request, _("This hand has more time now."))
    return redirect("game", code=game.code)


@require_POST
@for_people
def rematch(request: HttpRequest, code: str) -> HttpResponse:
    """Creates a table for a rematch of the same people, or sits down at it."""
    reach(request, code)
    game = rematches.rematch(me(request), code)
    if game.state == Game.State.OPEN:
        messages.success(
            request, _("You have a seat at the new table; the others’ seats are kept for them.")
        )
    return redirect("game", code=game.code)
