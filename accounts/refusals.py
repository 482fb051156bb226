"""The registry of refusals: each has a stable code, an HTTP status, a title and a sentence.

Pages, the API, e-mails and the moderators' panel all use these. `games.refusals` registers those
about games, since `accounts` doesn't know what a game is.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from accounts.text.bidi_isolation import each_isolated


class Refusal(NamedTuple):
    """What a code means on every interface.

    `title` is always the same for a code. `sentence` says what is wrong and what to do; its
    placeholders (`%(open)s`) are filled by the code that raises it. `in_letter` replaces it in
    e-mails that show the valid answers anyway.
    """

    status: int
    title: Any
    sentence: Any
    in_letter: Any = None


REFUSALS: dict[str, Refusal] = {
    "vacation_backwards": Refusal(
        400,
        _("The last day is before the first"),
        _("The last day comes before the first."),
    ),
    "vacation_empty": Refusal(
        400,
        _("No day"),
        _("A vacation has at least one day."),
    ),
    "vacation_past": Refusal(
        400,
        _("These days have already begun"),
        _("These days have begun already. A vacation begins today at the earliest."),
    ),
    "vacation_far": Refusal(
        400,
        _("Too far ahead"),
        _("That is too far ahead: you can book this year and the next. Nothing was booked."),
    ),
    "vacation_twice": Refusal(
        409,
        _("Already booked"),
        _("Some of these days are booked already. Nothing was added."),
    ),
    "vacation_too_long": Refusal(
        409,
        _("Not enough days left"),
        _(
            "You have %(left)s of your %(all)s days in %(year)s left, and this would take "
            "%(wanted)s. Nothing was booked."
        ),
    ),
    "no_vacation": Refusal(
        404,
        _("No such vacation"),
        _("You have no such vacation."),
    ),
    "vacation_begun": Refusal(
        409,
        _("It has already begun"),
        _("It has already begun, so it stays booked."),
    ),
    "vacation_counted": Refusal(
        409,
        _("An open hand depends on it"),
        _("An open hand has been given more time because of it, so it stays booked."),
    ),
    "bad_hook": Refusal(
        400,
        _("We can’t call this address"),
        _("We only call https addresses of public hosts. %(reason)s Nothing was added."),
    ),
    "too_many_hooks": Refusal(
        409,
        _("Too many webhooks"),
        _("You have %(n)s webhooks. Remove one first."),
    ),
    "no_hook": Refusal(
        404,
        _("No such webhook"),
        _("You have no such webhook."),
    ),
    "no_delivery": Refusal(
        404,
        _("No such delivery"),
        _("This webhook has no such delivery. Nothing was sent again."),
    ),
    "hook_off": Refusal(
        409,
        _("A webhook is off"),
        _("This webhook is off, so nothing was sent again. A ping turns it on."),
    ),
    "signed_out": Refusal(
        403,
        _("Not signed in"),
        _("You aren’t signed in, so this wasn’t accepted. Sign in and send it again."),
    ),
    "bad_credentials": Refusal(
        401,
        _("Wrong address or password"),
        _(
            "There is no account with this address and password. We don’t say which of the two is "
            "wrong."
        ),
    ),
    "address_unconfirmed": Refusal(
        403,
        _("The address is not confirmed"),
        _("Follow the link in the e-mail we sent you, then try again."),
    ),
    "second_factor": Refusal(
        403,
        _("A second factor is needed"),
        _("Your account asks for a second factor: send it as `code`, fresh each time."),
    ),
    "bad_key_name": Refusal(
        400,
        _("This name can’t be used for a key"),
        _("A key needs a name of 1 to 40 visible characters. No key was made."),
    ),
    "too_many_keys": Refusal(
        409,
        _("Too many keys"),
        _("You have ten keys, the maximum. Remove one first."),
    ),
    "too_many_programs": Refusal(
        409,
        _("Too many bots"),
        _("You can have three bots. Remove one first."),
    ),
    "no_program": Refusal(
        404,
        _("No such bot"),
        _("You have no such bot. Nothing was changed."),
    ),
    "authorization_pending": Refusal(
        400,
        _("Not allowed yet"),
        _("Nobody has allowed this yet. Ask again after `interval` seconds."),
    ),
    "slow_down": Refusal(
        400,
        _("Asked too soon"),
        _("You asked again too soon. Wait `interval` seconds between two requests from now on."),
    ),
    "access_denied": Refusal(
        400,
        _("Denied"),
        _("This was denied in the browser. No key was made."),
    ),
    "expired_token": Refusal(
        400,
        _("The time is up"),
        _("Nobody allowed this within ten minutes. Begin again with new codes."),
    ),
    "invalid_grant": Refusal(
        400,
        _("Unknown device code"),
        _(
            "This device code is unknown, or its key was collected already. Begin again with new "
            "codes."
        ),
    ),
    "invalid_scope": Refusal(
        400,
        _("Unknown scope"),
        _("You can’t ask for that scope. You can ask for: %(known)s. Nothing was done."),
    ),
    "no_session": Refusal(
        404,
        _("No such session"),
        _("You are not signed in there. Nothing was changed."),
    ),
    "no_key": Refusal(
        404,
        _("No such key"),
        _("You have no such key. Nothing was removed."),
    ),
}


def register(refusals: Mapping[str, Refusal]) -> None:
    """Adds to the registry. Raises `ValueError` for a duplicate code."""
    if twice := REFUSALS.keys() & refusals.keys():
        raise ValueError(f"Registered twice: {', '.join(sorted(twice))}.")
    REFUSALS.update(refusals)


def filled(sentence: Any, **params: Any) -> Any:
    """A lazy translation with its placeholders filled, in the language active when it is shown."""
    return lazy(lambda: str(sentence) % params, str)()


class Refused(Exception):
    """A command was refused and nothing was changed.

    `hint` has details for programs (such as the open hand, or the caller's legal answers);
    `params` fill the placeholders of the sentence. Raises `KeyError` for an unregistered code.
    """

    def __init__(self, code: str, hint: Mapping[str, Any] | None = None, **params: Any) -> None:
        self.refusal = REFUSALS[code]
        self.code = code
        self.hint = dict(hint or {})
        self.params = params
        super().__init__(code)

    @property
    def status(self) -> int:
        return self.refusal.status

    @property
    def message(self) -> str:
        """The sentence in the active language."""
        return str(self.refusal.sentence) % each_isolated(self.params)

    @property
    def message_in_letter(self) -> str:
        """The message for an e-mail. What it quotes must not be read as an answer when somebody
        replies to it, so the spaces in it are made non-breaking.
        """
        given = str(self.params.get("given", "")).replace(" ", "\N{NO-BREAK SPACE}")
        if self.refusal.in_letter is None:
            return self.message
        return str(self.refusal.in_letter) % each_isolated({**self.params, "given": given})

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"
