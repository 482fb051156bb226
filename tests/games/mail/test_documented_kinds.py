"""docs/mail.md lists every kind of letter that people may turn off, and whether they get it."""

import re
from pathlib import Path

from django.conf import settings

from accounts.notifications.channels.names import MAIL, SITE
from accounts.notifications.kinds import KINDS, Kind

DOCUMENT = Path(settings.BASE_DIR, "docs", "mail.md").read_text("utf-8")


def usual(kind: Kind) -> str:
    if kind.usual(MAIL):
        return "sent"
    return "only the bell" if kind.usual(SITE) else "not sent"


def test_the_table_has_all_kinds_that_can_be_chosen() -> None:
    table = DOCUMENT.partition("## The letters\n")[2].partition("\n\nEverybody")[0]
    rows = re.findall(r"^\| (`[^|]+) \| [^|]+ \| ([^|]+) \|$", table, re.MULTILINE)
    listed = {name: word for names, word in rows for name in re.findall(r"`(\w+)`", names)}
    assert listed == {kind.slug: usual(kind) for kind in KINDS.values() if kind.optional}
