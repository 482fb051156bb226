"""Access tokens of OAuth applications (issued by `accounts.people.oauth`)."""

from allauth.idp.oidc.models import Token

from accounts.models import ApiKey

OFFERED = ("read", "play", "tables", "talk")  # not moderation, nor API keys and address


def key_of(text: str) -> ApiKey | None:
    """A valid access token as an unsaved API key with its scopes; None if it is invalid."""
    token = Token.objects.lookup(Token.Type.ACCESS_TOKEN, text)
    if token is None or token.user is None or token.client is None:
        return None
    scopes = " ".join(scope for scope in token.get_scopes() if scope in OFFERED)
    return ApiKey(
        user=token.user, name=token.client.name[:40], scopes=scopes, expires_at=token.expires_at
    )
