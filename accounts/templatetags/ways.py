"""Where the forms of the foot lead back to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import template
from django.utils.http import urlencode

if TYPE_CHECKING:
    from django.http import HttpRequest
    from django.template import Context

register = template.Library()


@register.simple_tag(takes_context=True)
def this_page(context: Context) -> str:
    """The address at which this page can be opened again, with where its form leads afterwards:
    a refused answer came to an address without that.

    Whoever is signed in comes back to the path alone: beside a card nothing is repeated that
    another site could have put into an address.
    """
    request: HttpRequest = context["request"]
    user = getattr(request, "user", None)
    whole = context.get("keeps_query") or not (user and user.is_authenticated)
    leads_to = context.get("redirect_field_value")  # of the pages to sign up and in, without cards
    if leads_to and not (whole and "next" in request.GET):
        return f"{request.path}?{urlencode({'next': leads_to})}"
    return request.get_full_path() if whole else request.path
