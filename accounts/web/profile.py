"""Settings: who I am, and my key for programs."""

from typing import cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from rest_framework.authtoken.models import Token

from accounts import reach, tokens
from accounts.forms import ProfileForm
from accounts.lately import asks_again
from accounts.models import User


def _me(request: HttpRequest) -> User:
    return cast(User, request.user)


def _shown(
    request: HttpRequest,
    profile: ProfileForm | None = None,
    new_token: str = "",
) -> HttpResponse:
    """The page of settings, with a form that was refused, or a token shown this once."""
    user = _me(request)
    sheet = User.objects.get(pk=user.pk)  # a refused form has changed the user in hand
    return render(
        request,
        "accounts/profile.html",
        {
            "nav": "profile",
            "profile_form": profile or ProfileForm(instance=sheet),
            "confirmed": reach.is_confirmed(sheet),
            "token": Token.objects.filter(user=sheet).first(),
            "new_token": new_token,
            "demo": settings.TIDEWEB_DEMO,
        },
        status=400 if profile else 200,
    )


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """GET shows all settings, POST changes name, time zone and language."""
    if request.method != "POST":
        return _shown(request)
    user = User.objects.get(pk=_me(request).pk)
    form = ProfileForm(request.POST, instance=user)
    if not form.is_valid():
        return _shown(request, profile=form)
    form.save()
    messages.success(request, _("Your settings are kept."))
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
def make_token(request: HttpRequest) -> HttpResponse:
    """Makes a key for programs, in the place of an older one, and shows it this once."""
    return _shown(request, new_token=tokens.issue(_me(request)))


@login_required
@require_POST
def revoke_token(request: HttpRequest) -> HttpResponse:
    """Takes the key away: programs that use it are refused from now on."""
    tokens.revoke(_me(request))
    messages.success(request, _("The key is no longer good."))
    return redirect("profile")
