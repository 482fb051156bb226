"""Webhook bodies: our own JSON, or a message that Discord, Slack or Matrix shows as it is.

Text written by players is escaped, so that a chat neither renders it as markup nor treats it as
a mention.
"""

import html
import json
import re
from typing import Any

from accounts.models import Webhook

Format = Webhook.Format
MARKUP = re.compile(r"([\\`*_{}\[\]()#+\-.!|>~<@:])")
NOBODY: dict[str, Any] = {"parse": []}  # no mentions


def body(form: str, told: dict[str, Any]) -> bytes:
    """The body in this format; `told` has at least `title`, `text` and `url`."""
    make = {Format.DISCORD: _discord, Format.SLACK: _slack, Format.MATRIX: _matrix}.get(
        Format(form)
    )
    content = make(told) if make else told
    return json.dumps(content, ensure_ascii=False, sort_keys=True).encode()


def _discord(told: dict[str, Any]) -> dict[str, Any]:
    title, text = (MARKUP.sub(r"\\\1", told[part]) for part in ("title", "text"))
    message = f"**{title}**\n{text}\n<{told['url']}>"
    return {"content": message[:2000], "allowed_mentions": NOBODY}


def _slack(told: dict[str, Any]) -> dict[str, Any]:
    title, text = (html.escape(told[part], quote=False) for part in ("title", "text"))
    plain = {"type": "plain_text", "text": f"{told['title']}\n{told['text']}"[:3000]}
    link = {"type": "mrkdwn", "text": f"<{told['url']}>"}
    return {
        "text": f"{title}: {text}",  # for the notification on a phone
        "blocks": [
            {"type": "section", "text": plain},
            {"type": "context", "elements": [link]},
        ],
    }


def _matrix(told: dict[str, Any]) -> dict[str, Any]:
    title, text, url = (html.escape(told[part]) for part in ("title", "text", "url"))
    return {
        "text": f"{told['title']}\n{told['text']}\n{told['url']}",
        "html": f'<strong>{title}</strong><br>{text}<br><a href="{url}">{url}</a>',
    }
