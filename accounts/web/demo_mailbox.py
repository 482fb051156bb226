"""The demo's mailbox: e-mails that our own listener accepted for the person signed in."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from allauth.account.internal.stagekit import get_pending_stage
from allauth.account.stages import EmailVerificationStage
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_GET, require_http_methods

from accounts.email import demo_mailbox, demo_reply
from accounts.email.demo_mailbox import Opened
from accounts.models import User
from accounts.web.dead_links import DeadLink

# A letter may contain anybody's HTML: it can't run scripts, submit forms or load anything; links
# open in a new tab.
SANDBOX = "allow-popups allow-popups-to-escape-sandbox"
LETTER_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    f"form-action 'none'; frame-ancestors 'self'; sandbox {SANDBOX}"
)
View = Callable[..., HttpResponseBase]


def demo_only(view: View) -> View:
    """View decorator: 404 unless TIDEWEB_DEMO is set."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not settings.TIDEWEB_DEMO:
            raise Http404
        return view(request, *args, **kwargs)

    return guarded


def reader(request: HttpRequest) -> User | None:
    """The owner of the mailbox: the person signed in, or who has just signed up on this browser.

    The latter can't sign in before they have read the confirmation here. No other stage of signing
    in opens the mailbox, since anybody can request a code for anybody's address.
    """
    if isinstance(request.user, User):
        return request.user
    stage = get_pending_stage(request)
    if stage is None or stage.key != EmailVerificationStage.key:
        return None
    return cast(User | None, stage.login.user)


def with_reader(view: Callable[..., HttpResponse]) -> View:
    """View decorator: passes the reader to the view, or redirects to the sign-in page."""

    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        person = reader(request)
        if person is None:
            return redirect_to_login(request.get_full_path())
        return view(request, person, *args, **kwargs)

    return asked


@demo_only
@never_cache
@require_GET
@with_reader
def index(request: HttpRequest, person: User) -> HttpResponse:
    """The list of letters, newest first."""
    letters = demo_mailbox.letters_of(person)
    return render(request, "accounts/mailbox.html", {"nav": "mailbox", "letters": letters})


class AnswerForm(forms.Form):
    """A reply; it is written above the quoted letter."""

    words = forms.CharField(
        label=_lazy("Your answer"),
        max_length=2000,
        help_text=_lazy("One line at the top, with nothing else in it. “help” tells more."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )


@demo_only
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@with_reader
def letter(request: HttpRequest, person: User, pk: int) -> HttpResponse:
    """One letter: plain text, HTML in a sandboxed frame, headers. POST replies by e-mail."""
    opened = _opened(person, pk)
    form = AnswerForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            demo_reply.answer(person, opened, form.cleaned_data["words"])
        except demo_reply.NotTaken as error:
            form.add_error(None, _("We couldn’t accept the e-mail: %(said)s") % {"said": error})
        else:
            messages.success(
                request, _("Your e-mail is on its way. You’ll get one back that says what it did.")
            )
            return redirect("mailbox")
    shown = {
        "nav": "mailbox",
        "letter": opened,
        "sandbox": SANDBOX,
        "form": form if demo_reply.recipient(opened) else None,
    }
    status = 400 if request.method == "POST" else 200
    return render(request, "accounts/mailbox_letter.html", shown, status=status)


@demo_only
@never_cache
@require_GET
@xframe_options_sameorigin
@with_reader
def html(request: HttpRequest, person: User, pk: int) -> HttpResponse:
    """The HTML of a letter, for the frame."""
    letter, aim = _opened(person, pk).html, '<base target="_blank">'
    aimed = letter.replace("<head>", f"<head>{aim}", 1) if "<head>" in letter else aim + letter
    return HttpResponse(aimed, headers={"Content-Security-Policy": LETTER_POLICY})


def _opened(person: User, pk: int) -> Opened:
    opened = demo_mailbox.open_letter(person, pk)
    if opened is None:
        raise DeadLink(_("There is no such e-mail in your mailbox."))
    return opened
