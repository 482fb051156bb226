"""What each game tells, as components of the schema: its package's `shapes`, one by one.

A game without `shapes` tells plain objects, and then so does a union of all games.
"""

from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from games.catalogue import GAMES
from games.catalogue.game_type import Parts
from games.rules import shapes as shared

SHAPES: Parts[Any] = Parts(GAMES, "shapes")
ROOTS = ("Observation", "Event", "Record")
PLAIN: dict[Any, str] = {int: "integer", str: "string", bool: "boolean", NoneType: "null"}
Shape = dict[str, Any]


def union(root: str) -> Shape:
    """One of `ROOTS`, of whichever game it is."""
    ways: list[Shape] = [_ref(_prefix(slug) + root) for slug in SHAPES]
    if len(SHAPES) < len(GAMES):
        ways.append({"type": "object"})
    return {"anyOf": ways}


def outcome() -> Shape:
    """That of any game."""
    return _ref("Outcome")


def facts() -> Shape:
    """What an entry of a log tells: of a hand or an aside its events, and more by its kind."""
    numbers = {"type": "array", "items": {"type": "integer"}}
    events = {"type": "array", "items": union("Event")}
    return {"type": "object", "properties": {"events": events, "missed": numbers}}


def components() -> dict[str, Shape]:
    """All that the games define, by name; what all games share stands there once."""
    found: dict[str, Shape] = {}
    for slug, shapes in SHAPES.items():
        for root in ROOTS:
            hint = getattr(shapes, root)
            told = _shape(hint, _prefix(slug), found)
            if not is_typeddict(hint):
                found[_prefix(slug) + root] = _told_apart(told["anyOf"], "kind", found)
    _shape(shared.Outcome, "", found)
    return found


def add_components(result: Shape, **_more: Any) -> Shape:
    """A hook of drf-spectacular."""
    schemas = result["components"]["schemas"] | components()
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result


def _prefix(slug: str) -> str:
    return slug.title().replace("-", "")


def _ref(name: str) -> Shape:
    return {"$ref": f"#/components/schemas/{name}"}


def _told_apart(ways: list[Shape], by: str, found: dict[str, Shape]) -> Shape:
    """One of these components; which, its member `by` says, that has one value in each."""
    refs = [way["$ref"] for way in ways]
    values = [found[ref.rpartition("/")[2]]["properties"][by]["enum"][0] for ref in refs]
    mapping = dict(zip(values, refs, strict=True))
    return {"oneOf": ways, "discriminator": {"propertyName": by, "mapping": mapping}}


def _shape(hint: Any, prefix: str, found: dict[str, Shape]) -> Shape:
    """The JSON Schema of a type; each `TypedDict` on the way becomes a component."""
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
    """Plain types are told as one list of types, as the rest of the schema does."""
    if all(set(way) == {"type"} for way in ways):
        return {"type": [way["type"] for way in ways]}
    return {"anyOf": ways}


def _component(hint: Any, prefix: str, found: dict[str, Shape]) -> Shape:
    name = ("" if hint.__module__ == shared.__name__ else prefix) + hint.__name__
    if name not in found:
        found[name] = {}  # its place, should it be met again inside of itself
        members = get_type_hints(hint, include_extras=True)
        told = {key: _shape(member, prefix, found) for key, member in members.items()}
        found[name] = {
            "type": "object",
            **({"description": hint.__doc__} if hint.__doc__ else {}),
            "properties": told,
            "required": sorted(hint.__required_keys__),
        }
    return _ref(name)
