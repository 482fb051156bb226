"""What became of a notice, in words: for the page that lists them."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import when
from accounts.channels.names import CHANNELS
from accounts.kinds import KINDS
from accounts.models import Notice

# The codes that `Notice.reason` may hold; anything else is what the mail server answered.
REASONS = {
    "late": gettext_lazy("The time for it was over."),
    "untrue": gettext_lazy("It was no longer true when it was to go out."),
    "unknown_kind": gettext_lazy("There are no such letters any more."),
    "stopped": gettext_lazy("This address asked for no more letters."),
    "unreached": gettext_lazy("Letters to your address came back, so we send none there."),
    "inactive": gettext_lazy("The account is closed."),
    "unconfirmed": gettext_lazy("The address is not confirmed."),
    "unwished": gettext_lazy("You chose not to get such letters."),
    "hook_off": gettext_lazy("The webhook is off or was taken away."),
    "no_device": gettext_lazy("No browser of yours takes pushes any more."),
    "no_account": gettext_lazy("There is no account to show it in."),
    "restored": gettext_lazy("We restored a backup; it may have gone out before."),
    "not_composed": gettext_lazy("A fault of ours; we try again."),
}


def reason(notice: Notice) -> str:
    """Why it stands as it does; empty when there is nothing to say."""
    if notice.digest is not None and notice.reason == "digest":
        return _("In the letter about several things of %(at)s.") % {
            "at": when.short(notice.digest.finished_at or notice.digest.created_at)
        }
    if notice.digest is not None and notice.state == Notice.State.QUEUED:
        return _("It goes out with others, in one letter.")
    code, _colon, rest = notice.reason.partition(":")
    if code == "unknown":
        return _unknown(notice)
    if code == "bounced":
        return _("It came back: %(said)s") % {"said": rest.strip() or "–"}
    return str(REASONS.get(code, notice.reason))


def _unknown(notice: Notice) -> str:
    if notice.state == Notice.State.QUEUED:
        return _("The mail server did not say whether it took it; it goes once more.")
    return _("The mail server did not say whether it took it, twice. It may have come.")


def label(notice: Notice) -> str:
    """What it was about."""
    kind = KINDS.get(notice.kind)
    return str(kind.label) if kind else notice.kind


def channel(notice: Notice) -> str:
    """By which way it was to go."""
    return str(CHANNELS.get(notice.channel, notice.channel))
