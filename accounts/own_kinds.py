"""The kinds of notices that belong to no game; registered when the apps are loaded."""

from django.utils.translation import gettext_lazy as _

from accounts import again, digests
from accounts.channels.names import MAIL
from accounts.kinds import Kind, register

KINDS = (
    Kind(
        digests.KIND,
        _("several things in one letter"),
        digests.compose,
        optional=False,
        ways=(MAIL,),
    ),
    Kind(
        again.KIND,
        _("confirming your address again"),
        again.compose,
        optional=False,
        ways=(MAIL,),
        prompt=True,
    ),
)


def register_kinds() -> None:
    """Called once."""
    for kind in KINDS:
        register(kind)
