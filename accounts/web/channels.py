"""Settings: push, webhooks and secret feed URLs."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Feed, Notice, PushDevice, User, Webhook
from accounts.notifications import atom_feed, feed_tokens, status_text, web_push, webhooks
from accounts.notifications import render as letters
from accounts.notifications.web_push import NotSubscribed
from accounts.people import own_sessions
from accounts.refusals import Refused
from accounts.security.shuffled_numbers import shown
from accounts.web.profile import me_of, say_gone
from accounts.web.signed_in import login_required

View = Callable[..., HttpResponse]
DELIVERIES = 30  # of a webhook on a page
NAMES = {Feed.What.CALENDAR: "calendar", Feed.What.ATOM: "atom"}


def for_members(view: View) -> View:
    """View decorator: redirects guests and bots, who have nothing to set here."""

    @wraps(view)
    @never_cache
    @login_required
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if me_of(request).kind != User.Kind.PERSON:
            return redirect("profile")
        return view(request, *args, **kwargs)

    return answer


def _page(request: HttpRequest, status: int = 200, **more: Any) -> HttpResponse:
    """The page; `more` is a secret that is shown only once, or a refused form."""
    user, key = me_of(request), web_push.key()
    context = {
        "nav": "profile",
        "devices": PushDevice.objects.filter(user=user).order_by("id"),
        "push_key": key.application if key else "",
        "hooks": [(hook, status_text.of_server(hook.last_error)) for hook in webhooks.of(user)],
        "most": webhooks.MAX_WEBHOOKS,
        "formats": Webhook.Format.choices,
        "feeds": feed_tokens.of(user),
        **more,
    }
    return render(request, "accounts/channels.html", context, status=status)


def _gone(request: HttpRequest) -> HttpResponse:
    say_gone(request)
    return _page(request, 404)


@for_members
@require_safe
def ways(request: HttpRequest) -> HttpResponse:
    return _page(request)


@for_members
@require_POST
def subscribe(request: HttpRequest) -> HttpResponse:
    """Stores the push subscription of this browser."""
    user, here = me_of(request), own_sessions.here(request)
    given = {name: request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth")}
    label = web_push.label_of(request.headers.get("User-Agent", ""), given["endpoint"])
    try:
        device = web_push.subscribe(user, **given, label=label, session=here)
    except NotSubscribed as refused:
        return _page(request, 400, push_fault=webhooks.refusal(refused.code))
    messages.success(request, _("Notifications are on in this browser."))
    response = redirect("ways")
    own_sessions.remember_push(response, device)
    return response


@for_members
@require_POST
def unsubscribe(request: HttpRequest, pk: int) -> HttpResponse:
    """Deletes a browser's push subscription."""
    if not web_push.remove(me_of(request), pk):
        return _gone(request)
    messages.success(request, _("Notifications are off in this browser."))
    return redirect("ways")


@for_members
@require_POST
def add_hook(request: HttpRequest) -> HttpResponse:
    """Adds a webhook and shows its secret, only this once."""
    url, form = request.POST.get("url", ""), _format(request)
    try:
        hook, secret = webhooks.add(me_of(request), url, form, pressed=True)
    except Refused as refused:
        sent = {"hook_url": url[:1000], "hook_format": form}
        return _page(request, refused.status, hook_fault=refused.message, **sent)
    return _page(request, new_hook=hook, new_secret=secret)


def _format(request: HttpRequest) -> str:
    given = request.POST.get("format", "")
    return given if given in Webhook.Format.values else Webhook.Format.TIDEWEB


@for_members
@require_safe
def deliveries(request: HttpRequest, pk: int) -> HttpResponse:
    """The deliveries of a webhook with their status, newest first."""
    found = webhooks.deliveries(me_of(request), pk)
    if found is None:
        raise Http404
    page = Paginator(found, DELIVERIES).get_page(request.GET.get("page"))
    rows = [
        {"pk": shown(each.pk), "at": each.created_at, "state": each.get_state_display(),
         "what": status_text.label(each), "why": status_text.reason(each),
         "waits": each.state == Notice.State.QUEUED}
        for each in page
    ]  # fmt: skip
    hook = Webhook.objects.get(pk=pk)
    context = {"nav": "profile", "hook": hook, "deliveries": rows, "page": page}
    return render(request, "accounts/deliveries.html", context)


@for_members
@require_POST
def send_again(request: HttpRequest, pk: int, delivery: int) -> HttpResponse:
    """Repeats a delivery."""
    try:
        if not webhooks.send_again(me_of(request), pk, delivery):
            return _gone(request)
        messages.success(request, _("It is on its way again."))
    except Refused as refused:
        messages.error(request, refused.message)
    return redirect("hook_deliveries", pk)


@for_members
@require_POST
def ping_hook(request: HttpRequest, pk: int) -> HttpResponse:
    if not webhooks.ping(me_of(request), pk):
        return _gone(request)
    messages.success(request, _("A ping is on its way. Your notices will show whether it arrived."))
    return redirect("ways")


@for_members
@require_POST
def remove_hook(request: HttpRequest, pk: int) -> HttpResponse:
    if not webhooks.remove(me_of(request), pk):
        return _gone(request)
    messages.success(request, _("We no longer call the webhook."))
    return redirect("ways")


@for_members
@require_POST
def make_feed(request: HttpRequest, what: str) -> HttpResponse:
    """Creates a secret feed URL and shows it, only this once."""
    if what not in NAMES:
        raise Http404
    token = feed_tokens.make(me_of(request), what)
    address = letters.absolute(reverse(NAMES[Feed.What(what)], args=[token]))
    return _page(request, new_feed=what, new_address=address)


@for_members
@require_POST
def revoke_feed(request: HttpRequest, what: str) -> HttpResponse:
    if not feed_tokens.revoke(me_of(request), what):
        return _gone(request)
    messages.success(request, _("That address no longer works."))
    return redirect("ways")


@require_safe
def read_atom(request: HttpRequest, token: str) -> HttpResponse:
    """A person's notices as Atom (RFC 4287), at the secret URL."""
    user = feed_tokens.reader(token, Feed.What.ATOM)
    if user is None:
        raise Http404
    return as_feed(request, atom_feed.write(user), "application/atom+xml; charset=utf-8")


def as_feed(request: HttpRequest, body: bytes, content_type: str) -> HttpResponse:
    """The body with an ETag, or 304 if the client has it; never cached by proxies."""
    etag = f'"{salted_hmac("accounts.feed", body, algorithm="sha256").hexdigest()[:32]}"'
    response = get_conditional_response(request, etag) or HttpResponse(
        body, content_type=content_type
    )
    response["ETag"] = etag
    response["Cache-Control"] = "private, max-age=300"
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response
