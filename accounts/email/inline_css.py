"""Writes styles into the elements of letters, since many mail programs ignore style sheets.

This is done once per template, when it is loaded, not once per letter: each element with a class in
a template below `emails/` gets the declarations of that class. The rules are in
templates/emails/letter.css, for classes and for h1, h2, p and pre. Those of dark.css can't be
inlined, so they go along in each letter.
"""

import re
from functools import cache
from html import escape
from pathlib import Path

import css_inline
from django.conf import settings
from django.template import Origin
from django.template.loaders import filesystem
from django.utils.safestring import SafeString

SHEET = "emails/letter.css"
FOLDER = "emails/"
INLINER = css_inline.CSSInliner(load_remote_stylesheets=False)
TAG = re.compile(r'<(?P<name>[a-z][a-z0-9]*)(?=[\s>])(?P<rest>(?:[^<>"]|"[^"]*")*)>')
CLASS = re.compile(r'\bclass="(?P<names>[^"{]*)"')
BARE = ("h1", "h2", "p", "pre")  # elements that have rules without a class


class Loader(filesystem.Loader):
    """Django's template loader, which also inlines the styles of letters."""

    def get_contents(self, origin: Origin) -> str:
        source: str = super().get_contents(origin)
        name = str(origin.template_name or "")
        return inlined(source) if name.startswith(FOLDER) and name.endswith(".html") else source


def inlined(source: str) -> str:
    """The source of a template with a `style` attribute after each `class`."""
    return TAG.sub(_styled, source)


def _styled(tag: re.Match[str]) -> str:
    name, rest = tag["name"], tag["rest"]
    if (classes := CLASS.search(rest)) is not None:
        style = f'{classes[0]} style="{style_of(name, classes["names"])}"'
        return f"<{name}{rest[: classes.start()]}{style}{rest[classes.end() :]}>"
    if name in BARE:
        return f'<{name} style="{style_of(name, "")}"{rest}>'
    return tag[0]


@cache
def style_of(name: str, classes: str) -> str:
    """The declarations for an element with these classes, as the value of a `style` attribute."""
    tag = name if name in BARE else "div"
    out = INLINER.inline_fragment(f'<{tag} class="{classes}">x</{tag}>', _sheet())
    found = re.search(r' style="([^"]*)"', out)
    return re.sub(r"\s*([:;,])\s*", r"\1", found[1]).strip(";") if found else ""


@cache
def _sheet() -> str:
    return Path(settings.BASE_DIR, "templates", SHEET).read_text(encoding="utf-8")


@cache
def opening(name: str, classes: str, rest: str = "") -> str:
    """The start tag of an element with its styles, for tables that are built without a template.
    `rest` are further attributes.
    """
    return f'<{name} class="{classes}" style="{style_of(name, classes)}"{rest}>'


def element(name: str, classes: str, content: object, rest: str = "") -> SafeString:
    """A complete element. `content` is escaped unless it is safe; `rest` is trusted.

    Here and in games/mail/email_tables we create `SafeString` directly: `mark_safe` checks whether
    each piece is lazy, and a letter has hundreds.
    """
    return SafeString(f"{opening(name, classes, rest)}{escape_once(content)}</{name}>")


def escape_once(content: object) -> str:
    """Like Django's `conditional_escape`, but also joins lists."""
    if isinstance(content, (list, tuple)):
        return "".join(escape_once(piece) for piece in content)
    return content if isinstance(content, SafeString) else escape(str(content))
