"""Creating a table."""

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games import selectors
from games.catalogue import DEFAULT
from games.models import Game
from games.refusals import Refused
from games.services.lobby import matching, tables
from games.web.access import me
from games.web.listings import games_in_words
from games.web.lobby import presets
from games.web.lobby.table_forms import TableForm
from games.web.refusals import for_people
from games.web.sent_once import sent_once
from games.wording import WORDINGS, wording


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
@sent_once
def new(request: HttpRequest) -> HttpResponse:
    """The form to create a table; redirects to the table."""
    slug = request.POST.get("game") or request.GET.get("game") or DEFAULT
    if slug not in WORDINGS:
        raise Refused("unknown_ruleset", given=slug[:40], known=", ".join(sorted(WORDINGS)))
    if "preset" in request.POST or "find" in request.POST or "again" in request.POST:
        return _at_once(request, slug)
    if presets.unknown(request.GET):
        raise Refused("unknown_person")
    form = _form(request, slug, request.POST or None)
    status = 200
    if request.method == "POST":
        people = presets.people_asked(request.POST)
        if form.is_valid() and (fault := presets.too_many(people, form.wish())):
            form.add_error("seats", fault)
        if fault := presets.unknown(request.POST):
            form.add_error(None, fault)
        if form.is_valid():
            try:
                game = tables.make_table(me(request), form.wish(), people)
                return redirect("game", code=game.code)
            except Refused as refused:
                field = "name" if refused.code == "bad_name" else None
                form.add_error(field, refused.message)
                status = refused.status
        else:
            status = 400
    opened = request.method == "POST" or "more" in request.GET
    return _page(request, form, status, opened=opened)


def _form(request: HttpRequest, slug: str, sent: QueryDict | None = None) -> TableForm:
    prefers = selectors.people.preferences.policy_of(me(request))
    return TableForm(slug, sent, initial={"policy": prefers})


def _page(
    request: HttpRequest, form: TableForm, status: int, *, opened: bool, fault: str = ""
) -> HttpResponse:
    """Both forms; `fault` is about the people chosen in the quick one."""
    slug = form.slug
    context = {
        "form": form,
        "slug": slug,
        "title": wording(slug).title(),
        "games": games_in_words(),
        "nav": "games",
        "opened": opened,
        "fault": fault,
        **presets.panel(request.POST or request.GET, me(request)),
    }
    return render(request, "games/new.html", context, status=status)


def _at_once(request: HttpRequest, slug: str) -> HttpResponse:
    """A quick table: with friends, a seat at any that fits (`find`), or the same as last time
    (`again`).
    """
    user, asked = me(request), request.POST
    people, fault = [], ""
    if "preset" in asked:
        people, fault = presets.people_asked(asked), presets.unknown(asked)
    if "again" in asked:
        last = presets.last_table(user)
        wish = presets.like(last) if last else None
    else:
        visibility = Game.Visibility.PUBLIC if "find" in asked else Game.Visibility.LINK
        wish = presets.wish_of(asked, visibility, people)
    if wish is None:
        return redirect("game-new")
    if "find" in asked and not people and not fault:
        return redirect("game", code=matching.find(user, wish).code)
    fault = fault or (presets.not_kept() if "find" in asked else presets.too_many(people, wish))
    if fault:
        return _page(request, _form(request, slug), 400, opened=False, fault=fault)
    return redirect("game", code=tables.make_table(user, wish, people).code)
