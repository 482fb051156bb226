"""Describes operations for the schema, including their refusals by code."""

from collections.abc import Callable, Sequence
from functools import wraps
from inspect import signature
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

import games.api.schema.extensions  # noqa: F401 - drf-spectacular finds what it defines
from accounts.security import cursors, scopes
from games.api import idempotency, problems, response_headers
from games.api.base import nothing_in
from games.api.schema import examples
from games.api.schema.problem_outputs import InvalidOut, ProblemOut
from games.refusals import REFUSALS

CODE = OpenApiParameter(
    "code",
    {"type": "string", "pattern": "^[a-z0-9]{1,12}$"},
    OpenApiParameter.PATH,
    description="The game's name in addresses.",
)


def _number(description: str, minimum: int = 1) -> OpenApiParameter:
    shape = {"type": "integer", "minimum": minimum, "maximum": 999_999_999}
    return OpenApiParameter("number", shape, OpenApiParameter.PATH, description=description)


HAND = _number("The hand, counted through the game from 1.")
SEAT = _number("The seat, counted from 0.", 0)
NOTE_NUMBER = _number("The note, by its `number`.")
ID = _number("Its `id`, as in the list.")
ENTRY = _number("The `entry` of what was done.")
NAME = OpenApiParameter(
    "name",
    {"type": "string", "minLength": 1, "maxLength": 30},
    OpenApiParameter.PATH,
    description="As others call this person; capitals do not matter.",
)
BY_ARGUMENT = {"code": CODE, "name": NAME}  # what a view's arguments of these names are
WISH = OpenApiParameter(
    "wish",
    {"type": "string", "enum": ["pause", "cancel"]},
    OpenApiParameter.PATH,
    description="What was wished.",
)


def _key(description: str) -> OpenApiParameter:
    shape = {"type": "string", "pattern": "^[A-Za-z0-9._~:+/=-]{1,64}$"}
    return OpenApiParameter(
        "Idempotency-Key", shape, OpenApiParameter.HEADER, description=description
    )


KEY = _key("The same bid sent again with the same key is answered with the same receipt.")
KEY_OF_ANY = _key("The same request sent again with the same key, within a week, does it once.")
KEY_OF_TABLE = _key(
    "The same wish sent again with the same key, within a week, makes no second table."
)
LAST_EVENT = OpenApiParameter(
    "Last-Event-ID",
    {"type": "string", "maxLength": cursors.LENGTH},
    OpenApiParameter.HEADER,
    description="The `id` of the last event that came, as browsers send it; goes before `after`.",
)
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    {"type": "string", "maxLength": 200},
    OpenApiParameter.HEADER,
    description="The `ETag` of the answer that you have.",
)
IF_MATCH = OpenApiParameter(
    "If-Match",
    {"type": "string", "maxLength": 200},
    OpenApiParameter.HEADER,
    description="The `ETag` of the receipt that this answer is to replace, and no other.",
)
ONLY_FIRST = OpenApiParameter(
    "If-None-Match",
    {"type": "string", "enum": ["*"]},
    OpenApiParameter.HEADER,
    description="`*`: store this answer only if there is none yet.",
)
UNCHANGED: dict[Any, OpenApiResponse] = {
    304: OpenApiResponse(description="You have it already: it has not changed.")
}
STREAM = "text/event-stream"
ALWAYS = ("https_only", "throttled", "server_error", "busy", "unavailable")
SIGNED_IN = ("not_authenticated", "bad_token", "csrf_failed", "signed_out")
BODY = ("invalid", "unknown_fields", "malformed_json", "body_too_large", "unsupported_media_type")
QUERY = ("invalid", "unknown_fields")


def operation(
    name: str,
    answer: Any,
    *,
    says: str,
    status: int | None = None,
    takes: Any = None,
    query: Any = None,
    parameters: Sequence[OpenApiParameter] = (),
    refusals: Sequence[str] = (),
    anybody: bool = False,
    media: str = STREAM,
    makes: bool = False,
    scope: str | None = None,
    example: Any = None,
    given: Any = None,
) -> Callable[[Any], Any]:
    """Our variant of `extend_schema`: `takes` and `query` are the shapes of body and query string,
    `given` and `example` an example request and response, `refusals` codes besides those that
    follow from the rest; `parameters` those besides `BY_ARGUMENT`. `scope` is what a key needs:
    "" for nothing, by default "read" for GET. `media` is the content type if `answer` is `str`.
    `makes`: accepts an Idempotency-Key."""
    status = status or (204 if answer is None else 200)

    def described(view: Any) -> Any:
        """Any method but GET reads a body, if only to refuse one that isn't empty."""
        asked_for = [*_of_arguments(view), *parameters]
        view.scope = needs = _scope(name, view, scope)
        whole = _codes(refusals, asked_for, anybody=anybody, makes=makes)
        whole |= {*(BODY if view.__name__ != "get" else ()), *(("scope_missing",) * bool(needs))}
        asked_for += filter(None, (query, KEY_OF_ANY if makes else None))
        reads = view.__name__ == "get" and answer is not str
        view.members = response_headers.members_of(answer) if reads else []
        view.asks = _asked_by(query, view.members)
        asked_for += [IF_NONE_MATCH, *_fields(view.members)] if reads else []
        return extend_schema(
            operation_id=name,
            summary=says,
            description=_who(needs, anybody=anybody),
            request={"application/json": takes} if takes is not None else None,
            parameters=asked_for,
            responses={
                **_good(answer, status, says, example, media),
                **(UNCHANGED if reads else {}),
                **_problems(sorted(whole)),
            },
            examples=_examples(given, None if answer is str else example, status),
        )(_wrapped(view, takes, makes=makes))

    return described


def _asked_by(query: Any, members: Sequence[str]) -> dict[str, None]:
    selecting = [response_headers.FIELDS] if members else []
    return dict.fromkeys([*getattr(query, "_declared_fields", ()), *selecting])


def _of_arguments(view: Any) -> list[Any]:
    return [BY_ARGUMENT[each] for each in signature(view).parameters if each in BY_ARGUMENT]


def _wrapped(view: Any, takes: Any, *, makes: bool) -> Any:
    """Refuses a body where nothing is taken, and answers 204 where nothing is returned."""
    if view.__name__ == "get":
        return view

    @wraps(view)
    def checked(self: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        if takes is None:
            nothing_in(request)
        answer: Response | None = view(self, request, *args, **kwargs)
        return Response(status=204) if answer is None else answer

    return idempotency.answered_once(checked) if makes else checked


def _codes(
    refusals: Sequence[str],
    parameters: Sequence[OpenApiParameter],
    *,
    anybody: bool,
    makes: bool,
) -> set[str]:
    codes = {*refusals, *ALWAYS, *QUERY, "bad_token", *(() if anybody else SIGNED_IN)}
    codes |= {"bad_key", "key_reused"} if makes else set()
    codes |= {"suspended"} if "not_seated" in codes else set()
    codes |= {"unknown_game"} if CODE in parameters else set()
    codes |= {"unknown_person"} if NAME in parameters else set()
    codes |= {"duplicate_closed"} if "unknown_game" in codes else set()
    if any(each.location == OpenApiParameter.PATH for each in parameters):
        codes.add("not_found")  # for path parameters that can't be a code, number or name
    return codes


def _fields(members: Sequence[str]) -> list[OpenApiParameter]:
    shape = {"type": "array", "minItems": 1, "items": {"type": "string", "enum": list(members)}}
    text = "Only these members, of the object or of each entry, separated by commas."
    parameter = OpenApiParameter(
        response_headers.FIELDS, shape, description=text, style="form", explode=False
    )
    return [parameter] if members else []


def _good(
    answer: Any, status: int, says: str, example: Any, media: str
) -> dict[Any, OpenApiResponse]:
    """The successful response; `answer` is a JSON shape, or `str` for a stream of text."""
    if answer is not str:
        return {status: OpenApiResponse(answer, description=says)}
    told = OpenApiResponse(str, description=says, examples=[OpenApiExample("Answer", example)])
    return {(status, media): told}


def _scope(name: str, view: Any, scope: str | None) -> str:
    if scope is None and view.__name__ != "get":
        raise ImproperlyConfigured(f"{name}: which scope does a key need for it?")
    return scopes.READ if scope is None else scope


def _who(scope: str, *, anybody: bool) -> str:
    who = "Open to everybody." if anybody else "For whoever is signed in."
    return f"{who} A key needs the scope `{scope}`." if scope else who


def _examples(given: Any, example: Any, status: int) -> list[OpenApiExample]:
    found = []
    if given is not None:
        found.append(OpenApiExample("Request", given, request_only=True))
    several = example if isinstance(example, examples.Several) else {"Answer": example}
    for name, answer in several.items() if example is not None else ():
        found.append(OpenApiExample(name, answer, response_only=True, status_codes=[str(status)]))
    return found


def _problems(codes: Sequence[str]) -> dict[Any, OpenApiResponse]:
    by_status: dict[int, list[str]] = {}
    for code in codes:
        by_status.setdefault(REFUSALS[code].status, []).append(code)
    return {
        (status, problems.MEDIA_TYPE): OpenApiResponse(
            InvalidOut if "invalid" in found else ProblemOut,
            description=" · ".join(f"`{code}`" for code in found),
            examples=[_problem_example(code) for code in found],
        )
        for status, found in sorted(by_status.items())
    }


def _problem_example(code: str) -> OpenApiExample:
    return OpenApiExample(code, problems.example(code))
