"""Tokens of applications that people let act for them (`accounts.people.oauth` gives them)."""

from allauth.idp.oidc.models import Token

from accounts.models import ApiKey

OFFERED = ("read", "play", "tables", "talk")  # neither what moderators do, nor keys and address


def key_of(text: str) -> ApiKey | None:
    """What a token of an application opens, as a key that stands in no row; None: nothing."""
    token = Token.objects.lookup(Token.Type.ACCESS_TOKEN, text)
    if token is None or token.user is None or token.client is None:
        return None
    scopes = " ".join(scope for scope in token.get_scopes() if scope in OFFERED)
    return ApiKey(
        user=token.user, name=token.client.name[:40], scopes=scopes, expires_at=token.expires_at
    )
