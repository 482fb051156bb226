"""What became of a notice, in words: for the page that lists them."""

from django.utils.translation import gettext_lazy as _

from accounts.kinds import KINDS
from accounts.models import Notice

# The codes that `Notice.reason` may hold; anything else is what the mail server answered.
REASONS = {
    "late": _("The time for it was over."),
    "untrue": _("It was no longer true when it was to go out."),
    "unknown_kind": _("There are no such letters any more."),
    "stopped": _("This address asked for no more letters."),
    "inactive": _("The account is closed."),
    "unconfirmed": _("The address is not confirmed."),
    "unwished": _("You chose not to get such letters."),
    "not_composed": _("A fault of ours; we try again."),
}


def reason(notice: Notice) -> str:
    """Why it stands as it does; empty when there is nothing to say."""
    code = notice.reason.partition(":")[0]
    return str(REASONS.get(code, notice.reason))


def label(notice: Notice) -> str:
    """What it was about."""
    kind = KINDS.get(notice.kind)
    return str(kind.label) if kind else notice.kind
