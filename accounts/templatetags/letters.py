"""Tags for letters: the same as Django's, quicker where a letter says the same each time."""

from django import template
from django.template.base import Node, Parser, Token, Variable
from django.template.context import Context
from django.templatetags.i18n import TranslateNode, do_translate
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()


class Kept(Node):
    """A plain `translate` of a text that stands in the template: looked up once a language."""

    child_nodelists = ()

    def __init__(self, node: TranslateNode) -> None:
        self.node = node
        self.said: dict[str | None, SafeString] = {}

    def render(self, context: Context) -> SafeString:
        """The words in the language of this letter."""
        language = context.get("language") or get_language()
        if language not in self.said:
            self.said[language] = SafeString(self.node.render(context))
        return self.said[language]


@register.tag("translate")
def translate(parser: Parser, token: Token) -> Node:
    """`{% translate "…" %}`; with a variable, a context or `as` it is Django's."""
    node = do_translate(parser, token)
    return Kept(node) if _is_plain(node) else node


def _is_plain(node: TranslateNode) -> bool:
    said = node.filter_expression
    constant = isinstance(said.var, Variable) and said.var.literal is not None and not said.filters
    return constant and not (node.asvar or node.message_context or node.noop)
