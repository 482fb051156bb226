"""The rules for display names, applied wherever a name can be entered.

A name must not look like somebody else's or like the site itself, and must not contain invisible
characters or bidi controls. Names that existed before a rule are left alone.
"""

import re
import unicodedata
from functools import cache

from django.core.exceptions import ValidationError
from django.db.models import Value
from django.db.models.functions import Lower
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.text import confusables

MAX_LENGTH = 30
SIGNS = ".,'’‘-–_()!?+*#~:;·"
MAX_MARKS = 3  # on one letter; Vietnamese needs two
# Reserved words, which would seem to speak for the site, in the languages of its pages: the first
# anywhere within a name, the others as whole words.
WITHIN = ("administra", "moderat", "postmaster", "superuser", "tideweb", "webmaster")
WORDS = (
    "admin", "admins", "beheer", "beheerder", "beheerders", "betreiber", "bot", "bots", "helpdesk",
    "hostmaster", "mod", "mods", "noreply", "offiziell", "officieel", "official", "operator",
    "spielleitung", "spelleiding", "staff", "support", "sysadmin", "sysop", "system", "systeem",
)  # fmt: skip
BETWEEN = re.compile(rf"[\s{re.escape(SIGNS)}]+")
DIGITS = "0123456789"


def checked(name: str, of: User | None = None) -> str:
    """The normalised name, for `of` or for somebody new. Raises `ValidationError`.

    Keeping one's present name is always allowed.
    """
    if of is not None and name == of.name:
        return name
    _check_seen(name.strip())
    name = confusables.normal(name)
    _check_signs(name)
    for word in BETWEEN.split(name):
        _check_script(word)
    _check_reserved(name)
    _check_free(name, of)
    return name


def _check_seen(name: str) -> None:
    """Line separators count as invisible too: replacing them by spaces would change the name."""
    if hidden := confusables.unseen(name):
        raise ValidationError(
            _("The name has a character that nobody can see (%(code)s). Type it by hand."),
            "unseen",
            {"code": f"U+{ord(hidden):04X}"},
        )


def _check_signs(name: str) -> None:
    _check_seen(name)
    if not name[:1].isalnum():
        raise ValidationError(_("A name starts with a letter or a digit."), "start")
    for sign in name:
        if not _may_stand(sign):
            raise ValidationError(
                _("“%(sign)s” can’t be used in a name; letters, digits, spaces and %(signs)s can."),
                "sign",
                {"sign": sign, "signs": " ".join(SIGNS)},
            )
    if len(name) > MAX_LENGTH:
        raise ValidationError(
            _("A name has at most %(most)s characters."), "long", {"most": MAX_LENGTH}
        )
    if _most_marks(name) > MAX_MARKS:
        raise ValidationError(_("So many accents on one letter can’t be read."), "marks")


def _may_stand(sign: str) -> bool:
    category = unicodedata.category(sign)
    return category[0] in "LN" or category in ("Mn", "Mc") or sign == " " or sign in SIGNS


def _most_marks(name: str) -> int:
    shape = "".join(
        "m" if unicodedata.category(sign) == "Mn" else " "
        for sign in unicodedata.normalize("NFD", name)
    )
    return max(map(len, shape.split()), default=0)


def _check_script(word: str) -> None:
    if scripts := confusables.mixed(word):
        raise ValidationError(
            _(
                "“%(word)s” mixes letters of several scripts (%(scripts)s). Write each "
                "word in one script."
            ),
            "mixed",
            {"word": word, "scripts": ", ".join(script.capitalize() for script in scripts)},
        )


def _check_reserved(name: str) -> None:
    """Checks each word, and the whole name without separators (“a.d.m.i.n”)."""
    within, words = _reserved()
    for word in (*BETWEEN.split(name), name):
        shapes = {confusables.look(word), confusables.look(word.strip(DIGITS))}
        if shapes & words or any(part in shape for part in within for shape in shapes):
            raise ValidationError(
                _("“%(word)s” sounds as if you spoke for this site. Choose another name."),
                "reserved",
                {"word": word},
            )


@cache
def _reserved() -> tuple[frozenset[str], frozenset[str]]:
    """Both lists as skeletons, in lower and upper case, since I looks like l but i does not."""
    within, words = (
        frozenset(confusables.look(case(word)) for word in each for case in (str.lower, str.upper))
        for each in (WITHIN, WORDS)
    )
    return within, words


def _check_free(name: str, of: User | None) -> None:
    others = User.objects.exclude(pk=of.pk) if of else User.objects.all()
    if others.filter(name__lower=Lower(Value(name))).exists():
        raise ValidationError(_("That name is taken. Choose another one."), "taken")
    if others.filter(look=confusables.look(name)).exists():
        raise ValidationError(
            _("Another player’s name looks just like that. Choose another one."), "alike"
        )
