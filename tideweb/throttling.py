"""The API's brakes: DRF's own, counting in the cache that is meant for them."""

from django.core.cache import caches
from rest_framework.throttling import AnonRateThrottle, UserRateThrottle


class AnonymousThrottle(AnonRateThrottle):
    cache = caches["throttle"]


class PersonThrottle(UserRateThrottle):
    cache = caches["throttle"]
