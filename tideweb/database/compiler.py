"""Django's SQL compiler, with less to do for each column of each query.

A row of ours has some twenty columns, and a query with `select_related` a hundred. The SQL is
letter for letter what Django writes (tests/tideweb/test_compiler.py).
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from django.db.backends.postgresql import compiler
from django.db.backends.postgresql.compiler import (
    SQLAggregateCompiler,
    SQLDeleteCompiler,
    SQLInsertCompiler,
    SQLUpdateCompiler,
)
from django.db.models import Model
from django.db.models.expressions import BaseExpression, Col, Expression

# Django looks for all five here.
__all__ = [
    "SQLAggregateCompiler",
    "SQLCompiler",
    "SQLDeleteCompiler",
    "SQLInsertCompiler",
    "SQLUpdateCompiler",
]


@lru_cache(maxsize=1024)
def _columns(model: type[Model], table: str) -> tuple[Col, ...]:
    return tuple(field.get_col(table) for field in model._meta.concrete_fields)


@lru_cache(maxsize=4096)
def _written(table: str, column: str) -> str:
    return f'{table}."{column}"'


class SQLCompiler(compiler.SQLCompiler):
    select: Any

    def get_default_columns(
        self,
        select_mask: Any,
        start_alias: str | None = None,
        opts: Any = None,
        from_parent: Any = None,
    ) -> Any:
        """The same objects for every query, and so with what Django has found out about them."""
        opts = opts or self.query.get_meta()
        if select_mask or from_parent or opts is None or opts.parents:
            return super().get_default_columns(select_mask, start_alias, opts, from_parent)
        return _columns(opts.model, start_alias or self.query.get_initial_alias())

    def compile(self, node: BaseExpression) -> Any:
        """A column without looking for what a vendor may want of it."""
        if type(node) is not Col or not node.alias:
            return super().compile(node)
        table = self.quote_cache.get(node.alias) or self.quote_name_unless_alias(node.alias)
        return _written(table, node.target.column), []

    def get_order_by(self) -> Any:
        """Where names are ordered by, without a table of what is selected: it is there to find
        expressions and annotations again, and hashes every column."""
        if not self._orders_by_names():
            return super().get_order_by()
        selected, self.select = self.select, None
        try:
            return super().get_order_by()
        finally:
            self.select = selected

    def _orders_by_names(self) -> bool:
        if any(name for *_, name in self.select or ()):
            return False
        meta = self.query.get_meta()
        order = self.query.order_by or (meta and meta.ordering) or ()
        return all(isinstance(each, str) for each in order)

    def get_converters(self, expressions: Iterable[Expression]) -> Any:
        """A column's own, since PostgreSQL's backend has none."""
        found = {}
        selected = list(expressions)
        for at, column in enumerate(selected):
            if type(column) is not Col:
                return super().get_converters(selected)
            is_plain = column.output_field is column.target
            field = column.target if is_plain else column
            if own := field.get_db_converters(self.connection):
                found[at] = (own, column)
        return found
