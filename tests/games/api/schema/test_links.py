"""Links of the schema: each can be followed, and each operation about something is come to by one.

Planted: `seats/0/number` for `seats/0/seat`, and a link to an operation that there is not.
"""

from typing import Any

import pytest

from games.api.schema.links import LINKS
from tests.games.api.contract import operations, schema, validator

BY_NAME = {operation["operationId"]: operation for _method, _path, operation in operations()}
EVERY = [
    (source, target, given)
    for source, links in LINKS.items()
    for targets, given in links
    for target in targets
]


def parameters(name: str) -> dict[str, dict[str, Any]]:
    found = BY_NAME[name].get("parameters", [])
    return {each["name"]: each["schema"] for each in found if each["in"] == "path"}


def answers(name: str) -> list[Any]:
    """The examples of what is answered."""
    good = [answer for status, answer in BY_NAME[name]["responses"].items() if status[0] == "2"]
    media = [content for answer in good for content in answer.get("content", {}).values()]
    return [each["value"] for content in media for each in content.get("examples", {}).values()]


def pointed(value: Any, pointer: str) -> Any:
    for part in pointer.strip("/").split("/"):
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value


def given_by(source: str, expression: str) -> list[Any]:
    """What an expression stands for, in each example.  Raises `KeyError`, `IndexError`."""
    where, _hash, pointer = expression.partition("#")
    if where.startswith("$request.path."):
        assert where.removeprefix("$request.path.") in parameters(source)
        return []
    if where == "$request.body":
        (body,) = BY_NAME[source]["requestBody"]["content"].values()
        return [pointed(each["value"], pointer) for each in body["examples"].values()]
    return [pointed(answer, pointer) for answer in answers(source)]


@pytest.mark.parametrize("source", LINKS)
def test_links_can_be_followed(source: str) -> None:
    for _source, target, given in [each for each in EVERY if each[0] == source]:
        shapes = parameters(target)
        assert set(given) == set(shapes), target
        for name, expression in given.items():
            found = [each for each in given_by(source, expression) if each is not None]
            assert all(validator(shapes[name]).is_valid(each) for each in found), (target, found)


def test_each_operation_about_something_is_come_to() -> None:
    about = {name for name in BY_NAME if parameters(name)}
    assert about - {target for _source, target, _given in EVERY} == set()
    stand = schema()["paths"]["/api/v1/me/moves"]["get"]["responses"]["200"]["links"]
    assert stand["place_bid"]["operationId"] == "place_bid"
