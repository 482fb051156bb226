"""The page of the demo's sign-in link: GET asks for confirmation, POST signs in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.people import demo_login
from accounts.security import sessions
from accounts.web.dead_links import DeadLink
from accounts.web.demo_mailbox import demo_only


@demo_only
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest, token: str) -> HttpResponse:
    """Signs in the person named by the link; an expired link gets a page that says so (410)."""
    try:
        person = demo_login.person(token)
    except demo_login.Expired:
        return render(request, "accounts/demo_expired.html", status=410)
    if person is None:
        raise DeadLink(
            _("This link no longer signs anyone in. Start the demo again for a new one.")
        )
    if request.method != "POST":
        return render(request, "accounts/demo.html", {"person": person})
    sessions.begin(request, person)
    return redirect("admin:index" if person.is_staff else "moves")
