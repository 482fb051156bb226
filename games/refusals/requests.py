"""Refusals of malformed or unauthorised requests, before any service is called."""

from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refusal

REQUESTS = {
    "invalid": Refusal(
        400,
        _("Some fields are wrong"),
        _("Some fields are missing or wrong; `errors` says which. Nothing was changed."),
    ),
    "unknown_fields": Refusal(
        400,
        _("Unknown fields"),
        _("There is no “%(given)s” here; we know: %(known)s. Nothing was changed."),
    ),
    "malformed_json": Refusal(
        400,
        _("The body can’t be read"),
        _("We can’t read the body as JSON: %(reason)s. Nothing was changed."),
    ),
    "bad_key": Refusal(
        400,
        _("The Idempotency-Key cannot be used"),
        _(
            "An Idempotency-Key has 1 to 64 letters, digits or . _ ~ : + / = -; a "
            "fresh UUID works well. Nothing was stored."
        ),
    ),
    "bad_cursor": Refusal(
        400,
        _("The cursor is invalid"),
        _("This cursor isn’t one of ours, or not yours. Start again without one."),
    ),
    "body_too_large": Refusal(
        413,
        _("The body is too large"),
        _("A body has at most %(most)s bytes; yours was not read."),
    ),
    "unsupported_media_type": Refusal(
        415,
        _("The body must be JSON"),
        _("Send the body as application/json. Nothing was changed."),
    ),
    "not_authenticated": Refusal(
        401,
        _("Not signed in"),
        _("Send `Authorization: Bearer …` (POST /api/v1/token gives you one), or sign in."),
    ),
    "bad_token": Refusal(
        401,
        _("The token is invalid"),
        _(
            "This token is invalid or has expired. An application gets its next one at "
            "/oauth/token/, any other program with POST /api/v1/token or /api/v1/device/code."
        ),
    ),
    "scope_missing": Refusal(
        403,
        _("The key may not do this"),
        _(
            "This key lacks the scope `%(scope)s`. Make one that has it under Settings. "
            "Nothing was changed."
        ),
    ),
    "confirm_first": Refusal(
        403,
        _("Confirm that it’s you"),
        _(
            "First confirm that it’s you, at %(where)s. Nothing has been done yet; try again "
            "afterwards."
        ),
    ),
    "csrf_failed": Refusal(
        403,
        _("The page’s own token is missing"),
        _("With a session, send the CSRF token as X-CSRFToken; or use an API token."),
    ),
    "https_only": Refusal(
        403,
        _("HTTPS only"),
        _(
            "Send this over HTTPS. If it carried a key or a password, others may know it: revoke "
            "it."
        ),
    ),
    "forbidden": Refusal(
        403,
        _("Not allowed"),
        _("You may not do this. Nothing was changed."),
    ),
    "not_found": Refusal(
        404,
        _("Nothing here"),
        _("There is nothing at this address. /api/v1/docs/ lists what there is."),
    ),
    "method_not_allowed": Refusal(
        405,
        _("Method not allowed"),
        _("This address doesn’t accept %(given)s; the Allow header says what it accepts."),
    ),
    "throttled": Refusal(
        429,
        _("Too many requests"),
        _("Too many requests at once. Try again in %(seconds)s s."),
    ),
    "too_many_streams": Refusal(
        429,
        _("Too many streams"),
        _("You have %(most)s open streams, the maximum. Close one first."),
    ),
    "busy": Refusal(
        503,
        _("Busy"),
        _("Something else is happening at this table just now. Nothing was stored; try again."),
    ),
    "unavailable": Refusal(
        503,
        _("We can’t reach our database"),
        _(
            "We can’t reach our database just now. Look again in a minute: if it "
            "doesn’t show what you sent, send it again."
        ),
    ),
    "server_error": Refusal(
        500,
        _("Our mistake"),
        _(
            "Something failed on our side, and we’ve made a note of it. Nothing was "
            "changed; try again later."
        ),
    ),
}
