"""Headers that every answer has, whatever it is and whoever made it."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

# What no page of ours needs, and so nothing that slips into one may use either.
NOT_NEEDED = (
    "accelerometer", "autoplay", "browsing-topics", "camera", "display-capture", "encrypted-media",
    "geolocation", "gyroscope", "hid", "idle-detection", "local-fonts", "magnetometer",
    "microphone", "midi", "payment", "screen-wake-lock", "serial", "sync-xhr", "usb",
    "xr-spatial-tracking",
)  # fmt: skip
HEADERS = {
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in NOT_NEEDED),
    # No page of somebody else may load what is ours, be it to measure what comes back.
    "Cross-Origin-Resource-Policy": "same-origin",
}
Respond = Callable[[HttpRequest], HttpResponseBase]


def outer_headers_middleware(respond: Respond) -> Respond:
    """Stands before all others, so that their answers have them as well."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = respond(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return answer
