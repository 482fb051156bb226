"""Your plan: a page to write it by form or as text, try it and save it."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games import plans as grammar
from games import selectors
from games.game_view import GameView, game_view
from games.models import Bid, Game, Seat
from games.refusals import Refused
from games.services.hands import plan_rehearsal, plans
from games.services.hands.plan_rehearsal import Rehearsal, Tried
from games.services.people import preferences
from games.web.access import me, reach
from games.web.hands.plan_forms import EasyForm, TextForm
from games.web.hands.plan_words import answer_words, help_of, wrong_line
from games.web.refusals import for_people

LANGUAGE = settings.BASE_DIR / "docs" / "plans.md"


@dataclass
class Work:
    """The state of the page: the submitted forms, the result of trying, and errors."""

    easy: EasyForm
    text: TextForm
    tried: Rehearsal | None = None
    wrong: dict[str, Any] | None = None
    status: int = 200


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def plan(request: HttpRequest, code: str) -> HttpResponse:
    """Shows the plan. `do` says what to do with the submitted one: write (text from the form), try,
    keep, start (use it at new tables) or forget.
    """
    game = reach(request, code)
    seat = selectors.access.seat_of(game, request.user)
    if seat is None:
        raise Refused("not_seated")
    if game.state != Game.State.RUNNING:
        raise Refused("game_not_running" if game.state == Game.State.OPEN else "game_over")
    if request.method == "POST" and request.POST.get("do") == "forget":
        plans.clear(me(request), code)
        messages.success(request, _("The plan is deleted. We’ll ask you in every hand again."))
        return redirect("game", code=code)
    view = game_view(request.user, game)
    work = _worked(request, view, seat)
    return _page(request, view, seat, work) if work else redirect("game", code=code)


def _worked(request: HttpRequest, view: GameView, seat: Seat) -> Work | None:
    """The new state of the page; None if the plan was saved and there is nothing more to show."""
    kept = selectors.hands.plans.own_plan(view.game, seat)
    opening = (
        "" if kept else selectors.people.preferences.opening_of(me(request), view.game.ruleset)
    )
    begin = {
        "plan": kept.left if kept else opening,
        "ask_forced": seat.ask_forced,
        "hand": view.game.hand_number,
    }
    easy = EasyForm(view.game.ruleset, view.wording, view.table)
    if request.method != "POST":
        return Work(easy, TextForm(initial=begin))
    if request.POST.get("do") == "write":
        return _written(request, view, seat, begin)
    # Whatever hand it was written for, the page that shows it again shows the open one.
    work = Work(easy, TextForm({**request.POST.dict(), "hand": view.game.hand_number}))
    text = request.POST.get("plan", "")
    try:
        if request.POST.get("do") == "keep":
            _keep(request, view, text)
            return None
        if request.POST.get("do") == "start":
            _keep_for_new_tables(request, view, text)
            return work
        work.tried = _rehearsed(view, seat, text)
    except Refused as refused:
        work.wrong, work.status = _wrong(refused, text, kept is not None), refused.status
        work.text.blame("wrong")
    return work


def _keep(request: HttpRequest, view: GameView, text: str) -> None:
    """Saves the plan, and says what it means for the open hand."""
    now, ask_forced = "now" in request.POST, "ask_forced" in request.POST
    sent = TextForm(request.POST)
    sent.is_valid()
    done = plans.write(
        me(request),
        view.game.code,
        text,
        now=now,
        ask_forced=ask_forced,
        seen_hand=sent.cleaned_data.get("hand"),
    )
    message, tried = _("The plan is saved. Only you can see it."), done.tried
    if not text.strip():
        message = _("You have no plan now. We’ll ask you in every hand.")
    elif done.waits:
        message += " " + _(
            "It waits while a bot is playing for you: press “I am back” to play yourself again."
        )
    elif tried is not None and tried.given is None:
        message += " " + _("It begins with the next hand: this one waits for your own answer.")
    elif tried is not None and tried.answered:
        answer = view.wording.label(tried.given or "")
        message += " " + _("In this hand it has sealed: %(answer)s.") % {"answer": answer}
    messages.success(request, message)


def _keep_for_new_tables(request: HttpRequest, view: GameView, text: str) -> None:
    """Makes the text the default for new tables; this table isn't affected."""
    preferences.change(me(request), openings={view.game.ruleset: text})
    message = _(
        "At new tables of this game your plan starts with this. That doesn’t save it at this table."
    )
    if not text.strip():
        message = _("At new tables of this game your plan starts empty.")
    messages.success(request, message)


def _rehearsed(view: GameView, seat: Seat, text: str) -> Rehearsal:
    return plan_rehearsal.rehearse(view.game, seat, plans.read(view.game.ruleset, text))


def _written(request: HttpRequest, view: GameView, seat: Seat, begin: dict[str, Any]) -> Work:
    """Generates the text from the form and tries it, ready to be saved."""
    easy = EasyForm(view.game.ruleset, view.wording, view.table, request.POST)
    if not easy.is_valid():
        return Work(easy, TextForm(initial=begin), status=400)
    text = TextForm(initial={**begin, "plan": easy.text()})
    return Work(easy, text, _rehearsed(view, seat, easy.text()))


def _wrong(refused: Refused, text: str, had: bool) -> dict[str, Any]:
    """The error with its line, and which plan still counts."""
    still = _("Your earlier plan still counts.") if had else _("You have no plan yet.")
    return {"message": refused.message, "still": still, **wrong_line(refused, text)}


def _page(request: HttpRequest, view: GameView, seat: Seat, work: Work) -> HttpResponse:
    game = view.game
    words, kept = grammar.vocabulary_of(game.ruleset), selectors.hands.plans.own_plan(game, seat)
    context = {
        "game": game,
        "title": view.wording.title(),
        "heading": view.wording.heading(view.table),
        "plan": kept,
        "easy": work.easy,
        "begins": request.method != "POST" and not work.text.initial.get("plan"),
        "opened": request.method != "POST" and kept is None and work.text.initial.get("plan"),
        "text": work.text,
        "wrong": work.wrong,
        "tried": _told(view, work.tried) if work.tried else None,
        "facts": [(fact.name, help_of(game.ruleset, fact), fact.words) for fact in words.facts],
        "examples": words.examples,
    }
    return render(request, "games/plan.html", context, status=work.status)


def _told(view: GameView, tried: Rehearsal) -> dict[str, Any]:
    """A rehearsal in sentences."""
    past = [_past(view, each) for each in tried.past]
    return {"now": now_words(view, tried.now), "stage": tried.stage, "past": past}


def now_words(view: GameView, tried: Tried | None) -> str:
    """A sentence about what the plan would answer in the open hand."""
    if tried is None:
        return _("You have nothing to answer in the current hand.")
    if tried.verdict.answer is None:
        return _("In the current hand, you’d have to answer yourself.")
    answer = view.wording.label(tried.verdict.answer)
    return _("In the current hand it would seal: %(answer)s.") % {"answer": answer}


def _past(view: GameView, tried: Tried) -> tuple[str, str]:
    """The place of an earlier hand, and what the plan would have done there."""
    place = view.wording.place(tried.seen)
    given = view.wording.label(tried.given or "")
    if tried.verdict.answer is None:
        return place, _("you’d have answered yourself (you played: %(given)s)") % {"given": given}
    if tried.verdict.answer == tried.given:
        return place, _("%(answer)s, as you did") % {"answer": given}
    answer = view.wording.label(tried.verdict.answer)
    return place, _("%(answer)s (you played: %(given)s)") % {"answer": answer, "given": given}


def panel(view: GameView) -> dict[str, Any]:
    """Context for a running game: this seat's plan and its answer to this hand."""
    if view.seat is None:
        return {"plan": None}
    kept = selectors.hands.plans.own_plan(view.game, view.seat)
    tried = plan_rehearsal.present(view.game, view.seat) if kept and view.owes else None
    unasked = tried is not None and tried.given is None
    return {
        "plan": kept,
        "plan_now": now_words(view, tried) if unasked else "",
        "plan_plays": unasked and plan_rehearsal.can_play(view.game, view.seat),
    }


def given_words(view: GameView) -> list[tuple[str, str]]:
    """Facts about an answer given automatically, and about the answers planned after it."""
    own, hand, seat = view.own, view.hand, view.index
    if own is None or hand is None or seat is None:
        return []
    found = []
    if own.via in (Bid.Via.PLAN, Bid.Via.FORCED):
        found.append((_("Given"), str(Bid.Via(own.via).label)))
    if follow := selectors.hands.plans.follow_of(view.game, hand, seat):
        found.append((_("And then"), answer_words(view.wording, follow)))
    return found


@require_safe
def language(request: HttpRequest) -> FileResponse:
    """Serves docs/plans.md, the complete description of the language."""
    if not LANGUAGE.exists():
        raise Http404
    return FileResponse(LANGUAGE.open("rb"), content_type="text/plain; charset=utf-8")
