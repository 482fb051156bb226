"""Laying a table."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games import selectors
from games.refusals import Refused
from games.services.lobby import tables
from games.web.access import me
from games.web.lobby.listings import games_in_words
from games.web.lobby.table_forms import TableForm
from games.web.refusals import answers_refusals, for_people
from games.wording import WORDINGS, wording

FIRST = "turn-the-tide"


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
@answers_refusals
def new(request: HttpRequest) -> HttpResponse:
    """The form; sent and right, the table."""
    slug = request.POST.get("game") or request.GET.get("game") or FIRST
    if slug not in WORDINGS:
        raise Refused("unknown_ruleset", given=slug[:40], known=", ".join(sorted(WORDINGS)))
    prefers = selectors.people.preferences.policy_of(me(request))
    form = TableForm(slug, request.POST or None, initial={"policy": prefers})
    status = 200
    if request.method == "POST":
        if form.is_valid():
            try:
                return redirect("game", code=tables.make_table(me(request), form.wish()).code)
            except Refused as refused:
                form.add_error(None, refused.message)
                status = refused.status
        else:
            status = 400
    context = {
        "form": form,
        "slug": slug,
        "title": wording(slug).title(),
        "games": games_in_words(),
        "nav": "games",
    }
    return render(request, "games/new.html", context, status=status)
