"""The forms for a plan: a simple one that generates the text, and the text itself."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import plans
from games.web.hands.plan_words import RANGES, RANKS, answer_words, conditions
from games.wording import Wording

NOTHING = ("", "—")
STEPS = ("first", "second", "third")


class TextForm(forms.Form):
    """A plan as text with its options. Errors in the text are reported elsewhere.

    `hand` is the number of the hand that the page shows.
    """

    plan = forms.CharField(
        label=gettext_lazy("The plan as text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocapitalize": "off"}),
    )
    hand = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=1)
    now = forms.BooleanField(
        label=gettext_lazy("Also answer the current hand, if I haven’t"), required=False
    )
    ask_forced = forms.BooleanField(
        label=gettext_lazy("Ask me even when only one answer is possible"), required=False
    )

    def blame(self, place: str) -> None:
        """Has the page begin at the text; what is wrong with it is said in that element."""
        attrs = {"autofocus": True, "aria-invalid": "true", "aria-describedby": place}
        self.fields["plan"].widget.attrs |= attrs


class EasyForm(forms.Form):
    """A few choices from which the text of a plan is generated."""

    first = forms.ChoiceField(label=gettext_lazy("In the next hand"), required=False)
    second = forms.ChoiceField(label=gettext_lazy("In the hand after it"), required=False)
    third = forms.ChoiceField(label=gettext_lazy("And in the one after that"), required=False)
    fact = forms.ChoiceField(label=gettext_lazy("In all other hands, if"), required=False)
    compare = forms.ChoiceField(label=gettext_lazy("is"), choices=RANGES.items(), required=False)
    value = forms.IntegerField(
        label=gettext_lazy("this number"), min_value=0, max_value=9999, required=False
    )
    then = forms.ChoiceField(label=gettext_lazy("play"), required=False)
    rest = forms.ChoiceField(label=gettext_lazy("And otherwise"), required=False)

    def __init__(self, slug: str, told: Wording, seen: dict[str, Any], data: Any = None) -> None:
        super().__init__(data)
        self.words = plans.vocabulary_of(slug)
        offers = [(each, answer_words(told, each)) for each in self.words.offers(seen)]
        ranks = [(rank, str(label)) for rank, label in RANKS.items()]
        for name in (*STEPS, "then"):
            self._choices(name, [NOTHING, *offers, *ranks])
        self._choices("rest", ranks)
        asked = conditions(slug)
        self._choices("fact", [NOTHING, *asked])
        if not asked:
            for name in ("fact", "compare", "value", "then"):
                del self.fields[name]

    def _choices(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 (for the type)
        field.choices = choices

    def clean(self) -> dict[str, Any]:
        """A condition with a number needs that number and an answer."""
        sent = super().clean() or {}
        fact = self.words.by_name.get(sent.get("fact", ""))
        if sent.get("fact") and not sent.get("then"):
            self.add_error("then", _("Choose what to play then."))
        if fact is not None and fact.number and sent.get("value") is None:
            self.add_error("value", _("Which number?"))
        return sent

    def text(self) -> str:
        """The plan as text; the form must be valid."""
        sent = self.cleaned_data
        steps = [sent[name] for name in STEPS if sent[name]]
        lines = [f"next: {', then '.join(steps)}"] if steps else []
        if sent.get("fact"):
            lines.append(f"if {self._condition()}: {sent['then']}")
        if sent.get("rest") not in ("", "ask", None):
            lines.append(f"always: {sent['rest']}")
        return "\n".join(lines)

    def _condition(self) -> str:
        sent = self.cleaned_data
        fact = self.words.by_name.get(sent["fact"])
        if fact is None or fact.flag:
            return str(sent["fact"])
        compared = (sent["compare"] or "{}").format(sent["value"])
        before, behind = fact.frame if fact.frame[1] else (f"{fact.name} is", "")
        return f"{before} {compared} {behind}".strip()
