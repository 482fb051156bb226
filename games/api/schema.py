"""The OpenAPI schema, cached per process by format and language; with gzip and an ETag."""

import gzip
import hashlib
from collections.abc import Callable
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request
from rest_framework.response import Response

MAX_KEPT = 16  # formats times languages; a megabyte each, plus a tenth of that compressed
VARIES = ("Accept", "Accept-Encoding", "Accept-Language", "Cookie")


class Document(NamedTuple):
    """The schema as sent; `etag` is that of the plain body, `packed` the gzipped body."""

    body: bytes
    packed: bytes
    etag: str
    headers: dict[str, str]


_kept: dict[tuple[str, ...], Document] = {}


def document(key: tuple[str, ...], build: Callable[[], tuple[bytes, dict[str, str]]]) -> Document:
    """The cached document for this key, built if needed; it doesn't depend on the caller."""
    found = _kept.get(key)
    if found is None:
        body, headers = build()
        etag = f'W/"{hashlib.sha256(body).hexdigest()[:32]}"'
        found = Document(body, gzip.compress(body, 6), etag, headers)
        if len(_kept) >= MAX_KEPT:
            _kept.clear()
        _kept[key] = found
    return found


class SchemaView(SpectacularAPIView):
    """The schema; the same for everybody, so there is no authentication."""

    authentication_classes = ()
    permission_classes = ()

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        """Serves the cached schema; building it takes half a second."""
        renderer: Any = request.accepted_renderer
        lang = request.query_params.get("lang", "")[:8]
        key = (renderer.format, get_language() or "", lang, request.get_host())

        def build() -> tuple[bytes, dict[str, str]]:
            made: Response = super(SchemaView, self).get(request, *args, **kwargs)
            context = {"request": request, "view": self, "response": made}
            body = renderer.render(made.data, renderer.media_type, context)
            return (body.encode() if isinstance(body, str) else body), dict(made.headers)

        return _answer(request._request, document(key, build), renderer.media_type)


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
