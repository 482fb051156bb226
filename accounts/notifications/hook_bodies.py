"""What is posted to a webhook: in our own form, or so that a chat shows it without a program.

Chats read signs as markup and names as calls: what others wrote is told as plain text.
"""

import html
import json
import re
from typing import Any

from accounts.models import Webhook

Format = Webhook.Format
MARKUP = re.compile(r"([\\`*_{}\[\]()#+\-.!|>~<@:])")
NOBODY: dict[str, Any] = {"parse": []}  # nobody is called by what stands in the text


def body(form: str, told: dict[str, Any]) -> bytes:
    """The body for a webhook of that form; `told` has title, text and url, among other things."""
    make = {Format.DISCORD: _discord, Format.SLACK: _slack, Format.MATRIX: _matrix}.get(
        Format(form)
    )
    said = make(told) if make else told
    return json.dumps(said, ensure_ascii=False, sort_keys=True).encode()


def _discord(told: dict[str, Any]) -> dict[str, Any]:
    title, text = (MARKUP.sub(r"\\\1", told[part]) for part in ("title", "text"))
    said = f"**{title}**\n{text}\n<{told['url']}>"
    return {"content": said[:2000], "allowed_mentions": NOBODY}


def _slack(told: dict[str, Any]) -> dict[str, Any]:
    title, text = (html.escape(told[part], quote=False) for part in ("title", "text"))
    plain = {"type": "plain_text", "text": f"{told['title']}\n{told['text']}"[:3000]}
    link = {"type": "mrkdwn", "text": f"<{told['url']}>"}
    return {
        "text": f"{title}: {text}",  # of the message on a phone
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
