"""Sentences of Django that our catalogues say again, since its Dutch is more formal than ours.

Nothing reads BORROWED: makemessages finds the sentences here, and what our catalogues say for
them comes before what Django's say.
"""

from django.utils.translation import gettext_noop, ngettext_lazy

BORROWED = (
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
        "min_length",
    ),
    gettext_noop("Your password can’t be too similar to your other personal information."),
    gettext_noop("Your password can’t be a commonly used password."),
    gettext_noop("Your password can’t be entirely numeric."),
)
