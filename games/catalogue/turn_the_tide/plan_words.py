"""Labels for the facts that are specific to plans for Turn the Tide; their values are numbers."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

FACTS: Mapping[str, Promise] = {
    "a tide": gettext_lazy("one of the two tides"),
    "low tide": gettext_lazy("the lower tide"),
    "high tide": gettext_lazy("the higher tide"),
    "my tide": gettext_lazy("my water"),
    "my belts": gettext_lazy("my belts"),
    "seats in": gettext_lazy("the seats still in the stage"),
    "hand": gettext_lazy("the hand of the stage"),
    "i am deepest": gettext_lazy("nobody’s water is higher than mine"),
}
VALUES: Mapping[str, Promise] = {}
