"""Headers for every response."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

# Browser features that we don't use, so injected code can't use them either.
NOT_NEEDED = (
    "accelerometer", "autoplay", "browsing-topics", "camera", "display-capture", "encrypted-media",
    "geolocation", "gyroscope", "hid", "idle-detection", "local-fonts", "magnetometer",
    "microphone", "midi", "payment", "screen-wake-lock", "serial", "sync-xhr", "usb",
    "xr-spatial-tracking",
)  # fmt: skip
HEADERS = {
    "Content-Security-Policy": settings.CONTENT_SECURITY_POLICY,
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in NOT_NEEDED),
    # Other sites can't load our resources, not even to measure their size.
    "Cross-Origin-Resource-Policy": "same-origin",
}
Respond = Callable[[HttpRequest], HttpResponseBase]


def outer_headers_middleware(respond: Respond) -> Respond:
    """Must be the outermost middleware, so that responses of the others get the headers too."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = respond(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return answer
