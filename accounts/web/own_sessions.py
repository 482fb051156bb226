"""Settings: the list of sessions, and ending them."""

from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.people import own_sessions
from accounts.security.reauthentication import asks_again
from accounts.web.profile import me_of, say_gone
from accounts.web.signed_in import login_required


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def shown(request: HttpRequest) -> HttpResponse:
    """GET lists the sessions, POST ends all but the current one."""
    if request.method == "POST":
        return _end_others(request)
    return _page(request)


def _page(request: HttpRequest, status: int = 200) -> HttpResponse:
    found = own_sessions.of(me_of(request), str(request.session.session_key))
    context = {"sessions": found, "nav": "profile"}
    return render(request, "accounts/own_sessions.html", context, status=status)


@asks_again("usersessions_list")
def _end_others(request: HttpRequest) -> HttpResponse:
    mine = UserSession.objects.filter(user=me_of(request))
    own_sessions.end(mine.exclude(session_key=request.session.session_key))
    messages.success(request, _("You are signed out everywhere but here."))
    return redirect("usersessions_list")


@login_required
@require_POST
@asks_again("usersessions_list")
def end(request: HttpRequest, pk: int) -> HttpResponse:
    """Ends one session."""
    if not own_sessions.end(UserSession.objects.filter(user=me_of(request), pk=pk)):
        say_gone(request)
        return _page(request, 404)
    messages.success(request, _("You are signed out there."))
    return redirect("usersessions_list")
