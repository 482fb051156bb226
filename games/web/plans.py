"""Your plan: on its own page, written by a form or as text, tried and kept."""

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
from games.models import Bid, Game, Seat
from games.refusals import Refused
from games.services import plans, preferring, rehearsing
from games.services.rehearsing import Rehearsal, Tried
from games.web.access import me, reach
from games.web.plan_forms import EasyForm, TextForm
from games.web.plan_words import HELP, answer_words, wrong_line
from games.web.refusing import answers_refusals, for_people
from games.web.sight import Sight, sight_of

LANGUAGE = settings.BASE_DIR / "docs" / "plans.md"


@dataclass
class Work:
    """The page while it is worked on: what was sent, what came of it, what is wrong."""

    easy: EasyForm
    text: TextForm
    tried: Rehearsal | None = None
    wrong: dict[str, Any] | None = None
    status: int = 200


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
@answers_refusals
def plan(request: HttpRequest, code: str) -> HttpResponse:
    """Shows the plan; `do` says what becomes of what was sent: write, try, keep, start (with it
    at new tables) or forget."""
    game = reach(request, code)
    seat = selectors.seat_of(game, request.user)
    if seat is None:
        raise Refused("not_seated")
    if game.state != Game.State.RUNNING:
        raise Refused("game_over" if game.state == Game.State.OVER else "game_not_running")
    if request.method == "POST" and request.POST.get("do") == "forget":
        plans.clear(me(request), code)
        messages.success(request, _("The plan is forgotten. You are asked again in every hand."))
        return redirect("game", code=code)
    sight = sight_of(request, game)
    work = _worked(request, sight, seat)
    return _page(request, sight, seat, work) if work else redirect("game", code=code)


def _worked(request: HttpRequest, sight: Sight, seat: Seat) -> Work | None:
    """What the page is to show; None when the plan was kept and there is nothing more to do."""
    kept = selectors.own_plan(sight.game, seat)
    opening = "" if kept else selectors.opening_of(me(request), sight.game.ruleset)
    begin = {"plan": kept.left if kept else opening, "ask_forced": seat.ask_forced}
    easy = EasyForm(sight.game.ruleset, sight.telling, sight.table)
    if request.method != "POST":
        return Work(easy, TextForm(initial=begin))
    if request.POST.get("do") == "write":
        return _written(request, sight, seat, begin)
    work = Work(easy, TextForm(request.POST))
    text = request.POST.get("plan", "")
    try:
        if request.POST.get("do") == "keep":
            _keep(request, sight, text)
            return None
        if request.POST.get("do") == "start":
            _keep_for_new_tables(request, sight, text)
            return work
        work.tried = _rehearsed(sight, seat, text)
    except Refused as refused:
        work.wrong, work.status = _wrong(refused, text, kept is not None), refused.status
    return work


def _keep(request: HttpRequest, sight: Sight, text: str) -> None:
    """Keeps it, and says what becomes of the hand that is open."""
    wish = {name: name in request.POST for name in ("now", "ask_forced")}
    tried = plans.write(me(request), sight.game.code, text, **wish)
    said = _("The plan is kept. Nobody sees it but you.")
    if not text.strip():
        said = _("You have no plan now. You are asked in every hand.")
    elif tried is not None and tried.given is None:
        said += " " + _("It begins with the next hand: this one waits for your own answer.")
    elif tried is not None and wish["now"] and tried.given == tried.verdict.answer:
        answer = sight.telling.label(tried.given or "")
        said += " " + _("In this hand it has sealed: %(answer)s.") % {"answer": answer}
    messages.success(request, said)


def _keep_for_new_tables(request: HttpRequest, sight: Sight, text: str) -> None:
    """The text becomes what the form begins with; what is sealed and planned here stays."""
    preferring.change(me(request), openings={sight.game.ruleset: text})
    said = _("At new tables of this game your plan begins with this. Here it is not kept by that.")
    if not text.strip():
        said = _("At new tables of this game your plan begins empty.")
    messages.success(request, said)


def _rehearsed(sight: Sight, seat: Seat, text: str) -> Rehearsal:
    return rehearsing.rehearse(sight.game, seat, plans.read(sight.game.ruleset, text))


def _written(request: HttpRequest, sight: Sight, seat: Seat, begin: dict[str, Any]) -> Work:
    """The form's choices as text, tried at once, to be kept."""
    easy = EasyForm(sight.game.ruleset, sight.telling, sight.table, request.POST)
    if not easy.is_valid():
        return Work(easy, TextForm(initial=begin), status=400)
    text = TextForm(initial={**begin, "plan": easy.text()})
    return Work(easy, text, _rehearsed(sight, seat, easy.text()))


def _wrong(refused: Refused, text: str, had: bool) -> dict[str, Any]:
    """What is wrong, with the line in which it is, and what still counts."""
    still = _("Your earlier plan still counts.") if had else _("You have no plan yet.")
    return {"message": refused.message, "still": still, **wrong_line(refused, text)}


def _page(request: HttpRequest, sight: Sight, seat: Seat, work: Work) -> HttpResponse:
    game = sight.game
    words, kept = grammar.vocabulary_of(game.ruleset), selectors.own_plan(game, seat)
    context = {
        "game": game,
        "title": sight.telling.title(),
        "heading": sight.telling.heading(sight.table),
        "plan": kept,
        "easy": work.easy,
        "begins": request.method != "POST" and not work.text.initial.get("plan"),
        "opened": request.method != "POST" and kept is None and work.text.initial.get("plan"),
        "text": work.text,
        "wrong": work.wrong,
        "tried": _told(sight, work.tried) if work.tried else None,
        "facts": [(fact.name, HELP.get(fact.name, fact.says), fact.words) for fact in words.facts],
        "examples": words.examples,
    }
    return render(request, "games/plan.html", context, status=work.status)


def _told(sight: Sight, tried: Rehearsal) -> dict[str, Any]:
    """A rehearsal in sentences."""
    past = [_past(sight, each) for each in tried.past]
    return {"now": now_words(sight, tried.now), "stage": tried.stage, "past": past}


def now_words(sight: Sight, tried: Tried | None) -> str:
    """What a plan says in the open hand, in a sentence."""
    if tried is None:
        return _("Nothing is asked of you in the open hand.")
    if tried.verdict.answer is None:
        return _("In the open hand you would be asked.")
    answer = sight.telling.label(tried.verdict.answer)
    return _("In the open hand it would seal: %(answer)s.") % {"answer": answer}


def _past(sight: Sight, tried: Tried) -> tuple[str, str]:
    """Where it was, and what the plan would have done there."""
    place = sight.telling.place(tried.seen)
    given = sight.telling.label(tried.given or "")
    if tried.verdict.answer is None:
        return place, _("you would have been asked (you played: %(given)s)") % {"given": given}
    if tried.verdict.answer == tried.given:
        return place, _("%(answer)s, as you did") % {"answer": given}
    answer = sight.telling.label(tried.verdict.answer)
    return place, _("%(answer)s (you played: %(given)s)") % {"answer": answer, "given": given}


def panel(sight: Sight) -> dict[str, Any]:
    """For the page of a running game: this seat's own plan, and what it says in this hand."""
    if sight.seat is None:
        return {"plan": None}
    kept = selectors.own_plan(sight.game, sight.seat)
    tried = rehearsing.present(sight.game, sight.seat) if kept and sight.owes else None
    unasked = tried is not None and tried.given is None
    return {"plan": kept, "plan_now": now_words(sight, tried) if unasked else ""}


def given_words(sight: Sight) -> list[tuple[str, str]]:
    """How an answer came that its seat was not asked for, and what is to follow it."""
    own, hand, seat = sight.own, sight.hand, sight.index
    if own is None or hand is None or seat is None:
        return []
    found = []
    if own.via in (Bid.Via.PLAN, Bid.Via.FORCED):
        found.append((_("Given"), str(Bid.Via(own.via).label)))
    if follow := selectors.follow_of(sight.game, hand, seat):
        found.append((_("And then"), answer_words(sight.telling, follow)))
    return found


@require_safe
def language(request: HttpRequest) -> FileResponse:
    """The whole language of plans, as docs/plans.md has it."""
    if not LANGUAGE.exists():
        raise Http404
    return FileResponse(LANGUAGE.open("rb"), content_type="text/plain; charset=utf-8")
