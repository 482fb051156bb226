"""What every view of the API shares: who asks, the one form of errors, no stored answers."""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from rest_framework import exceptions, serializers
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.models import ApiKey, User
from accounts.security.api_keys import HashedTokenAuthentication
from games import selectors
from games.api import errors
from games.api.fields import refuse_unknown
from games.api.parsing import StrictJson, refuse_large
from games.models import Game
from games.refusals import Refused
from games.rules.registry import RULESETS

T = TypeVar("T")


class OnlyJson(BaseContentNegotiation):
    """JSON whatever the client says it accepts (RFC 9110, 12.5.1 allows that)."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        wanted = (request.content_type or "").split(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == wanted), None)

    def select_renderer(self, request: Request, renderers: Any, format_suffix: Any = None) -> Any:
        return renderers[0], renderers[0].media_type


class BaseApiView(APIView):
    """A view for signed-in people; `open_to_all` (methods) lets everybody in."""

    open_to_all: tuple[str, ...] = ()
    authentication_classes: tuple[type[BaseAuthentication], ...] = (
        HashedTokenAuthentication,
        SessionAuthentication,
    )
    parser_classes: tuple[type[BaseParser], ...] = (StrictJson,)
    renderer_classes = (JSONRenderer,)
    content_negotiation_class = OnlyJson
    http_method_names = ["get", "head", "post", "put", "patch", "delete"]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuses what is too large or has no method here before anything is looked up."""
        refuse_large(request._request)
        method = str(request.method).lower()
        if method not in self.http_method_names or not hasattr(self, method):
            raise exceptions.MethodNotAllowed(str(request.method))
        super().initial(request, *args, **kwargs)

    def get_permissions(self) -> list[Any]:
        method = "GET" if self.request.method == "HEAD" else self.request.method
        if method in self.open_to_all:
            return [AllowAny()]
        return [IsAuthenticated()]

    def check_permissions(self, request: Request) -> None:
        """A key opens what its scopes say; a session is the person at the screen, and opens all."""
        super().check_permissions(request)
        needed = getattr(getattr(self, str(request.method).lower()), "scope", "")
        if needed and isinstance(request.auth, ApiKey):
            granted = request.auth.scopes.split()
            if needed not in granted:
                hint = {"scope": needed, "scopes": granted}
                raise Refused("scope_missing", hint, scope=needed)

    def get_exception_handler(self) -> Callable[..., Any]:
        return errors.handle

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """No cache may keep what is meant for one person, or changes."""
        response = super().finalize_response(request, response, *args, **kwargs)
        response.headers.setdefault("Cache-Control", "no-store")
        return response


def person(request: Request) -> User:
    """Whoever is signed in (views for everybody use `viewer`)."""
    if not isinstance(request.user, User):
        raise exceptions.NotAuthenticated
    return request.user


def viewer(request: Request) -> User | AnonymousUser:
    """Whoever looks."""
    return request.user if isinstance(request.user, User) else AnonymousUser()


def parsed(form: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    """The body, checked.  Raises `Refused` and DRF's `ValidationError`."""
    checked: dict[str, Any] = dict(_checker(form, get_language()).run_validation(request.data))
    return checked


@cache
def _checker(
    form: type[serializers.Serializer[Any]], _language: str | None
) -> serializers.Serializer[Any]:
    """One for all requests: to make its fields takes longer than to check a body by them.

    One a language, since REST framework's `lazy_format` keeps the words that it found first.
    """
    return form()


def nothing_in(request: Request) -> None:
    """For verbs without a body: an empty object will do, anything else is refused."""
    data = request.data
    if not isinstance(data, dict):
        raise serializers.ValidationError([_("This takes no body; an empty object will do.")])
    refuse_unknown(data, {})


def asked(form: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    """The query, checked; a parameter that is unknown or given twice is refused."""
    query = request.query_params
    twice = [name for name in query if len(query.getlist(name)) > 1]
    if twice:
        raise serializers.ValidationError({name: [_("Given twice.")] for name in twice})
    checked = form(data=query.dict())
    checked.is_valid(raise_exception=True)
    return dict(checked.validated_data)


def seen_game(request: Request, code: str, link: str = "") -> Game:
    """The game as this person may see it.  Raises `Refused` ("unknown_game")."""
    return selectors.access_game(viewer(request), code, link)


def known_ruleset(slug: str) -> str:
    """The slug of a game that there is.  Raises `Refused` ("unknown_ruleset")."""
    if slug not in RULESETS:
        raise Refused("unknown_ruleset", given=slug, known=", ".join(sorted(RULESETS)))
    return slug


def without_revealing(request: Request, code: str, verb: Callable[[], T]) -> T:
    """Does it; a refusal must not betray a table that this person may not see.

    Looked up only after a refusal, so that what is accepted costs no further query.
    """
    try:
        return verb()
    except Refused as refusal:
        if refusal.code != "unknown_game":
            seen_game(request, code)
        raise
