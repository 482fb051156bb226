"""Passwords must not be built from our own name, the site's or those of the games.

Attackers try these first (ASVS 6.1.2). Common passwords in general are Django's validator's job.
"""

import re
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import User

WORDS = ("tideweb", "turnthetide", "landunter", "rowboat", "turningtides", "correspondence")
MIN_OWN_CHARACTERS = 6  # characters a password must have besides such a word


def words() -> set[str]:
    """The forbidden words, including the parts of the site's host name."""
    host = urlsplit(settings.SITE_URL).hostname or ""
    return {*WORDS, *(part for part in host.split(".") if len(part) > 3)}


class OwnWordsValidator:
    """Rejects passwords made of the site's or the games' names (AUTH_PASSWORD_VALIDATORS)."""

    def validate(self, password: str, user: User | None = None) -> None:
        bare = re.sub(r"[\W_]", "", password).lower()
        for word in words():
            if word in bare and len(bare.replace(word, "")) < MIN_OWN_CHARACTERS:
                raise ValidationError(
                    _("“%(word)s” is the first thing anybody tries here. Choose something else."),
                    params={"word": word},
                )

    def get_help_text(self) -> str:
        return _("Your password can’t be made of the name of this site or of its games.")
