"""allauth's pages for a first password or second factor, which also ask whoever has neither.

allauth itself only asks people again who have something to show. A stranger with a stolen session
could otherwise give the account credentials of their own.
"""

from allauth.account.views import password_set
from allauth.mfa.totp.views import activate_totp
from allauth.mfa.webauthn.views import add_webauthn

from accounts.security.reauthentication import asks_again
from accounts.web.signed_in import login_required

set_password = login_required(asks_again("account_set_password")(password_set))
activate_app = login_required(asks_again("mfa_activate_totp")(activate_totp))
add_passkey = login_required(asks_again("mfa_add_webauthn")(add_webauthn))
