"""Why: what fills the blank of a refusal that has several reasons, each by its stable code.

The pure rules and the readers of plans and bodies name the code; they know no sentences.
"""

from django.utils.translation import gettext_lazy as _

# games.plans.PlanError
PLAN = {
    "too_large": _("a plan has at most %(expected)s bytes, and this one has %(found)s."),
    "too_many": _("a plan has at most %(expected)s answers; here is one more."),
    "too_deep": _("brackets and “not” can be nested %(expected)s deep at most."),
    "missing": _("something is missing here. Expected: %(expected)s."),
    "unexpected": _("“%(found)s” doesn’t belong here. Expected: %(expected)s."),
    "unknown_sign": _("“%(found)s” is not part of the language."),
    "unknown_answer": _("“%(found)s” is not an answer in this game. Answers are: %(expected)s."),
    "unknown_fact": _(
        "“%(found)s” is not something a plan can ask about. It can ask about: %(expected)s."
    ),
    "bad_number": _("“%(found)s” is too large. Expected: %(expected)s."),
}
# What a plan may go on with that is no word of its language.
PLAN_PARTS = {"a number": _("a number"), "a new line": _("a new line")}
PLAN_SIGN = _("“%(said)s”")

# games.rules.errors.BadOptions
OPTIONS = {
    "seats": _("it cannot be played by %(given)s. The number of players may be: %(known)s."),
    "unknown": _("there is no “%(name)s”. You can choose: %(known)s."),
    "value": _("“%(name)s” cannot be %(given)s. It may be: %(known)s."),
    "together": _("these exclude each other, so choose one: %(known)s."),
}

# games.api.parsing
JSON = {
    "too_deep": _("it is nested too deeply"),
    "no_utf8": _("it is not UTF-8"),
    "syntax": _("it stops making sense at line %(line)s, column %(column)s"),
    "no_number": _("%(given)s is not a JSON number"),
    "too_many_digits": _("a number in it has too many digits"),
    "twice": _("it names a field twice"),
    "no_text": _("it has a NUL or half a character"),
}
