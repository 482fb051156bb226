"""A browser in words, from what it says of itself: "Firefox on Windows"."""

from django.utils.translation import gettext as _

# The first that fits: browsers say the names of those that they are like as well.
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
MAX_NAME_LENGTH = 30  # letters of a name that is none of these


def device(agent: str) -> str:
    """What a User-Agent says, for people; a program by the name that it gives itself."""
    browser = next((name for sign, name in BROWSERS if sign in agent), "")
    system = next((name for sign, name in SYSTEMS if sign in agent), "")
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    own = agent.partition("/")[0].partition(" ")[0][:MAX_NAME_LENGTH]
    return browser or system or own or _("an unknown browser")
