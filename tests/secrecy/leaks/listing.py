"""All leaks, in the order in which they are planted."""

from tests.secrecy.leaks import admin, api, kept, letters, pages, rules
from tests.secrecy.leaks.planting import Leak

ALL: list[Leak] = [
    *rules.LEAKS,
    *pages.LEAKS,
    *api.LEAKS,
    *letters.LEAKS,
    *admin.LEAKS,
    *kept.LEAKS,
]
