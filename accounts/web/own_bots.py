"""Settings: one's own bots."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.people import own_bots
from accounts.refusals import Refused
from accounts.security.reauthentication import asks_again
from accounts.web.profile import gone, me_of, profile_page
from accounts.web.signed_in import login_required


@never_cache
@login_required
@require_POST
@asks_again("profile")
def make(request: HttpRequest) -> HttpResponse:
    """Creates a bot and shows its key, only this once."""
    if me_of(request).kind != User.Kind.PERSON:
        raise Http404
    name = request.POST.get("name", "")[:100]
    try:
        key = own_bots.make(me_of(request), name)[1]
    except (ValidationError, Refused) as fault:
        again = own_bots.key_again(me_of(request), name)
        if again is None:
            return profile_page(request, 400, bot={"name": name, "fault": _said(fault)})
        key = again
    return profile_page(request, new_bot_key=key)


def _said(fault: ValidationError | Refused) -> str:
    return str(fault.messages[0]) if isinstance(fault, ValidationError) else fault.message


@login_required
@require_POST
def rename(request: HttpRequest, pk: int) -> HttpResponse:
    """Renames a bot."""
    name = request.POST.get("name", "")[:100]
    try:
        found = own_bots.rename(me_of(request), pk, name)
    except ValidationError as fault:
        return profile_page(request, 400, renamed={"pk": pk, "name": name, "fault": _said(fault)})
    if found is None:
        return gone(request)
    messages.success(request, _("Your settings are saved."))
    return redirect("profile")


@never_cache
@login_required
@require_POST
@asks_again("profile")
def new_key(request: HttpRequest, pk: int) -> HttpResponse:
    """Replaces a bot's key."""
    key = own_bots.new_key(me_of(request), pk)
    if key is None:
        return gone(request)
    return profile_page(request, new_bot_key=key)


@login_required
@require_POST
def close(request: HttpRequest, pk: int) -> HttpResponse:
    """Deactivates a bot."""
    if not own_bots.close(me_of(request), pk):
        return gone(request)
    messages.success(request, _("The bot no longer plays."))
    return redirect("profile")
