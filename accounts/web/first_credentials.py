"""The page for a new password; and those for a first password or second factor, which also ask
whoever has neither.

allauth itself only asks people again who have something to show. A stranger with a stolen session
could otherwise give the account credentials of their own.
"""

from allauth.account.views import password_change, password_set
from allauth.mfa.totp.views import activate_totp
from allauth.mfa.webauthn.views import add_webauthn
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.security.reauthentication import asks_again
from accounts.web.signed_in import login_required

set_password = login_required(asks_again("account_set_password")(password_set))
activate_app = login_required(asks_again("mfa_activate_totp")(activate_totp))
add_passkey = login_required(asks_again("mfa_add_webauthn")(add_webauthn))


def change_password(request: HttpRequest) -> HttpResponse:
    """allauth's; a second press finds nobody signed in, since a new password ends the sessions."""
    if request.method != "POST" or request.user.is_authenticated:
        response: HttpResponse = password_change(request)
        return response
    words = _("You aren’t signed in. If you have just changed your password, the new one counts.")
    messages.info(request, words)
    return redirect_to_login(reverse("profile"))
