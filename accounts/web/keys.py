"""Settings: creating and revoking API keys."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.people.key_form import KeyForm
from accounts.refusals import Refused
from accounts.security import api_keys
from accounts.security.reauthentication import asks_again
from accounts.web.profile import gone, me_of, profile_page
from accounts.web.signed_in import login_required


@never_cache
@login_required
@require_POST
@asks_again("profile")
def make(request: HttpRequest) -> HttpResponse:
    """Creates an API key and shows it, only this once."""
    form = KeyForm(request, request.POST)
    if form.is_valid():
        try:
            key = api_keys.make(me_of(request), **form.wish(), pressed=True)
            return profile_page(request, new_key=key)
        except Refused as refused:
            form.add_error("name", refused.message)
    return profile_page(request, 400, key_form=form)


@login_required
@require_POST
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """Revokes an API key."""
    if not api_keys.revoke(me_of(request), pk):
        return gone(request)
    messages.success(request, _("The key no longer works."))
    return redirect("profile")
