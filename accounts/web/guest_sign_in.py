"""The pages to sign in, for guests: allauth would send them on without a word, as signed in."""

from allauth.account.views import login, request_login_code
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from accounts.people import guest_upgrade
from accounts.web.signed_in import View


def _guests_sign_out_first(view: View) -> View:
    def asked(request: HttpRequest) -> HttpResponse:
        if guest_upgrade.guest_of(request) is None:
            return view(request)
        messages.warning(
            request,
            _(
                "You play as a guest here. To sign in with an account, sign out first; a guest who "
                "signs out cannot come back to these seats."
            ),
        )
        return redirect(
            f"{reverse('account_logout')}?{urlencode({'next': request.get_full_path()})}"
        )

    return asked


sign_in = _guests_sign_out_first(login)
ask_for_code = _guests_sign_out_first(request_login_code)
