"""The names of the channels, in the order of the settings page."""

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
# These interrupt people, so they respect quiet hours.
LOUD = (MAIL, PUSH)
