"""The admin site of the moderators' panel.

It has no login page of its own: the site's is rate-limited, supports passkeys and asks for the
second factor.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.decorators import method_decorator
from django.utils.functional import SimpleLazyObject
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from accounts.security import reauthentication, roles

Section = Callable[[HttpRequest], dict[str, Any]]
PAGES: list[tuple[str, Callable[..., HttpResponse], str]] = []  # route, view, name
SECTIONS: list[Section] = []  # each adds context to the index page


class PanelSite(AdminSite):
    """Django's admin for staff with a second factor."""

    site_header = _("Tideweb, moderators")
    site_title = _("Tideweb, moderators")
    index_title = _("What needs attention")
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        return roles.staff_here(request)

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> Any:
        """Django's list of all models, made when it is read: it is given to every page, and next to
        none shows it.
        """
        return SimpleLazyObject(partial(super().get_app_list, request, app_label))

    def get_urls(self) -> list[Any]:
        """Django's URLs, after those that `games` has added to `PAGES`."""
        ours = [path(route, self.admin_view(view), name=name) for route, view, name in PAGES]
        return [*ours, *super().get_urls()]

    def index(self, request: HttpRequest, extra_context: Any = None) -> TemplateResponse:
        context = dict(extra_context or {})
        for section in SECTIONS:
            context |= section(request)
        return super().index(request, context)

    @method_decorator(never_cache)
    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Redirects to the site's sign-in page; tells signed-in people what they lack, and
        asks staff for the second factor if this session was opened without it."""
        if self.has_permission(request):
            return HttpResponseRedirect(_next(request))
        if not request.user.is_authenticated:
            return redirect_to_login(_next(request))
        if roles.is_staff(request.user):
            page = reauthentication.factor_page(request.user)
            return redirect(f"{page}?{urlencode({'next': _next(request)})}")
        context = {"staff": request.user.is_staff, "next": _next(request)}
        return render(request, "panel/closed.html", context, status=403)

    def password_change(self, request: HttpRequest, extra_context: Any = None) -> Any:
        return redirect("account_change_password")

    def password_change_done(self, request: HttpRequest, extra_context: Any = None) -> Any:
        return redirect("profile")


def _next(request: HttpRequest) -> str:
    wanted = request.GET.get("next", "")
    if url_has_allowed_host_and_scheme(wanted, {request.get_host()}):
        return wanted
    return reverse("admin:index")
