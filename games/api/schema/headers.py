"""The headers of responses: described once, and named with every response that may have them."""

from typing import Any

from games.api.idempotency import REPLAYED

Header = dict[str, Any]


def _header(description: str, *, required: bool = False, **shape: Any) -> Header:
    said = {"description": description, "schema": {"type": "string", **shape}}
    return {**said, "required": True} if required else said


HEADERS: dict[str, Header] = {
    "Content-Language": _header("The language of the texts, chosen by `Accept-Language`."),
    "ETag": _header("For `If-None-Match`, and that of a bid for `If-Match`.", required=True),
    REPLAYED: _header("This key was used before: here is the first response.", enum=["true"]),
    "Link": _header('`rel="next"`: where the list goes on, if it does; RFC 8288.'),
    "Location": _header("The address of the new table.", required=True, format="uri"),
    "RateLimit": _header("How many requests are left (`r`), and until when (`t` seconds)."),
    "RateLimit-Policy": _header("How many requests (`q`) are allowed in `w` seconds."),
    "Retry-After": _header("Seconds.", required=True, type="integer", minimum=1),
    "WWW-Authenticate": _header("How to authenticate, or with which scope; RFC 6750."),
    "X-Request-ID": _header("What our log calls the request: quote it to us.", required=True),
}
OF_EVERY = ("Content-Language", "RateLimit", "RateLimit-Policy", "X-Request-ID")
BY_STATUS = {
    "304": ("ETag",),
    "401": ("WWW-Authenticate",),
    "403": ("WWW-Authenticate",),
    "429": ("Retry-After",),
    "503": ("Retry-After",),
}
# Of successful responses, by operation; what all reading ones have is below.
BY_OPERATION = {
    "make_game": ("Location",),
    "place_bid": ("ETag",),
    **dict.fromkeys(
        (
            "chat", "entry", "game_log", "games", "my_games", "my_notices", "offered_seats",
            "rating_steps", "ratings", "records",
        ),
        ("Link",),
    ),
}  # fmt: skip
WITHOUT_REPLAYED = ("make_game", "place_bid")  # they answer with what is there now


def add_headers(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """Schema hook: adds the headers to all responses."""
    result["components"]["headers"] = HEADERS
    for path in result["paths"].values():
        for operation in path.values():
            good = _of_good(operation)
            for status, answer in operation["responses"].items():
                names = {*OF_EVERY, *BY_STATUS.get(status, ()), *(good if status < "3" else ())}
                answer["headers"] = {name: _ref(name) for name in sorted(names)}
    return result


def _of_good(operation: dict[str, Any]) -> tuple[str, ...]:
    """Those that only a successful response of this operation has."""
    name, responses = operation["operationId"], operation["responses"]
    taken = {each["name"] for each in operation.get("parameters", ())}
    once = "Idempotency-Key" in taken and name not in WITHOUT_REPLAYED
    return (
        *BY_OPERATION.get(name, ()),
        *(["ETag"] if "304" in responses else []),
        *([REPLAYED] if once else []),
    )


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/headers/{name}"}
