"""Schema components for the data of each game, generated from its module `shapes`.

A game without `shapes` has plain objects; a union of all games is then a plain object too.
"""

from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    NotRequired,
    Protocol,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from games.catalogue import GAMES
from games.catalogue.game_type import Parts
from games.rules import shapes as shared


class Shapes(Protocol):
    """The interface of a game's module `shapes`: types made of `TypedDict`, `Literal`, `list`,
    `dict`, unions and JSON's own types. What games have in common is in `games.rules.shapes`.
    """

    Observation: Any  # a `TypedDict`; `you` is `NotRequired`, since a spectator has none
    Event: Any  # a union of `TypedDict`s that are told apart by a `Literal` `kind`
    Record: Any  # a `TypedDict`


SHAPES: Parts[Shapes] = Parts(GAMES, "shapes")
ROOTS = ("Observation", "Event", "Record")
PLAIN: dict[Any, str] = {int: "integer", str: "string", bool: "boolean", NoneType: "null"}
Shape = dict[str, Any]
FACTS = {
    "name": ("string", "Whom the entry is about, or who did it."),
    "before": ("string", "`taken`: who had the seat."),
    "seat": ("integer", "Their seat."),
    "seats": ("integer", "`started`: how many there are."),
    "act": ("string", "`aside`: what was done."),
    "why": (
        "string",
        "`offered`, `bot`: `missed`, `left`, `asked`. `paused`, `cancelled`: `all` who play, "
        "`moderator`, or `nobody` is there. More may be added.",
    ),
    "by": ("string", "`moderator`, if one did it."),
    "hours": ("integer", "`extended`: by how many."),
    "minutes": ("integer", "`outage`: how many were given back."),
    "what": ("string", "`outage`: what was down."),
    "moved": ("boolean", "`paused`, `resumed`: the game came from another server."),
    "hand": ("integer", "`taken_back`, `put_back`: the first of the hands."),
    "was": ("string", "`undone`: the kind that the entry had."),
    "from": ("string", "`restored`: the moment of the backup."),
    "until": ("string", "`restored`: when play went on."),
    "seen": ("integer", "`restored`: how many hands will be opened a second time."),
}


def union(root: str) -> Shape:
    """The schema of one of `ROOTS` for any game."""
    ways: list[Shape] = [_ref(_prefix(slug) + root) for slug in SHAPES]
    if len(SHAPES) < len(GAMES):
        ways.append({"type": "object"})
    return {"anyOf": ways}


def outcome() -> Shape:
    """The schema of the outcome of any game."""
    return _ref("Outcome")


def facts() -> Shape:
    """The schema of a log entry's data: which members it has depends on the kind."""
    numbers: Shape = {"type": "array", "items": {"type": "integer"}}
    known: dict[str, Shape] = {
        "events": {"type": "array", "items": union("Event")},
        "missed": numbers,
        "scores": numbers,
        "winners": numbers,
    }
    told = {member: {"type": kind, "description": text} for member, (kind, text) in FACTS.items()}
    return {"type": "object", "properties": known | told}


def components() -> dict[str, Shape]:
    """All components of the games by name; shared ones appear once."""
    found: dict[str, Shape] = {}
    for slug, shapes in SHAPES.items():
        for root in ROOTS:
            hint = getattr(shapes, root)
            told = _shape(hint, _prefix(slug), found)
            if not is_typeddict(hint):
                found[_prefix(slug) + root] = _told_apart(told["anyOf"], found)
    _shape(shared.Outcome, "", found)
    return found


def add_components(result: Shape, **_more: Any) -> Shape:
    """Schema hook for drf-spectacular."""
    schemas = result["components"]["schemas"] | components()
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result


def _prefix(slug: str) -> str:
    return slug.title().replace("-", "")


def _ref(name: str) -> Shape:
    return {"$ref": f"#/components/schemas/{name}"}


def _told_apart(ways: list[Shape], found: dict[str, Shape]) -> Shape:
    """A `oneOf` with the discriminator `kind`, whose value differs in each component."""
    refs = [way["$ref"] for way in ways]
    values = [found[ref.rpartition("/")[2]]["properties"]["kind"]["enum"][0] for ref in refs]
    mapping = dict(zip(values, refs, strict=True))
    return {"oneOf": ways, "discriminator": {"propertyName": "kind", "mapping": mapping}}


def _shape(hint: Any, prefix: str, found: dict[str, Shape]) -> Shape:
    """The JSON Schema of a type hint; every `TypedDict` in it becomes a component."""
    if is_typeddict(hint):
        return _component(hint, prefix, found)
    if hint in PLAIN:
        return {"type": PLAIN[hint]}
    args = get_args(hint)
    match get_origin(hint):
        case origin if origin is NotRequired:
            return _shape(args[0], prefix, found)
        case origin if origin is Literal:
            return {"type": "string", "enum": list(args)}
        case origin if origin is list:
            return {"type": "array", "items": _shape(args[0], prefix, found)}
        case origin if origin is dict:
            return {"type": "object", "additionalProperties": _shape(args[1], prefix, found)}
        case origin if origin in (Union, UnionType):
            return _any_of([_shape(arg, prefix, found) for arg in args])
    raise TypeError(f"No shape for {hint!r}.")


def _any_of(ways: list[Shape]) -> Shape:
    """`anyOf`; plain types become one list of types, as in the rest of the schema."""
    if all(set(way) == {"type"} for way in ways):
        return {"type": [way["type"] for way in ways]}
    return {"anyOf": ways}


def _component(hint: Any, prefix: str, found: dict[str, Shape]) -> Shape:
    name = ("" if hint.__module__ == shared.__name__ else prefix) + hint.__name__
    if name not in found:
        found[name] = {}  # a placeholder, in case the type is recursive
        members = get_type_hints(hint, include_extras=True)
        told = {key: _shape(member, prefix, found) for key, member in members.items()}
        found[name] = {
            "type": "object",
            **({"description": hint.__doc__} if hint.__doc__ else {}),
            "properties": told,
            "required": sorted(hint.__required_keys__),
        }
    return _ref(name)
