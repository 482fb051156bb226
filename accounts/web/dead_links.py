"""Links of our e-mails that no longer work."""

from django.http import Http404
from django.utils.translation import gettext as _


class DeadLink(Http404):
    """The page says why, unlike that of an address that may be mistyped."""

    def __init__(self, why: str = "") -> None:
        super().__init__(
            why
            or _(
                "This link is invalid or has expired. If part of it is missing, copy the whole "
                "address from the e-mail."
            )
        )
