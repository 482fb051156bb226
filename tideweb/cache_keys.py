"""Keys of the shared cache, which tell nobody's address.

A module of its own: every process reads it, and only some have a Redis (`tideweb.cache`), whose
client is larger than all of Celery.
"""

from django.utils.crypto import salted_hmac


def hidden_key(key: str, prefix: str, version: int) -> str:
    """KEY_FUNCTION: who reads the cache does not learn whose tries are counted by address."""
    said = f"{prefix}:{version}:{key}"
    return salted_hmac("tideweb.cache", said, algorithm="sha256").hexdigest()
