"""Pages that are fetched before anybody asks for them."""

from django.http import HttpRequest


def is_ahead(request: HttpRequest) -> bool:
    """Whether nobody looks at it yet: the browser fetches it in advance, or our worker, which may
    not set `Sec-Purpose`."""
    headers = request.headers
    return "prefetch" in headers.get("Sec-Purpose", "") or "Tideweb-Ahead" in headers
