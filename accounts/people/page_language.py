"""The language of the pages that a browser shows."""

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation

from accounts.models import User


def speak_to(request: HttpRequest, user: User) -> None:
    """Activates the language of their profile, unless this browser has chosen another."""
    if settings.LANGUAGE_COOKIE_NAME not in request.COOKIES and user.language:
        translation.activate(user.language)
        vars(request)["LANGUAGE_CODE"] = user.language


def of_strangers(request: HttpRequest) -> str:
    """The language of its pages once nobody is signed in."""
    return translation.get_language_from_request(request)
