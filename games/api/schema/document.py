"""The OpenAPI schema and its page. It is cached per process by format and language, with gzip and
an ETag.

Nothing else of a request may reach what is built: it takes a second, and everybody gets it.
"""

import gzip
import hashlib
from collections.abc import Callable
from typing import Any, NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import base, errors, problems, response_headers
from games.api.parsing import Pick, Strict


class SchemaQuery(Strict):
    """The language of the schema, and its format for those who can't set `Accept`."""

    lang = Pick(settings.LANGUAGES, required=False)
    format = Pick(("json", "yaml"), required=False)


VARIES = ("Accept", "Accept-Encoding", "Accept-Language", "Cookie")


class Document(NamedTuple):
    """The schema as sent; `etag` is that of the plain body, `packed` the gzipped body."""

    body: bytes
    packed: bytes
    etag: str
    headers: dict[str, str]


# At most formats times languages; one or two megabytes each, plus a tenth of that compressed.
_kept: dict[tuple[str, str], Document] = {}


def document(key: tuple[str, str], build: Callable[[], tuple[bytes, dict[str, str]]]) -> Document:
    """The cached document for this key, built if needed; it doesn't depend on the caller."""
    found = _kept.get(key)
    if found is None:
        body, headers = build()
        etag = f'W/"{hashlib.sha256(body).hexdigest()[:32]}"'
        found = Document(body, gzip.compress(body, 6), etag, headers)
        _kept[key] = found
    return found


class JsonOrYaml(DefaultContentNegotiation):
    """Whoever accepts neither gets YAML (RFC 9110, 12.5.1); `SchemaQuery` refuses other formats."""

    def select_renderer(self, request: Request, renderers: Any, format_suffix: Any = None) -> Any:
        try:
            return super().select_renderer(request, renderers, format_suffix)
        except (NotAcceptable, Http404):
            return renderers[0], renderers[0].media_type


class SchemaView(SpectacularAPIView):
    """The schema; the same for everybody, so there is no authentication."""

    content_negotiation_class = JsonOrYaml
    authentication_classes = ()
    permission_classes = ()

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        """Serves the cached schema, in the language asked for or else the caller's."""
        lang = base.asked(SchemaQuery, request).get("lang") or get_language() or ""
        renderer: Any = request.accepted_renderer

        def build() -> tuple[bytes, dict[str, str]]:
            made: Response = super(SchemaView, self).get(request, *args, **kwargs)
            context = {"request": request, "view": self, "response": made}
            # Indented, JSON would be three times as long.
            writer = JSONRenderer() if isinstance(renderer, JSONRenderer) else renderer
            body = writer.render(made.data, renderer.media_type, context)
            return (body.encode() if isinstance(body, str) else body), dict(made.headers)

        found = document((renderer.format, lang), build)
        return _answer(request._request, found, renderer.media_type)

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """For pages of other sites that send `If-None-Match`."""
        return response_headers.preflight(["GET"])

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Adds the headers that every response of the API has."""
        found = super().finalize_response(request, response, *args, **kwargs)
        for name, value in response_headers.OF_EVERY.items():
            found.headers.setdefault(name, value)
        return found

    def get_exception_handler(self) -> Callable[..., Any]:
        return errors.handle

    def handle_exception(self, exc: Exception) -> Response:
        """Problems are JSON for those, too, who want the schema as YAML."""
        self.request.accepted_renderer = JSONRenderer()
        self.request.accepted_media_type = problems.MEDIA_TYPE
        return super().handle_exception(exc)


def _answer(request: HttpRequest, found: Document, media_type: str) -> HttpResponse:
    packs = "gzip" in request.headers.get("Accept-Encoding", "")
    response = get_conditional_response(request, found.etag) or HttpResponse(
        found.packed if packs else found.body, media_type
    )
    if packs and response.status_code == 200:
        response["Content-Encoding"] = "gzip"
    for name, value in found.headers.items():
        response.setdefault(name, value)
    response["ETag"] = found.etag
    response["Cache-Control"] = "public, max-age=300"
    patch_vary_headers(response, VARIES)
    return response


class DocsView(SpectacularSwaggerSplitView):
    """Swagger UI from our own files, without inline scripts or styles."""

    authentication_classes = ()
    permission_classes = ()
    url_name = "api:schema"
    template_name = "api/docs.html"
    title = "Tideweb API"
