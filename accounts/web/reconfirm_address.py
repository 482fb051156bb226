"""Getting e-mails again at an address that bounced, by a link, or whose owner had stopped them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.notifications import bounces, eligibility, reconfirm_address, unsubscribe
from accounts.notifications.unsubscribe import Stop
from accounts.web.dead_links import DeadLink
from accounts.web.signed_in import login_required
from accounts.web.signup import just_sent


@require_POST
@login_required
def ask(request: HttpRequest) -> HttpResponse:
    """E-mails the link to the address that bounced; lifts at once what its owner asked for."""
    user = request.user
    if not isinstance(user, User):
        return redirect("profile")
    if bounces.unreached(user) is not None:
        _say(request, user, reconfirm_address.ask(user))
    elif user.email and eligibility.is_confirmed(user):
        unsubscribe.go_on(Stop(None, "account", address=user.email), ())
        messages.success(request, _("We may write to you again."))
    return redirect("profile")


def _say(request: HttpRequest, user: User, minutes: int) -> None:
    if minutes:
        messages.info(request, just_sent(minutes))
        return
    words = _(
        "An e-mail is on its way to %(address)s. Open the link in it and you’ll get e-mails again."
    )
    messages.success(request, words % {"address": user.email})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest, token: str) -> HttpResponse:
    """GET asks for confirmation, POST lifts the suppression."""
    user = reconfirm_address.read(token)
    if user is None:
        raise DeadLink
    done = request.method == "POST"
    if done:
        bounces.lift(user.email or "")
    return render(request, "accounts/reconfirm_address.html", {"person": user, "done": done})
