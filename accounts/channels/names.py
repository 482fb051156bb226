"""The channels there are, in the order in which people are shown them."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

MAIL, SITE, PUSH, HOOK = "mail", "site", "push", "hook"
CHANNELS = {
    MAIL: pgettext_lazy("channel", "letter"),
    SITE: pgettext_lazy("channel", "here"),
    PUSH: pgettext_lazy("channel", "push"),
    HOOK: pgettext_lazy("channel", "webhook"),
}
SAID = {
    MAIL: _("a letter to your address"),
    SITE: _("behind the bell on every page"),
    PUSH: _("on your phone or desk, also while no page is open"),
    HOOK: _("to a program of yours"),
}
# These reach somebody who is not looking: they keep to quiet hours.
LOUD = (MAIL, PUSH)
