"""The postmaster's page: delivery statistics by receiving provider and day."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.selectors.moderation import postmaster


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The last two weeks without today, which would reveal too much."""
    labels = (_("Sent"), _("Deferred"), _("Bounced"), _("Complaints"), _("Held"))
    context = {
        **admin.site.each_context(request),
        "title": _("E-mails by provider"),
        "labels": labels,
        "providers": postmaster.by_provider(),
        "days": postmaster.DAYS,
    }
    return TemplateResponse(request, "admin/postmaster.html", context)
