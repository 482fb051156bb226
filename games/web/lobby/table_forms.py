"""The form to create a table, with the options of its game."""

import secrets
from typing import Any

from django import forms
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.people.first_fault import FocusedField
from games import selectors
from games.models import MAX_TABLE_NAME, Game
from games.rules.base import Option
from games.services.lobby.tables import TableSettings
from games.web.levels import LIGHT, choices, explained, level_field
from games.web.table_facts import policies
from games.wording import wording

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
    (5, _("after a random delay of up to 5 minutes")),
    (30, _("after a random delay of up to 30 minutes")),
    (60, _("after a random delay of up to an hour")),
)
BANKS = (
    (0, _("no: each hand has its own time")),
    (72, _("3 days to start with")),
    (120, _("5 days to start with")),
    (240, _("10 days to start with")),
    (480, _("20 days to start with")),
)
TABLES = (
    (1, _("one table")),
    (2, _("two tables, compared at the end")),
    (3, _("three tables, compared at the end")),
    (4, _("four tables, compared at the end")),
)
SHARES = (
    (0, _("everybody")),
    (80, _("players who answer 80 of 100 hands in time, and newcomers")),
    (90, _("players who answer 90 of 100 hands in time, and newcomers")),
    (95, _("players who answer 95 of 100 hands in time, and newcomers")),
)
OFFERS = (
    (1, _("after one missed hand")),
    (2, _("after two missed hands in a row")),
    (3, _("after three missed hands in a row")),
    (5, _("after five missed hands in a row")),
    (0, _("never: a player who misses hands keeps the seat")),
)
ISLANDS = (
    *("Texel", "Vlieland", "Terschelling", "Ameland", "Schiermonnikoog", "Rottumeroog"),
    *("Borkum", "Juist", "Norderney", "Baltrum", "Langeoog", "Spiekeroog", "Wangerooge"),
    *("Neuwerk", "Pellworm", "Amrum", "Föhr", "Sylt", "Rømø", "Fanø", "Mandø"),
)


def an_island() -> str:
    """A default name for a table."""
    return secrets.choice(ISLANDS)


def either_or(label: Any, yes: Any, no: Any) -> forms.TypedChoiceField:
    """A question with two answers as radio buttons; the first is the default."""
    return forms.TypedChoiceField(
        label=label,
        widget=forms.RadioSelect,
        required=False,
        coerce=lambda text: text == "True",
        empty_value=True,  # type: ignore[arg-type]  # the stubs want a string; Django takes any value
        choices=(("True", yes), ("False", no)),
        initial="True",
    )


def number(label: Any, choices: Any = (), initial: int = 0, **more: Any) -> forms.TypedChoiceField:
    """A choice between numbers; without an answer it is the initial one, where that is allowed."""
    given = {"required": False, "empty_value": initial, **more}
    return forms.TypedChoiceField(
        label=label, coerce=int, choices=choices, initial=initial, **given
    )


class KeptField(FocusedField):
    """A field that is drawn once for each language, game, value and hint: twenty of them, with
    their choices, were the dearest part of any page. One that was sent in is drawn anew.
    """

    def as_field_group(self) -> SafeString:
        form = self.form
        if form.is_bound or not isinstance(form, TableForm):
            return super().as_field_group()
        key = (get_language(), form.slug, self.name, str(self.value()), str(self.help_text))
        if key not in _drawn:
            if len(_drawn) >= MAX_DRAWN:
                _drawn.clear()
            _drawn[key] = super().as_field_group()
        return _drawn[key]


MAX_DRAWN = 1000  # languages times games times fields, with some values; a kilobyte each
_drawn: dict[tuple[str | None, str, str, str, str], SafeString] = {}


class TableForm(forms.Form):
    """The settings of a table, by the names of `TableSettings`; `wish` is the result of a valid
    form.
    """

    bound_field_class = KeptField
    name = forms.CharField(
        label=_("Name of the table"),
        max_length=MAX_TABLE_NAME,
        initial=an_island,
        help_text=_("Others see it in the list of tables."),
    )
    seats = forms.TypedChoiceField(label=_("Seats"), coerce=int, widget=forms.RadioSelect)
    bots = number(
        _("Seats for bots"),
        required=True,
        help_text=_("They answer in moments. At least one seat is yours."),
    )
    level = level_field()
    hours = number(
        _("Time for each hand"),
        HOURS,
        24,
        required=True,
        help_text=_("A hand is turned as soon as the last answer is in."),
    )
    bank = number(
        _("A time bank"),
        BANKS,
        help_text=_(
            "Time you don’t use stays yours: each further hand adds its time to the bank. It never "
            "holds more than at the start, or than the time for one hand if that is longer."
        ),
    )
    weekends = either_or(_("Saturday and Sunday"), _("clocks run"), _("clocks are stopped"))
    reliable = number(_("Who may sit down"), SHARES)
    duplicate = number(
        _("The same deals at"),
        TABLES,
        1,
        help_text=_(
            "The other tables open beside yours and start with it. Players who hold "
            "the same cards are compared, so luck counts for nothing. Nobody may watch "
            "until all of them are over."
        ),
    )
    visibility = forms.ChoiceField(
        label=_("Who may watch"),
        widget=forms.RadioSelect,
        choices=(
            (Game.Visibility.PUBLIC, _("everybody: it is in the list of tables")),
            (Game.Visibility.LINK, _("anybody with the link or an invitation")),
        ),
        initial=Game.Visibility.PUBLIC,
    )
    tells = either_or(
        _("Before a hand is turned"),
        _("everybody sees who has answered"),
        _("nobody sees who has answered, nor when"),
    )
    delay = number(
        _("If nobody sees it, turn the cards"),
        DELAYS,
        help_text=_("So that the moment doesn’t give away who came last."),
    )
    offer = number(
        _("Let a bot play, and offer the seat"),
        OFFERS,
        2,
        help_text=_("You can take it back with one click until somebody else has the seat."),
    )
    extensions = either_or(
        _("More time"),
        _("each seat may double a hand’s time once"),
        _("hands get no extra time"),
    )
    votes = either_or(
        _("Pause or cancel"),
        _("if every player wants it"),
        _("no votes"),
    )
    rated = either_or(
        _("Ratings"),
        _("the game counts, unless a bot has a seat from the start"),
        _("the game does not count"),
    )
    recalls = either_or(
        _("Cards seen before"),
        _("the page shows what each player may know of them"),
        _("everybody relies on memory; past hands can still be opened"),
    )
    chat = forms.TypedChoiceField(
        label=_("Who can chat"),
        widget=forms.RadioSelect,
        required=False,
        choices=Game.Chat.choices,
        initial=Game.Chat.PLAYERS,
        empty_value=Game.Chat.PLAYERS,
    )
    policy = forms.ChoiceField(label=_("If you miss a hand, play"))

    def __init__(self, slug: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.slug = slug
        self._field("policy").choices = policies(slug)
        self._field("level").choices = [LIGHT, *choices(slug)]
        self.fields["level"].help_text = explained(slug)
        self._offer_seats(selectors.lobby.lists.seats_of(slug))
        self._offered = selectors.lobby.lists.options_of(slug)
        if not selectors.lobby.lists.remembers(slug):
            del self.fields["recalls"]
        for place, option in enumerate(self._offered):
            self.fields[f"option_{option.name}"] = _option_field(slug, option, place)
        options = (f"option_{option.name}" for option in self._offered)
        self.order_fields(["name", "seats", "bots", "level", "hours", "bank", "weekends", *options])

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
        if cleaned.get("tells"):
            cleaned["delay"] = 0
        seats, bots = cleaned.get("seats"), cleaned.get("bots")
        if seats and bots and bots >= seats:
            text = _("One of %(seats)s seats is yours, so bots can have at most %(most)s.")
            self.add_error("bots", text % {"seats": seats, "most": seats - 1})
        return cleaned

    def wish(self) -> TableSettings:
        """The requested table; the form must be valid. A time bank holds at most its start, or the
        hours of a hand.
        """
        data = dict(self.cleaned_data)
        options = {option.name: data.pop(f"option_{option.name}") for option in self._offered}
        most = max(data["bank"], data["hours"]) if data["bank"] else 0
        return TableSettings(ruleset=self.slug, options=options, most=most, **data)


def _option_field(slug: str, option: Option, place: int) -> forms.Field:
    """A field for one option. The game's wording has a fact for each option, in order."""
    facts = [wording(slug).options({option.name: value})[place] for value in option.values]
    choices = [(str(value), fact.text) for value, fact in zip(option.values, facts, strict=True)]
    values = {str(value): value for value in option.values}
    return forms.TypedChoiceField(
        label=facts[0].label,
        coerce=lambda text: values[text],
        choices=choices,
        initial=str(option.default),
        widget=forms.RadioSelect,
    )
