"""The delivery status of a notice in words, for the page that lists them."""

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Notice
from accounts.notifications import webhooks
from accounts.notifications.channels.names import CHANNELS
from accounts.notifications.kinds import KINDS
from accounts.text import date_words
from accounts.text.translation_cache import once_a_language

# The codes in `Notice.reason`; anything else there is what another server did (`of_server`).
REASONS = {
    "late": gettext_lazy("It was too late for it."),
    "untrue": gettext_lazy("It was no longer true when it was due."),
    "unknown_kind": gettext_lazy("We no longer send this kind."),
    "stopped": gettext_lazy("This address asked us not to write again."),
    "unreached": gettext_lazy(
        "E-mails to your address are bouncing or were reported as spam, so we’ve stopped sending."
    ),
    "enough": gettext_lazy("The address got three e-mails in 30 days that it hadn’t asked for."),
    "inactive": gettext_lazy("The account is closed."),
    "unconfirmed": gettext_lazy("The address isn’t confirmed."),
    "unwished": gettext_lazy("You chose not to get these."),
    "hook_off": gettext_lazy("The webhook is off or was removed."),
    "no_device": gettext_lazy("None of your browsers accepts push messages any more."),
    "no_account": gettext_lazy("There is no account to show it in."),
    "restored": gettext_lazy("We restored a backup; it may have gone out before."),
    "not_composed": gettext_lazy("Something went wrong on our side; we’ll try again."),
}

ANSWERED = re.compile(r"answered (\d+)")


def reason(notice: Notice) -> str:
    """The reason for its state; empty if there is nothing to add."""
    if notice.digest is not None and notice.reason == "digest":
        return _("Part of the combined e-mail of %(at)s.") % {
            "at": date_words.past(notice.digest.finished_at or notice.digest.created_at)
        }
    if notice.digest is not None and notice.state == Notice.State.QUEUED:
        return _("Part of a combined e-mail.")
    code, _colon, rest = notice.reason.partition(":")
    if code == "unknown":
        return _unknown(notice)
    if code == "bounced":
        return _("It bounced: %(said)s") % {"said": rest.strip() or "–"}
    return str(REASONS[code]) if code in REASONS else of_server(notice.reason)


def of_server(done: str) -> str:
    """In words what a person's program or a push service did; a mail server's own stay theirs."""
    code, _colon, rest = done.partition(": ")
    if code == "not called":
        return webhooks.refusal(rest)
    if code == "no answer":
        return _("We got no answer (%(error)s).") % {"error": rest}
    if status := ANSWERED.fullmatch(done):
        return _("It answered %(status)s.") % {"status": status[1]}
    return done


def _unknown(notice: Notice) -> str:
    if notice.state == Notice.State.QUEUED:
        return _("The mail server didn’t say whether it accepted it; we’ll send it once more.")
    return _("The mail server didn’t say whether it accepted it, twice. It may have arrived.")


def label(notice: Notice) -> str:
    return _label(notice.kind)


def title(notice: Notice) -> str:
    """What this one notice is called, also when nothing more can be said about it."""
    return _title(notice.kind)


def channel(notice: Notice) -> str:
    return _channel(notice.channel)


def state(notice: Notice) -> str:
    """Delivery status in one word."""
    return _state(notice.state)


@once_a_language
def _label(kind: str) -> str:
    known = KINDS.get(kind)
    return str(known.label) if known else kind


@once_a_language
def _title(kind: str) -> str:
    known = KINDS.get(kind)
    return known.one() if known else kind


@once_a_language
def _channel(name: str) -> str:
    return str(CHANNELS.get(name, name))


@once_a_language
def _state(name: str) -> str:
    return str(Notice.State(name).label)
