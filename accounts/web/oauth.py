"""OAuth 2: authorising applications, and managing one's own."""

import re
from typing import Any
from urllib.parse import urlsplit

from allauth.idp.oidc import views
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.db import DataError, transaction
from django.forms import MultipleHiddenInput
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.people import oauth
from accounts.security import application_tokens, reauthentication
from accounts.security.scopes import READ
from accounts.web.profile import gone, me_of, profile_page
from accounts.web.signed_in import login_required

# So that each of the library's views uses our validator; there is no setting for it.
views.get_server = oauth.PrefixedServer
ANYBODY = "*"  # these endpoints ignore cookies, so any origin may call them
S256 = re.compile("[A-Za-z0-9_-]{43}")  # a digest of 256 bits (RFC 7636, 4.2)


class ConsentForm(views.AuthorizationForm):
    """Every application may read, as every key may, so that scope isn't offered."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["scopes"]
        field.label, field.required = _("What it may do"), False
        shown = [(scope, label) for scope, label in field.choices if scope != READ]
        field.widget.choices = shown
        if not shown:
            field.widget = MultipleHiddenInput()

    def clean_scopes(self) -> list[str]:
        return [READ, *(scope for scope in self.cleaned_data["scopes"] if scope != READ)]


class Authorize(views.AuthorizationView):
    """allauth's consent page, with S256 required, for people who have signed in recently."""

    form_class = ConsentForm
    template_name = "accounts/authorize.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        user = request.user
        # With `prompt=none`, the library would ask nobody to sign in.
        unasked = not user.is_authenticated and "none" in request.GET.get("prompt", "").split()
        if unasked or (isinstance(user, User) and user.is_guest):
            return redirect_to_login(request.get_full_path())
        if isinstance(user, User) and reauthentication.needed(request):
            return reauthentication.ask(request, request.get_full_path())
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return _may_go_back(response, request)

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Shows the consent form; refuses requests with missing or weak PKCE."""
        nobody = "\x00" in request.GET.get("client_id", "")  # for which PostgreSQL can't even look
        challenge = S256.fullmatch(request.GET.get("code_challenge", ""))
        if nobody or not challenge or request.GET.get("code_challenge_method") != "S256":
            return _refused(request, "unsafe")
        response: HttpResponse = super().get(request, *args, **kwargs)
        return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        parts = urlsplit(self._request_info["redirect_uri"])
        where = parts.netloc or f"{parts.scheme}:"
        # Without its query, the page would lose what is asked for when its reader has to confirm
        # that it's them, or chooses a language. A query repeated here can give no card away.
        return {**super().get_context_data(**kwargs), "where": where, "keeps_query": True}


def _refused(request: HttpRequest, why: str) -> HttpResponse:
    return render(request, "accounts/authorize.html", {"refused": why}, status=400)


def _unknown(request: HttpRequest, **_error: Any) -> HttpResponse:
    return _refused(request, "unknown")


# Its own page would be in English, and no error.
views.respond_html_error = _unknown


def _may_go_back(response: HttpResponseBase, request: HttpRequest) -> HttpResponseBase:
    """Allows the redirect to the application, which browsers check against `form-action` too."""
    client = getattr(response, "context_data", {}) or {}
    if "client" in client:
        target = _source_of(request.GET.get("redirect_uri", ""))
        ours = settings.CONTENT_SECURITY_POLICY
        policy = ours.replace("form-action 'self'", f"form-action 'self' {target}")
        response.headers["Content-Security-Policy"] = policy
    return response


def _source_of(address: str) -> str:
    """The address in a policy, which can't name a host by its IPv6 address (CSP 3, 2.3.1)."""
    parts = urlsplit(address)
    named = parts.scheme in {"http", "https"} and "[" not in parts.netloc
    return f"{parts.scheme}://{parts.netloc}" if named else f"{parts.scheme}:"


@method_decorator(csrf_exempt, name="dispatch")  # what allauth's views have is lost by `dispatch`
class ForPrograms:
    """Refuses what can't be read, and plain http instead of redirecting: a redirect would hide that
    a token was exposed.
    """

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if settings.SECURE_SSL_REDIRECT and not request.is_secure():
            return JsonResponse({"error": "invalid_request"}, status=403)
        try:
            response: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        except DataError:  # a NUL, as above
            return _for_anybody(JsonResponse({"error": "invalid_request"}, status=400))
        return response


class GiveToken(ForPrograms, views.TokenView):
    """allauth's token endpoint; its tokens have our prefix."""

    def _create_token_response(self, request: HttpRequest, **_more: Any) -> HttpResponse:
        asked = views.extract_params(request)
        with transaction.atomic():
            told = oauth.PrefixedServer().create_token_response(*asked)
        answer: HttpResponse = views.convert_response(*told)
        return _for_anybody(answer)

    def options(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return _for_anybody(HttpResponse(status=204))


class Revoke(ForPrograms, views.RevokeView):
    """allauth's revocation endpoint (RFC 7009); it revokes everything from the same consent."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        asked = views.extract_params(request)
        with transaction.atomic():
            told = oauth.PrefixedServer().create_revocation_response(*asked)
        answer: HttpResponse = views.convert_response(*told)
        return _for_anybody(answer)


def _for_anybody(response: HttpResponse) -> HttpResponse:
    response["Access-Control-Allow-Origin"] = ANYBODY
    response["Cache-Control"] = "no-store"
    return response


@require_safe
def metadata(request: HttpRequest) -> JsonResponse:
    """Authorisation server metadata (RFC 8414)."""
    site = settings.SITE_URL
    data = {
        "issuer": site,
        "authorization_endpoint": site + reverse("idp:oidc:authorization"),
        "token_endpoint": site + reverse("idp:oidc:token"),
        "revocation_endpoint": site + reverse("idp:oidc:revoke"),
        "scopes_supported": list(application_tokens.OFFERED),
        "response_types_supported": ["code"],
        "grant_types_supported": [grant.value for grant in oauth.GRANTS],
        "token_endpoint_auth_methods_supported": ["none"],
        "code_challenge_methods_supported": ["S256"],
        "service_documentation": site + reverse("api:guide", args=["api"]),
    }
    answer = JsonResponse(data)
    answer["Access-Control-Allow-Origin"] = ANYBODY
    return answer


@never_cache
@login_required
@require_POST
@reauthentication.asks_again("profile")
def register(request: HttpRequest) -> HttpResponse:
    """Registers an application."""
    if me_of(request).is_guest:
        raise Http404
    given = {name: request.POST.get(name, "")[:3000] for name in ("name", "addresses")}
    try:
        made = oauth.register(me_of(request), **given)
    except ValidationError as fault:
        wrong = {"fault": fault.messages[0], "addressed": fault.code == "addresses"}
        return profile_page(request, 400, application={**given, **wrong})
    messages.success(request, _("Your application is registered. Its id: %(id)s") % {"id": made.pk})
    return redirect("profile")


@login_required
@require_POST
def remove(request: HttpRequest, pk: str) -> HttpResponse:
    """Deletes one of one's own applications, for everybody who uses it."""
    if not oauth.remove(me_of(request), pk):
        return gone(request)
    messages.success(request, _("The application is removed; nobody can use it any more."))
    return redirect("profile")


@login_required
@require_POST
def disallow(request: HttpRequest, pk: str) -> HttpResponse:
    """Revokes an application's access to one's account."""
    if not oauth.disallow(me_of(request), pk):
        return gone(request)
    messages.success(request, _("The application can no longer act for you."))
    return redirect("profile")
