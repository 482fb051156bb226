"""The schema as a contract: what an answer, or a body, must look like by it."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from jsonschema_rs import Draft202012Validator
from rest_framework.test import APIClient

REFERRED = re.compile(r"#/components/schemas/(\w+)")
# What every site sends, be it an API or not, and what only concerns browsers and proxies.
GENERAL = re.compile(
    r"Content-(Type|Length|Encoding|Security-Policy)|Vary|Cache-Control|Set-Cookie|Referrer-Policy|"
    r"X-(Accel-Buffering|Content-Type-Options|Frame-Options)|Permissions-Policy|"
    r"Strict-Transport-Security|Cross-Origin-.*|Access-Control-.*|Allow"
)
METHODS = {"get", "put", "post", "patch", "delete"}
# Where `make clients` wants the answers, for the clients that others generate.
KEPT = os.environ.get("TIDEWEB_ANSWERS", "")


@cache
def schema() -> dict[str, Any]:
    made: dict[str, Any] = json.loads(json.dumps(SchemaGenerator().get_schema(public=True)))
    return made


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Each with its method and path."""
    for path, methods in schema()["paths"].items():
        for method in sorted(METHODS & set(methods)):
            yield method, path, methods[method]


def validator(shape: dict[str, Any], *, closed: bool = False) -> Draft202012Validator:
    """Of a part of the schema; `closed` finds members, too, that it does not name."""
    return _validator(json.dumps(shape), closed)


@cache
def _validator(shape: str, closed: bool) -> Draft202012Validator:
    schemas = (_closed() if closed else schema()["components"])["schemas"]
    needed: dict[str, Any] = {}
    texts = [shape]
    while texts:  # all of them would take as long as the rest of a test
        for name in set(REFERRED.findall(texts.pop())) - set(needed):
            needed[name] = schemas[name]
            texts.append(json.dumps(needed[name]))
    whole = {**json.loads(shape), "components": {"schemas": needed}}
    return Draft202012Validator(whole, validate_formats=True)


@cache
def _closed() -> dict[str, Any]:
    components = json.loads(json.dumps(schema()["components"]))
    for name, shape in components["schemas"].items():
        if "properties" in shape and not name.startswith(("Problem", "Invalid")):
            shape.setdefault("additionalProperties", False)
    return dict(components)


def operation_at(method: str, address: str) -> tuple[str, dict[str, Any]]:
    """The path of the schema, and the operation, of a request.  Raises `KeyError`."""
    way = address.partition("?")[0]
    fixed_first = sorted(schema()["paths"], key=lambda path: path.count("{"))
    for path in fixed_first:
        pattern = "[^/]+".join(map(re.escape, re.split(r"\{\w+\}", path)))
        if re.fullmatch(pattern, way):
            found: dict[str, Any] = schema()["paths"][path][method.lower()]
            return path, found
    raise KeyError(address)


def check_answer(method: str, address: str, answer: Any) -> None:
    """That it is one that the schema has for this operation."""
    path, operation = operation_at(method, address)
    where = f"{method} {path}: {answer.status_code} {answer.content[:500]!r}"
    assert str(answer.status_code) in operation["responses"], where
    check_headers(operation["responses"][str(answer.status_code)], answer, where)
    content = operation["responses"][str(answer.status_code)].get("content", {})
    if not content:
        assert not answer.content, where
        return
    media = answer["Content-Type"].partition(";")[0]
    assert media in content, where
    if not media.endswith("json"):
        return
    errors = list(validator(content[media]["schema"], closed=True).iter_errors(answer.json()))
    assert not errors, f"{where}: {errors[0].message} at {errors[0].instance_path}"
    if KEPT:
        _keep(operation["operationId"], answer)


def _keep(operation: str, answer: Any) -> None:
    line = {"operation": operation, "status": answer.status_code, "body": answer.json()}
    with Path(KEPT).open("a") as file:
        file.write(json.dumps(line) + "\n")


def check_headers(described: dict[str, Any], answer: Any, where: str) -> None:
    """That it has all the headers that it must have by the schema, and none that this conceals."""
    known = schema()["components"]["headers"]
    may = {name: known[name] for name in described.get("headers", ())}
    sent = {name for name in answer.headers if not GENERAL.fullmatch(name)}
    assert sent <= set(may), where
    assert {name for name, told in may.items() if told.get("required")} <= sent, where
    for name in sent:
        kind, text = may[name]["schema"], answer.headers[name]
        value = int(text) if kind["type"] == "integer" else text
        assert validator(kind).is_valid(value), (where, name, text)


class Checking(APIClient):
    """A client each of whose answers is held against the schema."""

    def request(self, **kwargs: Any) -> Any:
        answer = super().request(**kwargs)
        query = f"?{kwargs['QUERY_STRING']}" if kwargs.get("QUERY_STRING") else ""
        check_answer(kwargs["REQUEST_METHOD"], kwargs["PATH_INFO"] + query, answer)
        return answer
