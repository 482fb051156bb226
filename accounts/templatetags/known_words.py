"""Replaces Django's ``{% load i18n %}`` (see settings): caches translations per language.

A page has a hundred or more, and Django needs nearly as many function calls to resolve each
``{% translate "…" %}``.
"""

from __future__ import annotations

from typing import Any

from django import template
from django.template.base import Node, Parser, Token
from django.template.context import Context
from django.templatetags import i18n
from django.utils.translation import get_language

register = template.Library()
register.tags.update(i18n.register.tags)
register.filters.update(i18n.register.filters)


class KnownWords(Node):
    """A literal text without variables, translated once per language."""

    child_nodelists = ()

    def __init__(self, node: Any) -> None:
        self.asvar, node.asvar = node.asvar, None
        self._node = node
        self._known: dict[tuple[str | None, bool], str] = {}

    def render(self, context: Context) -> str:
        key = get_language(), context.autoescape
        words = self._known.get(key)
        if words is None:
            words = self._known[key] = self._node.render(context)
        if self.asvar:
            context[self.asvar] = words
            return ""
        return words


@register.tag("translate")
@register.tag("trans")
def translate(parser: Parser, token: Token) -> Node:
    """``{% translate "Log in" %}``"""
    node: Any = i18n.do_translate(parser, token)
    source = node.filter_expression
    fixed = source.var.literal is not None and not source.filters and not node.message_context
    return KnownWords(node) if fixed and not node.noop else node
