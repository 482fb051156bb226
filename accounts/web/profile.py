"""Settings: the profile and links to everything else."""

from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.notifications import eligibility
from accounts.people import oauth, own_bots, time_zones
from accounts.people.forms import ProfileForm
from accounts.people.key_form import KeyForm
from accounts.security import api_keys
from accounts.web.signed_in import login_required


def me_of(request: HttpRequest) -> User:
    return cast(User, request.user)


def say_gone(request: HttpRequest) -> None:
    """Tells whoever pressed a button twice, or on an older page, why it did nothing."""
    messages.info(request, _("That is gone already. Nothing was changed."))


def gone(request: HttpRequest) -> HttpResponse:
    """The settings page for somebody who asked for what is not, or no longer, theirs."""
    say_gone(request)
    return profile_page(request, 404)


def profile_page(request: HttpRequest, status: int = 200, **more: Any) -> HttpResponse:
    """The settings page; `more` is a refused form, or a key that is shown only this once."""
    sheet = User.objects.get(pk=me_of(request).pk)  # request.user may hold refused values
    context = {
        "nav": "profile",
        "profile_form": ProfileForm(instance=sheet, browser_zone=time_zones.of_browser(request)),
        "confirmed": eligibility.is_confirmed(sheet),
        "keys": api_keys.keys_of(sheet),
        "room_for_keys": api_keys.is_room(sheet),
        "key_form": KeyForm(request),
        "programs": own_bots.of(sheet),
        "most_programs": own_bots.MAX_PROGRAMS,
        "allowed": oauth.allowed_by(sheet),
        "applications": oauth.own(sheet),
        "most_applications": oauth.MAX_APPLICATIONS,
        "demo": settings.TIDEWEB_DEMO,
        **more,
    }
    return render(request, "accounts/profile.html", context, status=status)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """GET shows the settings, POST changes name, time zone and language."""
    if request.method != "POST":
        return profile_page(request)
    user = User.objects.get(pk=me_of(request).pk)
    form = ProfileForm(request.POST, instance=user, browser_zone=time_zones.of_browser(request))
    if not (form.is_valid() and _is_saved(form)):
        return profile_page(request, 400, profile_form=form)
    with translation.override(user.language):
        messages.success(request, _("Your settings are saved."))
    response = redirect("profile")
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        user.language,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite="Lax",
    )
    return response


def _is_saved(form: ProfileForm) -> bool:
    """Saves it, or says in the form that somebody else took the name just now."""
    try:
        form.save()
    except IntegrityError:
        form.add_error("name", _("That name is taken. Choose another one."))
        return False
    return True
