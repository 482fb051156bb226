"""One's own data: download and deletion."""

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.views import redirect_to_login
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.security.reauthentication import asks_again
from accounts.text.bidi_isolation import bare
from games.refusals import Refused
from games.selectors.people.export import everything
from games.services.people import erasure
from games.web.access import me
from games.web.refusals import for_people


@never_cache
@require_safe
@for_people
def data(request: HttpRequest) -> HttpResponse:
    return _page(request)


def _page(request: HttpRequest, fault: str = "", status: int = 200) -> HttpResponse:
    """The page; `fault` says why the name that was typed doesn't confirm the deletion."""
    context = {"nav": "profile", "fault": fault, "given": request.POST.get("name", "")[:100]}
    return render(request, "games/data.html", context, status=status)


@never_cache
@require_safe
@for_people
@asks_again("data")
def export(request: HttpRequest) -> HttpResponse:
    """Everything stored about oneself as a JSON file."""
    indented = {"indent": 1, "ensure_ascii": False}
    answer = JsonResponse(everything(me(request)), DjangoJSONEncoder, json_dumps_params=indented)
    answer["Content-Disposition"] = 'attachment; filename="tideweb.json"'
    return answer


@require_POST
def delete(request: HttpRequest) -> HttpResponse:
    """Deletes the account; who isn't signed in may have pressed twice, and done so just now."""
    if request.user.is_authenticated:
        return _delete(request)
    words = _(
        "You aren’t signed in. If you have just deleted your data, it is gone. If not, nothing was "
        "deleted: sign in to do that."
    )
    messages.info(request, words)
    return redirect_to_login(reverse("data"))


@asks_again("data")
def _delete(request: HttpRequest) -> HttpResponse:
    """Deletes the account for good; the name must be typed as confirmation."""
    user = me(request)
    if bare(request.POST.get("name", "").strip()) != user.name:
        fault = _("Type your name exactly as it is shown here. Nothing was deleted.")
        return _page(request, fault, 400)
    try:
        erasure.forget(user)
    except Refused:
        messages.error(request, _("You have a role among the moderators. Give that up first."))
        return redirect("data")
    logout(request)
    messages.success(request, _("Your data is gone. Fair winds."))
    return redirect("front")
