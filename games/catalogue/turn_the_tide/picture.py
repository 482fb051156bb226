from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.drawing.islands import island

EMBLEM = "lighthouse"


def picture() -> SafeString:
    title = _("An island with a striped lighthouse and three sheep; the water stands at six")
    return island(6, 1, lit=True, title=title)
