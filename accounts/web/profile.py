"""Settings: who I am, and my keys for programs."""

from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.notifications import eligibility
from accounts.people import time_zones
from accounts.people.forms import ProfileForm
from accounts.refusals import Refused
from accounts.security import api_keys
from accounts.security.reauthentication import asks_again


def _me(request: HttpRequest) -> User:
    return cast(User, request.user)


def _shown(request: HttpRequest, status: int = 200, **more: Any) -> HttpResponse:
    """The page of settings; `more` is a form that was refused, or a key that is shown this once."""
    sheet = User.objects.get(pk=_me(request).pk)  # a refused form has changed the user in hand
    context = {
        "nav": "profile",
        "profile_form": ProfileForm(instance=sheet, browser_zone=time_zones.of_browser(request)),
        "confirmed": eligibility.is_confirmed(sheet),
        "keys": api_keys.keys_of(sheet),
        "most_keys": api_keys.MAX_KEYS,
        "demo": settings.TIDEWEB_DEMO,
        **more,
    }
    return render(request, "accounts/profile.html", context, status=status)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """GET shows all settings, POST changes name, time zone and language."""
    if request.method != "POST":
        return _shown(request)
    user = User.objects.get(pk=_me(request).pk)
    form = ProfileForm(request.POST, instance=user, browser_zone=time_zones.of_browser(request))
    if not form.is_valid():
        return _shown(request, 400, profile_form=form)
    form.save()
    messages.success(request, _("Your settings are saved."))
    response = redirect("profile")
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        user.language,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite="Lax",
    )
    return response


@never_cache
@login_required
@require_POST
@asks_again("profile")
def make_key(request: HttpRequest) -> HttpResponse:
    """Makes a key for programs, and shows it this once."""
    name = request.POST.get("name", "")
    try:
        return _shown(request, new_key=api_keys.make(_me(request), name))
    except Refused as refused:
        return _shown(
            request, 400, key_fault=refused.message, key_name=name[: api_keys.MAX_NAME_LENGTH]
        )


@login_required
@require_POST
def revoke_key(request: HttpRequest, pk: int) -> HttpResponse:
    """Takes one key away: programs that use it are refused from now on."""
    if not api_keys.revoke(_me(request), pk):
        raise Http404
    messages.success(request, _("The key no longer works."))
    return redirect("profile")
