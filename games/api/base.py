"""The base class of all API views, and helpers to parse requests."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NoReturn

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import Error
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from rest_framework import exceptions, serializers
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.permissions import SAFE_METHODS, AllowAny, IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import ApiKey, User
from accounts.security import reauthentication, roles, scopes
from accounts.security.api_keys import HashedTokenAuthentication
from games import selectors
from games.api import errors, response_headers
from games.api.parsing import Strict, StrictJson, refuse_large, refuse_unknown
from games.models import Game
from games.refusals import Refused
from games.rules.registry import RULESETS


class OnlyJson(DefaultContentNegotiation):
    """Always answers with JSON, whatever the client accepts (RFC 9110, 12.5.1 allows that)."""

    def select_renderer(self, request: Request, renderers: Any, format_suffix: Any = None) -> Any:
        return renderers[0], renderers[0].media_type


class BaseApiView(APIView):
    """A view for authenticated users; methods in `open_to_all` need no authentication, and those in
    `serious` a session that was confirmed lately (accounts.security.reauthentication).
    """

    open_to_all: tuple[str, ...] = ()
    serious: tuple[str, ...] = ()
    authentication_classes: tuple[type[BaseAuthentication], ...] = (
        HashedTokenAuthentication,
        SessionAuthentication,
    )
    parser_classes: tuple[type[BaseParser], ...] = (StrictJson,)
    renderer_classes = (JSONRenderer,)
    content_negotiation_class = OnlyJson
    http_method_names = ["get", "head", "post", "put", "patch", "delete"]
    left: Mapping[str, str] = {}  # rate limit headers
    wanted: set[str] | None = None  # the members selected by `fields`; None: all
    admitted = False  # whether the request has passed all checks that look nothing up
    takes_link = False  # whether it may change a table that only its link opens

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answers CORS preflight requests without authentication."""
        if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            return response_headers.preflight(self._methods())
        return super().dispatch(request, *args, **kwargs)

    def _methods(self) -> list[str]:
        return [name.upper() for name in self.http_method_names if hasattr(self, name)]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuses oversized requests and unknown methods before anything is looked up."""
        if settings.SECURE_SSL_REDIRECT and not request._request.is_secure():
            raise Refused("https_only")
        refuse_large(request._request)
        method = str(request.method).lower()
        if method not in self.http_method_names or not hasattr(self, method):
            raise exceptions.MethodNotAllowed(str(request.method))
        super().initial(request, *args, **kwargs)
        if request.META.get("QUERY_STRING"):
            self._check_query(request, getattr(self, method))
        self.admitted = True

    def _check_query(self, request: Request, verb: Any) -> None:
        """Refuses unknown query parameters."""
        given, members = request.query_params, getattr(verb, "members", [])
        if hasattr(verb, "asks"):
            refuse_unknown(given, verb.asks)
        if members and response_headers.FIELDS in given:
            self.wanted = set(given[response_headers.FIELDS].split(","))
            if unknown := sorted(self.wanted - set(members)):
                told = {"unknown": ", ".join(unknown)[:80], "known": ", ".join(members)}
                text = _("There is no “%(unknown)s” here. You can use: %(known)s.") % told
                raise serializers.ValidationError({response_headers.FIELDS: [text]})

    def check_throttles(self, request: Request) -> None:
        """Asks each limit until one refuses, and keeps the counts for the headers.

        REST framework asks all of them. What one has refused would then still count for the others,
        and whoever is refused could go on adding entries to the shared cache.
        """
        throttles = self.get_throttles()
        refusing = next((each for each in throttles if not each.allow_request(request, self)), None)
        self.left = response_headers.counted(throttles)
        if refusing is not None:
            self.throttled(request, refusing.wait() or 0.0)

    def get_permissions(self) -> list[Any]:
        if self._method() in self.open_to_all:
            return [AllowAny()]
        return [IsAuthenticated()]

    def _method(self) -> str | None:
        return "GET" if self.request.method == "HEAD" else self.request.method

    def check_permissions(self, request: Request) -> None:
        """An API key needs the scope of the operation; a session has all of them."""
        super().check_permissions(request)
        needed = getattr(getattr(self, str(request.method).lower()), "scope", "")
        if self._method() in self.serious and not isinstance(request.auth, ApiKey):
            _check_confirmed(request)
        if needed == scopes.MODERATE and not isinstance(request.auth, ApiKey):
            _check_factor_shown(request)
        if needed and isinstance(request.auth, ApiKey):
            granted = request.auth.scopes.split()
            if needed not in granted:
                hint = {"scope": needed, "scopes": granted}
                raise Refused("scope_missing", hint, scope=needed)

    def get_exception_handler(self) -> Callable[..., Any]:
        return errors.handle

    def handle_exception(self, exc: Exception) -> Response:
        """A refused change of a table doesn't reveal that there is one to who may not see it.

        Access is checked only now, so that what is accepted costs no query for it.
        """
        if isinstance(exc, Refused) and self.admitted and self._hides_tables():
            try:
                seen_game(self.request, self.kwargs["code"])
            except (Refused, Error) as other:
                exc = other
        return super().handle_exception(exc)

    def _hides_tables(self) -> bool:
        changes = self.request.method not in SAFE_METHODS
        return "code" in self.kwargs and changes and not self.takes_link

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Adds the common headers and applies `fields`."""
        response = super().finalize_response(request, response, *args, **kwargs)
        chosen = self.wanted if isinstance(response, Response) else None  # and not from a page
        if chosen is not None and response.status_code == 200:
            verb = getattr(self, str(request.method).lower())
            response.data = response_headers.chosen(response.data, chosen, verb.members)
        for name, value in {**response_headers.OF_EVERY, **self.left}.items():
            response.headers.setdefault(name, value)
        if request.method in {"GET", "HEAD"}:
            response_headers.complete(request, response)
        return response


def _check_confirmed(request: Request) -> None:
    if reauthentication.needed(request._request):
        _confirm_first(reauthentication.page_of(person(request)))


def _check_factor_shown(request: Request) -> None:
    if roles.is_staff(request.user) and not roles.staff_here(request._request):
        _confirm_first(reauthentication.factor_page(person(request)))


def _confirm_first(page: str) -> NoReturn:
    where = settings.SITE_URL + page
    raise Refused("confirm_first", {"where": where}, where=where)


def person(request: Request) -> User:
    """The authenticated user. Raises `NotAuthenticated`; open views use `viewer` instead."""
    if not isinstance(request.user, User):
        raise exceptions.NotAuthenticated
    return request.user


def viewer(request: Request) -> User | AnonymousUser:
    """The authenticated user or an anonymous one."""
    return request.user if isinstance(request.user, User) else AnonymousUser()


def parsed(form: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    """The validated body. Raises `Refused` and DRF's `ValidationError`."""
    checked: dict[str, Any] = dict(_checker(form, get_language()).run_validation(request.data))
    return checked


@cache
def _checker(
    form: type[serializers.Serializer[Any]], _language: str | None
) -> serializers.Serializer[Any]:
    """A shared instance, since creating the fields takes longer than validating a body.

    One per language, because REST framework's `lazy_format` caches the first translation.
    """
    return form()


def nothing_in(request: Request) -> None:
    """For operations without a body: accepts none or an empty object, refuses anything else."""
    data = request.data
    if not isinstance(data, dict):
        raise serializers.ValidationError([_("This takes no body; an empty object will do.")])
    refuse_unknown(data, {})


def asked(form: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    """The validated query string; refuses unknown and repeated parameters."""
    query = request.query_params.copy()
    twice = [name for name in query if len(query.getlist(name)) > 1]
    if twice:
        raise serializers.ValidationError({name: [_("Given twice.")] for name in twice})
    query.pop(response_headers.FIELDS, None)
    checked = form(data=query.dict())
    checked.is_valid(raise_exception=True)
    return dict(checked.validated_data)


def seen_game(request: Request, code: str, link: str = "") -> Game:
    """The game, if the caller may see it. Raises `Refused` ("unknown_game")."""
    return selectors.access.access_game(viewer(request), code, link)


def known_ruleset(slug: str) -> str:
    """Returns the slug if it exists. Raises `Refused` ("unknown_ruleset")."""
    if slug not in RULESETS:
        known = sorted(RULESETS)
        raise Refused("unknown_ruleset", {"known": known}, given=slug, known=", ".join(known))
    return slug


class LinkQuery(Strict):
    """Access to a table that isn't public."""

    link = serializers.CharField(
        max_length=200,
        required=False,
        allow_blank=True,
        default="",
        help_text="The token of an invitation.",
    )


def game_by_link(request: Request, code: str) -> Game:
    """As `seen_game`, with the link of the query string (`LinkQuery`)."""
    return seen_game(request, code, asked(LinkQuery, request)["link"])
