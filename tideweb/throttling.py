"""The API's rate limits: DRF's throttles with a cache of their own."""

from django.core.cache import caches
from rest_framework.throttling import AnonRateThrottle, UserRateThrottle

from accounts.security.address_limits import AddressLimit


class AnonymousThrottle(AddressLimit, AnonRateThrottle):
    cache = caches["throttle"]


class PersonThrottle(AddressLimit, UserRateThrottle):
    cache = caches["throttle"]
