"""Confirming a bouncing address again, by a link that is e-mailed at most once an hour."""

from django.core import signing
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Notice, User
from accounts.notifications import bounces, outbox, render
from accounts.notifications.kinds import Letter
from accounts.notifications.outbox import NotificationRequest
from accounts.text.bidi_isolation import isolated

KIND = "reach_again"
SALT = "accounts.again"
GOOD_FOR = 7 * 24 * 3600  # seconds


def ask(user: User) -> int:
    """Sends the link, although the address is suppressed. Returns 0; or, if this hour's has left
    already, arrived or not, the minutes until there may be another."""
    now = timezone.now()
    event = f"again:{now:%Y-%m-%d %H}"
    outbox.enqueue([NotificationRequest(user.pk, KIND, event)])
    waiting = Notice.objects.filter(recipient=user, event=event, state=Notice.State.QUEUED)
    return 0 if waiting.exists() else 60 - now.minute


def compose(notice: Notice) -> Letter | None:
    """The letter with the link; None once the address is no longer suppressed."""
    user = notice.recipient
    if user is None or bounces.unreached(user) is None:
        return None
    token = signing.dumps([user.pk, user.email], salt=SALT)
    url = render.absolute(reverse("reach_link", args=[token]))
    context = {"name": isolated(user.name), "url": url}
    return render.write("reach_again", _("Is this e-mail reaching you?"), context)


def read(token: str) -> User | None:
    """The person whose address the link confirms; None if the link is invalid or has expired."""
    try:
        pk, email = signing.loads(token, salt=SALT, max_age=GOOD_FOR)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return User.objects.filter(pk=pk, email=email, is_active=True).first()
