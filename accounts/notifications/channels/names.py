"""The channels there are, in the order in which people are shown them."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

MAIL, SITE, PUSH, HOOK = "mail", "site", "push", "hook"
CHANNELS = {
    MAIL: pgettext_lazy("channel", "e-mail"),
    SITE: pgettext_lazy("channel", "on the site"),
    PUSH: pgettext_lazy("channel", "push"),
    HOOK: pgettext_lazy("channel", "webhook"),
}
SAID = {
    MAIL: _("an e-mail to your address"),
    SITE: _("behind the bell, on every page"),
    PUSH: _("on your phone or computer, even while no page is open"),
    HOOK: _("to a program you run"),
}
# These reach somebody who is not looking: they keep to quiet hours.
LOUD = (MAIL, PUSH)
