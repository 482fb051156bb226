"""Second factors: encrypted, so that a copy of the database doesn't yield any codes; and whether
one was shown."""

from collections.abc import Iterator

from allauth.account.authentication import get_authentication_records
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.http import HttpRequest

from accounts import encryption

ASSOCIATED_DATA = "second factor"
SECRETS = ("secret", "seed")  # of an authenticator app; of recovery codes


class Adapter(DefaultMFAAdapter):
    """Encrypts the secrets of second factors with the seal keys (MFA_ADAPTER)."""

    def encrypt(self, text: str) -> str:
        return encryption.seal(text, ASSOCIATED_DATA).hex()

    def decrypt(self, encrypted_text: str) -> str:
        text: str = encryption.unseal(bytes.fromhex(encrypted_text), ASSOCIATED_DATA)
        return text


def shown(request: HttpRequest) -> bool:
    """Whether this session was opened or confirmed with a second factor. One that was opened by
    password alone, before there was a factor, may be open where a stranger sits.
    """
    records = get_authentication_records(request, request.user)
    return any(each["method"] == "mfa" for each in records)


def with_old_keys() -> Iterator[Authenticator]:
    """Factors that were encrypted with another key than the first."""
    prefix = encryption.prefix().hex()
    for factor in Authenticator.objects.order_by("pk").iterator():
        held = [factor.data[name] for name in SECRETS if name in factor.data]
        if any(not text.startswith(prefix) for text in held):
            yield factor


def seal_anew(factor: Authenticator) -> None:
    """Re-encrypts with the first key. Raises `CannotOpen`."""
    adapter = Adapter()
    for name in SECRETS:
        if name in factor.data:
            factor.data[name] = adapter.encrypt(adapter.decrypt(factor.data[name]))
    factor.save(update_fields=["data"])
