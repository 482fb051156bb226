"""Vacation: days booked and left, booking, and cancelling."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.people import vacations
from accounts.refusals import Refused
from games.services.people import vacations as away
from games.web.access import me
from games.web.refusals import for_people
from games.web.sent_once import sent_once


class DaysForm(forms.Form):
    """First and last day, both inclusive."""

    first = forms.DateField(
        label=gettext_lazy("First day"), widget=forms.DateInput(attrs={"type": "date"})
    )
    last = forms.DateField(
        label=gettext_lazy("Last day"), widget=forms.DateInput(attrs={"type": "date"})
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_people
@sent_once
def vacation(request: HttpRequest) -> HttpResponse:
    """The page; POST books days."""
    form = DaysForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            away.book(me(request), **form.cleaned_data)
        except Refused as refused:
            form.add_error(None, refused.message)
            return _page(request, form, refused.status)
        else:
            messages.success(request, _("Booked. Your clocks are stopped on these days."))
            return redirect("vacation")
    return _page(request, form, 400 if request.method == "POST" else 200)


def _page(request: HttpRequest, form: DaysForm, status: int = 200) -> HttpResponse:
    context = {
        "nav": "profile",
        "form": form,
        "booked": vacations.of(me(request)),
        "today": vacations.today(me(request)),
        "left": vacations.left(me(request)),
        "all": vacations.A_YEAR,
    }
    return render(request, "games/vacation.html", context, status=status)


@require_POST
@for_people
@sent_once
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Cancels a vacation that hasn't begun."""
    try:
        away.cancel(me(request), pk)
    except Refused as refused:
        messages.error(request, refused.message)
        return _page(request, DaysForm(), refused.status)
    messages.success(request, _("Vacation cancelled. Your clocks run again on these days."))
    return redirect("vacation")
