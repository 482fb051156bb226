"""The API's rate limits: DRF's throttles with a cache of their own."""

from django.core.cache import caches
from rest_framework.throttling import AnonRateThrottle, UserRateThrottle


class AnonymousThrottle(AnonRateThrottle):
    cache = caches["throttle"]


class PersonThrottle(UserRateThrottle):
    cache = caches["throttle"]
