"""Keys of the shared cache that don't reveal anybody's address.

This is a module of its own because every process imports it, but only some use Redis
(`tideweb.cache`), whose client takes more memory than Celery.
"""

from django.utils.crypto import salted_hmac


def hidden_key(key: str, prefix: str, version: int) -> str:
    """KEY_FUNCTION: a hash, since rate limits use addresses in their keys."""
    whole = f"{prefix}:{version}:{key}"
    return salted_hmac("tideweb.cache", whole, algorithm="sha256").hexdigest()
