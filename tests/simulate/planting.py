"""Faults planted in the running services, each a few words of one function; the simulation has to
find every one.

The function's code object is replaced, so modules that have imported it are affected, too.
"""

from __future__ import annotations

import importlib
import inspect
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FunctionType
from typing import Any


@dataclass(frozen=True)
class Planted:
    """`old` occurs once in the source of `where` (module:name), and is replaced by `new`."""

    name: str
    where: str
    old: str
    new: str

    def __str__(self) -> str:
        return self.name


def function_at(where: str) -> FunctionType:
    """The plain function of that name, without its decorators."""
    module, _colon, path = where.partition(":")
    found: Any = importlib.import_module(module)
    for name in path.split("."):
        found = getattr(found, name)
    found = inspect.unwrap(found)
    assert isinstance(found, FunctionType)
    return found


def changed(planted: Planted) -> Any:
    """The code of the function with the fault in it."""
    function = function_at(planted.where)
    source = textwrap.dedent(inspect.getsource(function))
    assert source.count(planted.old) == 1, f"{planted.name}: {source.count(planted.old)} places"
    scope: dict[str, Any] = {}
    text = source.replace(planted.old, planted.new)
    exec(compile(text, f"<{planted.name}>", "exec"), dict(function.__globals__), scope)
    made = inspect.unwrap(scope[function.__name__])
    return made.__code__


@contextmanager
def plant(planted: Planted) -> Iterator[None]:
    """Context manager: plants the fault."""
    function = function_at(planted.where)
    before = function.__code__
    function.__code__ = changed(planted)
    try:
        yield
    finally:
        function.__code__ = before
