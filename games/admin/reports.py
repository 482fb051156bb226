"""Reports in the panel: the queue, and one report with its answer."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.security import roles
from accounts.staff.audit_log import append
from accounts.text.numbers import whole_number
from games import selectors
from games.admin.command_forms import OwnWords
from games.models import Report
from games.refusals import Refused
from games.services.moderation.commands import COMMANDS
from games.services.talk import reports

PAGE_SIZE = 50


class AnswerForm(forms.Form):
    outcome = forms.ChoiceField(
        label=gettext_lazy("Outcome"),
        choices=[("", gettext_lazy("Choose an outcome")), *Report.Outcome.choices],
    )
    answer = OwnWords(
        label=gettext_lazy("Answer"),
        help_text=gettext_lazy("The person who reported it gets this by e-mail."),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 4}),
    )


@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """Unanswered reports, oldest first."""
    context = {
        **admin.site.each_context(request),
        "title": _("Reports"),
        **waiting(request, PAGE_SIZE, whole_number(request.GET.get("after"))),
    }
    return TemplateResponse(request, "admin/reports.html", context)


def waiting(request: HttpRequest, limit: int, after: int | None = None) -> dict[str, Any]:
    """Reports this moderator may answer, `after` which there are later ones, and the number that
    others must answer."""
    if not isinstance(request.user, User):
        return {"reports": [], "for_others": 0}
    found = list(selectors.talk.reports.open_reports(request.user, after or 0)[: limit + 1])
    return {
        "reports": found[:limit],
        "after": found[limit - 1].pk if len(found) > limit else None,
        "for_others": selectors.talk.reports.reports_for_others(request.user),
    }


@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, number: int) -> HttpResponse:
    """GET shows the report, POST takes it on or answers it."""
    if not isinstance(request.user, User):
        raise Http404
    try:
        found = reports.read(request.user, number, noted=request.method != "POST")
    except Refused as refused:
        return _refused(request, number, refused)
    if request.method != "POST":
        return _page(request, found, AnswerForm())
    try:
        return _post(request, request.user, found)
    except Refused as refused:
        return _page(request, found, AnswerForm(request.POST), refused.message, refused.status)


def _refused(request: HttpRequest, number: int, refused: Refused) -> HttpResponse:
    """Shows nothing of the report; the attempt to read it is logged."""
    if refused.code == "no_report" or not isinstance(request.user, User):
        raise Http404
    append(request.user, "refused", f"report:{number}", facts={"why": refused.code})
    context = {
        **admin.site.each_context(request),
        "title": _("Report %(number)s") % {"number": number},
        "refused": refused.message,
    }
    return TemplateResponse(request, "admin/report.html", context, status=refused.status)


def _post(request: HttpRequest, actor: User, found: Report) -> HttpResponse:
    if "take" in request.POST:
        return _taken(request, actor, found)
    form = AnswerForm(request.POST)
    if not form.is_valid():
        return _page(request, found, form, status=400)
    given = form.cleaned_data
    reports.close(actor, found.pk, given["outcome"], given["answer"])
    messages.success(request, _("Answered. The person who reported it gets an e-mail."))
    return redirect("admin:reports")


def _taken(request: HttpRequest, actor: User, found: Report) -> HttpResponse:
    """Takes it on; what is half written of an answer stays."""
    found.assigned_to = reports.take_up(actor, found.pk).assigned_to
    messages.success(request, _("It is yours now."))
    typed = {name: request.POST.get(name, "") for name in AnswerForm.base_fields}
    if any(typed.values()):
        return _page(request, found, AnswerForm(initial=typed))
    return redirect("admin:report", found.pk)


def _page(
    request: HttpRequest, found: Report, form: forms.Form, refused: str = "", status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {
        **admin.site.each_context(request),
        "title": _("Report %(number)s") % {"number": found.pk},
        "report": found,
        "talk": selectors.talk.reports.overheard(found),
        "may_hide": roles.may_here(request, COMMANDS["hide"].needs),
        "form": form,
        "refused": refused,
    }
    return TemplateResponse(request, "admin/report.html", context, status=status)
