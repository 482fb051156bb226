"""Code whose change nobody could ever notice, or only a type checker: it is not mutated."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

Position = tuple[int, int]  # a line from 1 and a column from 0, in characters
SAID = {"debug", "info", "warning", "error", "exception", "critical"}  # to a log
ABSTRACT = {"abstractmethod", "overload"}
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Spared:
    """The parts of a file that are left alone."""

    def __init__(self, source: str) -> None:
        self.lines = source.split("\n")
        self.spans = [self._span(node) for node in spared_nodes(ast.parse(source))]

    def __contains__(self, at: Position) -> bool:
        return any(first <= at < last for first, last in self.spans)

    def _span(self, node: Any) -> tuple[Position, Position]:
        decorators = getattr(node, "decorator_list", [])
        first = min([node, *decorators], key=lambda each: each.lineno)
        # The sign @ of a decorator stands before it.
        start = self._at(first.lineno, first.col_offset) if first is node else (first.lineno, 0)
        return start, self._at(node.end_lineno, node.end_col_offset)

    def _at(self, line: int, octets: int) -> Position:
        """Python counts the bytes of a line, cosmic-ray its characters."""
        return line, len(self.lines[line - 1].encode()[:octets].decode())


def spared_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        yield from annotations_of(node)
        if is_log(node) or is_list_of_names(node) or is_alias(node) or is_abstract(node):
            yield node
        if isinstance(node, ast.If) and called(node.test) == "TYPE_CHECKING":
            yield node


def annotations_of(node: ast.AST) -> Iterator[ast.AST]:
    for name in ("annotation", "returns"):
        if isinstance(found := getattr(node, name, None), ast.AST):
            yield found
    if isinstance(node, ast.Call) and called(node.func) == "cast":
        yield node.args[0]


def is_log(node: ast.AST) -> bool:
    """`log.warning(…)`; the rules of a game have a list of that name, too."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    return (
        isinstance(node.func.value, ast.Name)
        and node.func.value.id == "log"
        and (node.func.attr in SAID)
    )


def is_list_of_names(node: ast.AST) -> bool:
    targets = [getattr(node, "target", None), *getattr(node, "targets", [])]
    return any(isinstance(each, ast.Name) and each.id == "__all__" for each in targets)


def is_alias(node: ast.AST) -> bool:
    """`Answer = Guess | None`: a name for a type."""
    if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.BinOp):
        return False
    parts = list(ast.walk(node.value))
    names = [each.id for each in parts if isinstance(each, ast.Name)]
    types = all(name[:1].isupper() or name in BUILT_IN for name in names)
    values = {type(each.value) for each in parts if isinstance(each, ast.Constant)}
    plain = values <= {str, type(None)} and all(isinstance(each, OF_AN_ALIAS) for each in parts)
    return types and plain


OF_AN_ALIAS = (ast.BinOp, ast.BitOr, ast.Name, ast.Load, ast.Constant, ast.Subscript, ast.Tuple)
BUILT_IN = {"str", "int", "float", "bool", "bytes", "list", "tuple", "dict", "set", "frozenset"}


def is_abstract(node: ast.AST) -> bool:
    """A protocol, or a function that only says its shape."""
    if isinstance(node, ast.ClassDef):
        return any(called(base) == "Protocol" for base in node.bases)
    if not isinstance(node, Function):
        return False
    if any(called(each) in ABSTRACT for each in node.decorator_list):
        return True
    return all(says_nothing(each) for each in node.body)


def says_nothing(node: ast.stmt) -> bool:
    """`...`, a docstring, `pass` or `raise NotImplementedError`."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.Raise):
        return called(node.exc) == "NotImplementedError"
    return isinstance(node, ast.Pass)


def called(node: ast.AST | None) -> str:
    """The last part of a name: `Protocol` of `typing.Protocol[Shape]`."""
    if isinstance(node, ast.Call):
        return called(node.func)
    if isinstance(node, ast.Subscript):
        return called(node.value)
    return getattr(node, "attr", "") or getattr(node, "id", "")
