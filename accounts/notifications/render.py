"""Renders letters: one template for plain text and one for HTML, with the same context."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from email.utils import formataddr, parseaddr
from functools import cache
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.email.domain_spellings import in_ascii
from accounts.email.mime_bytes import Post
from accounts.email.wrap import folded
from accounts.models import Notice
from accounts.notifications import bounces, stop_by_mail, unsubscribe
from accounts.notifications.kinds import Letter, Part
from accounts.notifications.preface import Block

WIDTH = 72
MARKED = WIDTH - 2  # columns after the mark of lines that must not be read as answers
GOES_ON = "… "  # so that no line of what others wrote can look like one of ours, or an answer
BULLET = "\N{MIDDLE DOT} "
# For Exchange, which ignores RFC 3834. Not "All": that would suppress delivery reports, which we
# need.
NO_AUTOMATIC_ANSWERS = "DR, RN, NRN, OOF, AutoReply"
BY_A_MACHINE = {
    "Auto-Submitted": "auto-generated",
    "X-Auto-Response-Suppress": NO_AUTOMATIC_ANSWERS,
}
SENDER = "tideweb"  # never change it: providers count complaints by it


_first: ContextVar[Sequence[str]] = ContextVar("letters_first", default=())
_blocks: ContextVar[Sequence[Block]] = ContextVar("letters_blocks", default=())
_stops: ContextVar[Notice | None] = ContextVar("letters_stops", default=None)
_reply_to: ContextVar[Callable[[], str]] = ContextVar("letters_reply_to", default=str)
_joined: ContextVar[Sequence[Part]] = ContextVar("letters_joined", default=())


@contextmanager
def beginning_with(sentences: Sequence[str], blocks: Sequence[Block] = ()) -> Iterator[None]:
    """Letters written within start with these sentences and end with these blocks."""
    first, last = _first.set(sentences), _blocks.set(blocks)
    try:
        yield
    finally:
        _blocks.reset(last)
        _first.reset(first)


@contextmanager
def replying_to(address: Callable[[], str]) -> Iterator[None]:
    """A letter written within the block that asks nothing gets this Reply-To. For other letters,
    `address` is not called."""
    token = _reply_to.set(address)
    try:
        yield
    finally:
        _reply_to.reset(token)


@contextmanager
def naming_the_way_out(notice: Notice) -> Iterator[None]:
    """A letter written within the block says what one click stops: what its headers say, too."""
    token = _stops.set(notice)
    try:
        yield
    finally:
        _stops.reset(token)


@contextmanager
def joined_by(parts: Sequence[Part]) -> Iterator[None]:
    """The letter written within the block contains what these parts add to it."""
    token = _joined.set(parts)
    try:
        yield
    finally:
        _joined.reset(token)


def write(
    template: str, subject: str, context: Mapping[str, Any], headers: dict[str, str] | None = None
) -> Letter:
    """Renders `emails/<template>.txt` and `.html` in the active language."""
    joined = _lines_of_parts({*context.get("since", ()), *context.get("told", ())})
    back = "" if "Reply-To" in (headers or {}) else _reply_to.get()()
    told = {
        "answerable": bool(back),
        "site": settings.SITE_URL,
        "settings_url": absolute(_settings_path()),
        **_way_out(_stops.get()),
        "language": get_language(),
        "subject": subject,
        "first": _first.get(),
        "first_lines": [line for text in (*_first.get(), *joined) for line in folded(text, MARKED)],
        "joined": joined,
        "blocks": [(block, _marked(block)) for block in _blocks.get()],
        "joined_facts": [fact for part in _joined.get() for fact in part.facts],
        **context,
    }
    text = fold(render_to_string(f"emails/{template}.txt", told))
    html = render_to_string(f"emails/{template}.html", told)
    gist = (context.get("asked", ""), *context.get("holding", ()), *context.get("told", ()))
    return Letter(
        subject,
        text,
        html,
        {**({"Reply-To": back} if back else {}), **(headers or {})},
        gist=tuple(line for line in gist if line),
        url=str(context.get("url", "")),
    )


def _way_out(notice: Notice | None) -> dict[str, str]:
    """What a click stops, in words, and where; empty for what can't be stopped."""
    if notice is None or notice.recipient is None or not unsubscribe.of(notice).kinds:
        return {}
    what = unsubscribe.of(notice)
    words = (
        _("Turn off e-mails about “%(what)s” from this table")
        if what.about
        else _("Turn off e-mails about “%(what)s”")
    )
    return {
        "stop_label": words % {"what": what.label},
        "stop_this_url": absolute(unsubscribe.address(notice)),
    }


def _lines_of_parts(already: Collection[str]) -> list[str]:
    """The lines that joined notices add to the top of a letter, without those in `already`."""
    return [line for part in _joined.get() for line in part.lines if line not in already]


def _marked(block: Block) -> list[str]:
    """The lines of a block as plain text; those that go on from the one before say so."""
    return [part for line in block.lines for part in folded(line, MARKED, hanging=GOES_ON)]


@cache
def _settings_path() -> str:
    return reverse("profile")


def absolute(path: str) -> str:
    """The full URL of a path on this site."""
    return settings.SITE_URL + path


def fold(text: str) -> str:
    """Wraps lines at 72 columns, except URLs that would break, and collapses blank lines."""
    lines = [part for line in text.strip("\n").splitlines() for part in _fold(line.rstrip())]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n") + "\n"


def _fold(line: str) -> list[str]:
    if len(line) <= WIDTH:
        return [line]
    words = line.lstrip(" ")
    indent = line[: len(line) - len(words)]
    hanging = indent + ("  " if words.startswith(BULLET) else "")
    return folded(words, WIDTH, indent, hanging)


def message(notice: Notice, letter: Letter, name: str, address: str) -> Post:
    """The mail for a letter, with the headers described in docs/mail.md.

    The Message-ID comes from the notice, so every retry has the same one.
    """
    mail = Post(
        letter.subject,
        letter.text,
        bounces.return_path(notice),
        [formataddr((name, in_ascii(address))) if name else address],
        headers={
            "From": settings.DEFAULT_FROM_EMAIL,
            "Message-ID": f"<{notice.message_id}@{settings.MAIL_DOMAIN}>",
            **default_reply_to(settings.DEFAULT_FROM_EMAIL, settings.REPLY_DOMAIN),
            **BY_A_MACHINE,
            "Feedback-ID": f"{notice.kind}:{settings.MAIL_DOMAIN}:{SENDER}",
            "List-Id": f"<{notice.kind.replace('_', '-')}.letters.{settings.MAIL_DOMAIN}>",
            **ways_out(notice),
            **letter.headers,
        },
    )
    vars(mail)["metadata"] = {bounces.METADATA: notice.message_id}
    mail.attach_alternative(letter.html, "text/html")
    return mail


def ways_out(notice: Notice) -> dict[str, str]:
    """The headers to stop such letters by one click (RFC 8058); empty for letters that can't be
    stopped."""
    if notice.recipient is not None and not unsubscribe.of(notice).kinds:
        return {}
    return {
        "List-Unsubscribe": f"<{absolute(unsubscribe.address(notice))}>, "
        f"<mailto:{stop_by_mail.address_of(notice)}?subject=unsubscribe>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


@cache
def default_reply_to(sender: str, here: str) -> Mapping[str, str]:
    """The Reply-To of a letter that asks nothing; empty if mail to its sender's address reaches us
    anyway."""
    local, _at, domain = parseaddr(sender)[1].partition("@")
    return {} if domain.lower() == here.lower() else {"Reply-To": f"{local}@{here}"}
