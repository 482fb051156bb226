"""Second factors as the database holds them: whoever copies it gets no code out of them."""

from collections.abc import Iterator

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator

from accounts.security import encryption

PLACE = "second factor"
SECRETS = ("secret", "seed")  # of an app that gives codes; of codes on paper


class Adapter(DefaultMFAAdapter):
    """Named in MFA_ADAPTER."""

    def encrypt(self, text: str) -> str:
        return encryption.seal(text, PLACE).hex()

    def decrypt(self, encrypted_text: str) -> str:
        text: str = encryption.unseal(bytes.fromhex(encrypted_text), PLACE)
        return text


def with_old_keys() -> Iterator[Authenticator]:
    """Those that another key than the first one sealed."""
    prefix = encryption.prefix().hex()
    for factor in Authenticator.objects.order_by("pk").iterator():
        held = [factor.data[name] for name in SECRETS if name in factor.data]
        if any(not text.startswith(prefix) for text in held):
            yield factor


def seal_anew(factor: Authenticator) -> None:
    """With the first key.  Raises `CannotOpen`."""
    adapter = Adapter()
    for name in SECRETS:
        if name in factor.data:
            factor.data[name] = adapter.encrypt(adapter.decrypt(factor.data[name]))
    factor.save(update_fields=["data"])
