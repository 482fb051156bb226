"""A `blocktranslate` for e-mail templates: like Django's, but faster where no plural is needed."""

from django import template
from django.template.base import Node, Parser, Token, render_value_in_context
from django.template.context import Context
from django.templatetags.i18n import BlockTranslateNode, do_block_translate
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

register = template.Library()


class KeptSentence(Node):
    """A plain `blocktranslate`: the sentence is looked up once per language and filled in for each
    letter. Falls back to Django if a translation has other placeholders.
    """

    child_nodelists = ()

    def __init__(self, node: BlockTranslateNode) -> None:
        self.node = node
        self.words, self.gaps = node.render_token_list(node.singular)
        self.texts: dict[str | None, str] = {}

    def render(self, context: Context) -> str:
        """The sentence in the language of this letter."""
        language = context.get("language") or get_language()
        if language not in self.texts:
            self.texts[language] = gettext(self.words)
        try:
            told = self.texts[language] % {gap: self._filled(gap, context) for gap in self.gaps}
        except (KeyError, ValueError):
            return str(self.node.render(context))
        if not self.node.asvar:
            return told
        context[self.node.asvar] = SafeString(told)
        return ""

    def _filled(self, gap: str, context: Context) -> str:
        return str(render_value_in_context(context[gap], context))


@register.tag("blocktranslate")
def blocktranslate(parser: Parser, token: Token) -> Node:
    """`{% blocktranslate %}`; falls back to Django's for plurals, contexts and `with`."""
    node = do_block_translate(parser, token)
    special = node.plural or node.extra_context or node.message_context
    return node if special else KeptSentence(node)
