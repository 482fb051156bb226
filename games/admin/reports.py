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
from accounts.moderating import append
from games.admin.acting import STATUS
from games.models import Report
from games.refusals import Refused
from games.selectors.reporting import open_reports
from games.services import reports

A_PAGE = 50


class AnswerForm(forms.Form):
    outcome = forms.ChoiceField(label=gettext_lazy("Outcome"), choices=Report.Outcome.choices)
    answer = forms.CharField(
        label=gettext_lazy("Answer"),
        help_text=gettext_lazy("Whoever reported gets it by letter."),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 4}),
    )


@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """Reports without an answer, the longest first."""
    context = {
        **admin.site.each_context(request),
        "title": _("Reports"),
        "reports": list(open_reports()[:A_PAGE]),
    }
    return TemplateResponse(request, "admin/reports.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, number: int) -> HttpResponse:
    """GET shows it, POST takes it up or answers it."""
    found = Report.objects.select_related("reporter", "person", "game").filter(pk=number).first()
    if found is None or not isinstance(request.user, User):
        raise Http404
    if request.method != "POST":
        append(request.user, "read_report", f"report:{number}")
        return _shown(request, found, AnswerForm())
    try:
        return _post(request, request.user, found)
    except Refused as refused:
        append(request.user, "refused", f"report:{number}", facts={"why": refused.code})
        status = STATUS.get(refused.code, 409)
        return _shown(request, found, AnswerForm(request.POST), refused.message, status)


def _post(request: HttpRequest, actor: User, found: Report) -> HttpResponse:
    if "take" in request.POST:
        reports.take_up(actor, found.pk)
        messages.success(request, _("It is yours."))
        return redirect("admin:report", found.pk)
    form = AnswerForm(request.POST)
    if not form.is_valid():
        return _shown(request, found, form, status=400)
    given = form.cleaned_data
    reports.close(actor, found.pk, given["outcome"], given["answer"])
    messages.success(request, _("Answered; whoever reported gets a letter."))
    return redirect("admin:reports")


def _shown(
    request: HttpRequest, found: Report, form: forms.Form, refused: str = "", status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {
        **admin.site.each_context(request),
        "title": _("Report %(number)s") % {"number": found.pk},
        "report": found,
        "form": form,
        "refused": refused,
    }
    return TemplateResponse(request, "admin/report.html", context, status=status)
