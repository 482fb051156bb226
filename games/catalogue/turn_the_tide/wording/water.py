"""Turn the Tide: changes of water in words."""

from django.utils.translation import gettext as _


def yours_would(before: int | None, tide: int) -> str:
    """What a tide card would do to the reader's water: "your water falls from 6 to 4"."""
    values = {"before": before, "tide": tide}
    if before is None:
        return _("your water rises to %(tide)s") % values
    if tide == before:
        return _("your water stays at %(tide)s") % values
    if tide < before:
        return _("your water falls from %(before)s to %(tide)s") % values
    return _("your water rises from %(before)s to %(tide)s") % values


def yours_did(before: int | None, tide: int) -> str:
    """What a tide card did to the reader's water."""
    values = {"before": before, "tide": tide}
    if before is None:
        return _("you are no longer dry")
    if tide == before:
        return _("your water stayed at %(tide)s") % values
    if tide < before:
        return _("your water fell from %(before)s to %(tide)s") % values
    return _("your water rose from %(before)s to %(tide)s") % values


def theirs_did(name: str, before: int | None, tide: int) -> str:
    """What a tide card did to another player's water."""
    values = {"name": name, "before": before, "tide": tide}
    if before is None:
        return _("%(name)s is no longer dry") % values
    if tide == before:
        return _("%(name)s’s water stayed at %(tide)s") % values
    if tide < before:
        return _("%(name)s’s water fell from %(before)s to %(tide)s") % values
    return _("%(name)s’s water rose from %(before)s to %(tide)s") % values


def theirs_would(name: str, before: int | None, tide: int) -> str:
    """What a tide card would do to another player's water."""
    values = {"name": name, "before": before, "tide": tide}
    if before is None:
        return _("%(name)s’s water rises to %(tide)s") % values
    if tide == before:
        return _("%(name)s’s water stays at %(tide)s") % values
    if tide < before:
        return _("%(name)s’s water falls from %(before)s to %(tide)s") % values
    return _("%(name)s’s water rises from %(before)s to %(tide)s") % values
