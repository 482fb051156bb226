"""The page to confirm an e-mail that may be forged; nothing happens without a choice."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.web.dead_links import DeadLink
from games import links
from games.mail import mail_answer, mail_table
from games.mail.inbound import confirmation
from games.models import InboundMail
from games.services.mail import inbox, reply_addresses
from games.web.access import me
from games.web.refusals import for_people, refusal_page


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """GET asks; POST accepts or rejects the e-mail.

    The link is the permission: it was sent to the verified address only, and is good while that is
    the person's. Neither answer is preselected, so a scanner that follows links or submits forms
    changes nothing.
    """
    named = links.mail_of(token)
    mail = inbox.held_mail(**named) if named is not None else None
    if mail is None:
        raise DeadLink(
            _("This e-mail no longer needs an answer: it was confirmed already, or its time is up.")
        )
    if links.was_sent_elsewhere(token, mail):
        return _elsewhere(request, mail)
    chosen = request.POST.get("was", "")
    if chosen == "me":
        return _confirmed(request, mail)
    if chosen == "not_me" and confirmation.decline(mail.pk):
        return render(request, "games/mail_done.html", {"mail": mail, "declined": True})
    status = 400 if request.method == "POST" else 200
    return render(request, "games/mail_confirm.html", _asked(mail, request), status=status)


def _elsewhere(request: HttpRequest, mail: InboundMail) -> HttpResponse:
    words = _(
        "Nothing was done: your address has changed since we sent you this link. Answer at the "
        "table, or send your e-mail again from your present address."
    )
    return refusal_page(request, words, 409, ways=_to_the_table(mail))


def _to_the_table(mail: InboundMail) -> list[tuple[str, str]]:
    hand = mail.address.hand
    return [(reverse("game", args=[hand.game.code]), _("See the table"))] if hand else []


@require_POST
@for_people
def revoke(request: HttpRequest) -> HttpResponse:
    """Revokes all reply addresses of this person."""
    reply_addresses.revoke(me(request))
    messages.success(request, _("Done. Our next e-mails have new addresses to reply to."))
    return redirect("profile")


def _asked(mail: InboundMail, request: HttpRequest) -> dict[str, object]:
    details = inbox.result_of(mail)
    doubtful = details.get("did") == "doubt"
    return {
        "hand": mail.address.hand,
        "asked_back": mail.outcome == "asked",
        "doubt": mail_table.doubted(details["text"]) if doubtful else "",
        "received_at": mail.received_at,
        "wished": mail_answer.asked_for(details),
        "chosen": request.method != "POST",
    }


def _confirmed(request: HttpRequest, mail: InboundMail) -> HttpResponse:
    with translation.override(mail.address.user.language):
        result = confirmation.confirm(mail.pk)
    if result is None:
        raise DeadLink(
            _("This e-mail no longer needs an answer: it was confirmed already, or its time is up.")
        )
    if confirmation.is_done(result):
        context = {"mail": mail, "declined": False, "receipt": bool(result.letter)}
        return render(request, "games/mail_done.html", context)
    why = result.details.get("message") or " ".join(mail_table.of_command(result.details))
    why = why or _("It came too late, or you have answered since then.")
    words = " ".join([why, *mail_table.besides(result.details)])
    return refusal_page(request, words, 409, ways=_to_the_table(mail))
