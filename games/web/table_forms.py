"""The form that lays a table, with the options of its game in words."""

import secrets
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games import selectors
from games.models import Game
from games.rules.base import Option
from games.services.tables import Wish
from games.telling import telling
from games.web.running import policies

HOURS = (
    (1, _("1 hour, for an evening together")),
    (4, _("4 hours")),
    (12, _("12 hours")),
    (24, _("24 hours, a hand a day")),
    (36, _("36 hours")),
    (48, _("2 days")),
    (72, _("3 days")),
    (120, _("5 days")),
    (168, _("a week")),
    (336, _("2 weeks")),
)
DELAYS = (
    (0, _("when the last answer is in")),
    (5, _("up to 5 minutes later, by chance")),
    (30, _("up to 30 minutes later, by chance")),
    (60, _("up to an hour later, by chance")),
)
BANKS = (
    (0, _("no: each hand has its own time")),
    (72, _("3 days to begin with")),
    (120, _("5 days to begin with")),
    (240, _("10 days to begin with")),
    (480, _("20 days to begin with")),
)
TABLES = (
    (1, _("one table")),
    (2, _("two tables, compared at the end")),
    (3, _("three tables, compared at the end")),
    (4, _("four tables, compared at the end")),
)
SHARES = (
    (0, _("everybody")),
    (80, _("who answers 80 of 100 hands in time, or is new")),
    (90, _("who answers 90 of 100 hands in time, or is new")),
    (95, _("who answers 95 of 100 hands in time, or is new")),
)
OFFERS = (
    (1, _("after one missed hand")),
    (2, _("after two missed hands in a row")),
    (3, _("after three missed hands in a row")),
    (5, _("after five missed hands in a row")),
    (0, _("never: whoever misses keeps the seat")),
)
ISLANDS = (
    *("Texel", "Vlieland", "Terschelling", "Ameland", "Schiermonnikoog", "Rottumeroog"),
    *("Borkum", "Juist", "Norderney", "Baltrum", "Langeoog", "Spiekeroog", "Wangerooge"),
    *("Neuwerk", "Pellworm", "Amrum", "Föhr", "Sylt", "Rømø", "Fanø", "Mandø"),
)


def an_island() -> str:
    """A name for a table, until somebody has a better one."""
    return secrets.choice(ISLANDS)


def either_or(label: Any, yes: Any, no: Any) -> forms.TypedChoiceField:
    """A question with two answers in words, the first unless the other is chosen."""
    return forms.TypedChoiceField(
        label=label,
        widget=forms.RadioSelect,
        required=False,
        coerce=lambda text: text == "True",
        choices=(("True", yes), ("False", no)),
        initial="True",
    )


class TableForm(forms.Form):
    """A table of one game; `wish` is what was asked for, once it is valid."""

    name = forms.CharField(
        label=_("Name of the table"),
        max_length=40,
        initial=an_island,
        help_text=_("Others see it in the list of tables."),
    )
    seats = forms.TypedChoiceField(label=_("Seats"), coerce=int, widget=forms.RadioSelect)
    bots = forms.TypedChoiceField(
        label=_("Seats for bots"),
        coerce=int,
        initial=0,
        help_text=_("They answer at once. At least one seat is yours."),
    )
    hours = forms.TypedChoiceField(
        label=_("Time for each hand"),
        coerce=int,
        choices=HOURS,
        initial=24,
        help_text=_("A hand is turned as soon as the last answer is in."),
    )
    bank = forms.TypedChoiceField(
        label=_("A bank of time"),
        coerce=int,
        choices=BANKS,
        initial=0,
        required=False,
        help_text=_(
            "What you do not use stays yours: each further hand adds its time to the bank, "
            "which never holds more than at the beginning."
        ),
    )
    weekends = forms.TypedChoiceField(
        label=_("Saturday and Sunday"),
        widget=forms.RadioSelect,
        required=False,
        coerce=lambda text: text == "True",
        choices=(("True", _("clocks run")), ("False", _("clocks stand still"))),
        initial="True",
    )
    reliable = forms.TypedChoiceField(
        label=_("Who may sit down"),
        coerce=int,
        choices=SHARES,
        initial=0,
        required=False,
    )
    duplicate = forms.TypedChoiceField(
        label=_("The same deals at"),
        coerce=int,
        choices=TABLES,
        initial=1,
        required=False,
        help_text=_(
            "The others open beside yours and start with it. Whoever holds the same cards is "
            "compared with you, so luck counts for nothing. Until all are over, nobody may look on."
        ),
    )
    visibility = forms.ChoiceField(
        label=_("Who may come and look"),
        widget=forms.RadioSelect,
        choices=(
            (Game.Visibility.PUBLIC, _("everybody: it stands in the list of tables")),
            (Game.Visibility.LINK, _("whoever has the link, or was invited")),
        ),
        initial=Game.Visibility.PUBLIC,
    )
    tells = forms.TypedChoiceField(
        label=_("Before a hand is turned"),
        widget=forms.RadioSelect,
        required=False,
        empty_value="True",
        coerce=lambda text: text == "True",
        choices=(
            ("True", _("everybody sees who has answered")),
            ("False", _("nobody sees who has answered, nor when")),
        ),
        initial="True",
    )
    delay = forms.TypedChoiceField(
        label=_("If nobody sees it, turn the cards"),
        required=False,
        empty_value="0",
        coerce=int,
        choices=DELAYS,
        initial=0,
        help_text=_("So that the moment tells nothing of who came last."),
    )
    offer = forms.TypedChoiceField(
        label=_("Let a bot play, and offer the seat"),
        required=False,
        coerce=int,
        choices=OFFERS,
        initial=2,
        help_text=_("Until somebody else has the seat, one click takes it back."),
    )
    extensions = either_or(
        _("More time"),
        _("each seat may once give a hand its time again"),
        _("no hand is given more time"),
    )
    votes = either_or(
        _("Pause or cancel"),
        _("if all who play wish it"),
        _("neither is voted on"),
    )
    rated = either_or(
        _("Ratings"),
        _("the game counts, unless a bot sits there"),
        _("the game does not count"),
    )
    recalls = either_or(
        _("Cards seen before"),
        _("the page keeps what each may know of them"),
        _("everybody remembers alone; hands that are past can still be opened"),
    )
    chat = forms.ChoiceField(
        label=_("Who talks at the table"),
        widget=forms.RadioSelect,
        required=False,
        choices=Game.Chat.choices,
        initial=Game.Chat.PLAYERS,
    )
    policy = forms.ChoiceField(label=_("If you miss a hand, play"))
    entropy = forms.CharField(
        label=_("Your words for the shuffle"),
        required=False,
        max_length=64,
        help_text=_(
            "Any words. They are mixed into the deck, so that nobody, not even we, can have "
            "chosen it."
        ),
    )

    PLAIN = ("name", "seats", "hours", "visibility", "tells", "delay", "bots", "policy", "entropy")

    def __init__(self, slug: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.slug = slug
        self._field("policy").choices = policies(slug)
        self._offer_seats(selectors.seats_of(slug))
        self._offered = selectors.options_of(slug)
        if not selectors.remembers(slug):
            del self.fields["recalls"]
        for place, option in enumerate(self._offered):
            self.fields[f"option_{option.name}"] = _option_field(slug, option, place)
        self.order_fields(
            [
                "name",
                "seats",
                "bots",
                "hours",
                "bank",
                "weekends",
                *(f"option_{o.name}" for o in self._offered),
            ]
        )

    def _offer_seats(self, seats: tuple[int, ...]) -> None:
        self._field("seats").choices = [(count, str(count)) for count in seats]
        self._field("seats").initial = 4 if 4 in seats else seats[-1]
        self._field("bots").choices = [(0, _("none")), *((n, str(n)) for n in range(1, max(seats)))]

    def _field(self, name: str) -> forms.ChoiceField:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101
        return field

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        cleaned["tells"] = cleaned.get("tells") in (True, "True")  # left out: it is shown
        cleaned["delay"] = 0 if cleaned["tells"] else int(cleaned.get("delay") or 0)
        seats, bots = cleaned.get("seats"), cleaned.get("bots")
        if seats and bots and bots >= seats:
            text = _("With %(seats)s seats there is room for %(most)s bots: one seat is yours.")
            self.add_error("bots", text % {"seats": seats, "most": seats - 1})
        return cleaned

    def wish(self) -> Wish:
        """What the form asks for; only after `is_valid`."""
        data = self.cleaned_data
        return Wish(
            ruleset=self.slug,
            options={option.name: data[f"option_{option.name}"] for option in self._offered},
            **{name: data[name] for name in self.PLAIN},
            **_pace(data),
            **_together(data),
        )


def _pace(data: dict[str, Any]) -> dict[str, Any]:
    """What was left out is as usual; a bank holds no more than it begins with, or a hand adds."""
    bank = data["bank"] or 0
    return {
        "bank": bank,
        "most": max(bank, data["hours"]) if bank else 0,
        "weekends": data["weekends"] is not False,
        "reliable": data["reliable"] or 0,
        "duplicate": data["duplicate"] or 1,
    }


def _together(data: dict[str, Any]) -> dict[str, Any]:
    """What was left out is as usual."""
    return {
        "offer": 2 if data["offer"] in ("", None) else data["offer"],
        "extensions": data["extensions"] is not False,
        "votes": data["votes"] is not False,
        "rated": data["rated"] is not False,
        "recalls": data.get("recalls") is not False,
        "chat": data["chat"] or Game.Chat.PLAYERS,
    }


def _option_field(slug: str, option: Option, place: int) -> forms.Field:
    """One option as a choice; the game's telling has a fact for each of them, in order."""
    facts = [telling(slug).options({option.name: value})[place] for value in option.values]
    choices = [(str(value), fact.text) for value, fact in zip(option.values, facts, strict=True)]
    values = {str(value): value for value in option.values}
    return forms.TypedChoiceField(
        label=facts[0].label,
        coerce=lambda text: values[text],
        choices=choices,
        initial=str(option.default),
        widget=forms.RadioSelect,
    )
