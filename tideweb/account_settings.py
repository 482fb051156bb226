"""Settings for signing in that don't depend on the environment; the others are in settings.py."""

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
    )
] + [{"NAME": "accounts.people.password_words.OwnWordsValidator"}]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/moves/"
ACCOUNT_ADAPTER = "accounts.people.allauth_adapter.Adapter"
ACCOUNT_FORMS = {
    "signup": "accounts.people.signup.SignupForm",
    "request_login_code": "accounts.people.sign_in_letter_forms.CodeForm",
    "change_password": "accounts.people.new_password.ChangeForm",
    "reset_password": "accounts.people.sign_in_letter_forms.ResetForm",
}
# Attempts are also limited by account and network (accounts.security.sign_in_throttle).
ACCOUNT_RATE_LIMITS = {"request_login_code": "20/m/ip", "reset_password": "20/m/ip"}
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1"]  # without a password, sign in by an e-mailed code
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_CONFIRM_EMAIL_ON_GET = False
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True  # only in the browser that signed up
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 600  # seconds; some servers hold a mail back for five minutes
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_LOGOUT_ON_GET = False
# Seconds after a sign-in without reauthentication (accounts.security.reauthentication).
ACCOUNT_REAUTHENTICATION_TIMEOUT = 300
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
MFA_ADAPTER = "accounts.security.second_factors.Adapter"
MFA_FORMS = {
    "add_webauthn": "accounts.security.passkey_forms.AddForm",
    "authenticate": "accounts.people.second_factor_forms.AuthenticateForm",
    "authenticate_webauthn": "accounts.security.passkey_forms.AuthenticateForm",
    "edit_webauthn": "accounts.security.passkey_forms.EditForm",
    "login_webauthn": "accounts.security.passkey_forms.LoginForm",
    "reauthenticate": "accounts.people.second_factor_forms.ReauthenticateForm",
    "reauthenticate_webauthn": "accounts.security.passkey_forms.ReauthenticateForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True  # safe, since an unconfirmed address can't be used to sign in
IDP_OIDC_ADAPTER = "accounts.people.oauth.Adapter"
IDP_OIDC_AUTH_METHODS = ["none"]  # all applications are public clients
IDP_OIDC_ACCESS_TOKEN_EXPIRES_IN = 3600  # seconds
IDP_OIDC_REFRESH_TOKEN_EXPIRES_IN = 90 * 24 * 3600
USERSESSIONS_TRACK_ACTIVITY = False
