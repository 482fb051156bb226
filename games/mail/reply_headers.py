"""The headers of letters that answer a person's mail."""

import re

from games.models import InboundMail
from games.services.mail import inbox

MESSAGE_ID = re.compile(r"^message-id[ \t]*:\s*(<[^<>\s]{1,200}>)", re.IGNORECASE | re.MULTILINE)


def as_answer(mail: InboundMail, sort: str = "auto-replied") -> dict[str, str]:
    """Threads a letter with the mail it answers, and prevents automatic replies (RFC 3834)."""
    headers = {"Auto-Submitted": sort}
    stored = inbox.content_of(mail)
    head = stored[0].decode("latin-1").replace("\r\n", "\n") if stored else ""
    if named := MESSAGE_ID.search(head.partition("\n\n")[0]):
        headers["In-Reply-To"] = named[1]
    return headers
