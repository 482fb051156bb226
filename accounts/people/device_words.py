"""Describes a browser by its User-Agent: "Firefox on Windows"."""

from django.utils.translation import gettext as _

# The first match counts: browsers also name the ones they are compatible with.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("FxiOS", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
)
MAX_NAME_LENGTH = 30  # of any other program's name


def device(agent: str) -> str:
    """A User-Agent in words; unknown programs are shown by the name they give themselves."""
    browser = next((name for sign, name in BROWSERS if sign in agent), "")
    system = next((name for sign, name in SYSTEMS if sign in agent), "")
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    own = agent.partition("/")[0].partition(" ")[0][:MAX_NAME_LENGTH]
    return browser or system or own or _("an unknown browser")
