"""What people can ask for by mail about a table, in words."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.game_view import GameView
from games.models import Game
from games.plans import vocabulary_of
from games.selectors import observations
from games.wording.base import Fact

VOTES = {"pause": gettext_lazy("pause the game"), "cancel": gettext_lazy("cancel the game")}

MAX_SHOWN = 40  # characters of somebody's line in a sentence of ours


def described(details: dict[str, Any]) -> str:
    """What a mail asks for, before it is confirmed; empty if it isn't about a table."""
    words = {
        "join": _("a seat at the table “%(text)s”"),
        "accept": _("a seat at this table"),
        "decline": _("your invitation to be declined"),
        "start": _("this game to start with the people at the table"),
        "rematch": _("another game with the same people"),
        "extend": _("more time for this hand"),
        "yes": _("your yes to what the others propose: %(what)s"),
        "no": _("your votes to be withdrawn"),
        "say": _("these words at the table: “%(text)s”"),
        "note": _("this note of your own: “%(text)s”"),
        "record": _("the record"),
        "pause": _("your vote to pause the game"),
        "cancel": _("your vote to cancel the game"),
        "resume": _("the game to be resumed"),
        "open": _("a new table: “%(text)s”"),
        "invite": _("an invitation for %(text)s"),
        "settings": _("other settings: “%(text)s”"),
        "undo": _("your last e-mail to be undone"),
    }
    what = VOTES.get(details.get("text", ""), "")
    about = {"text": details.get("text", ""), "what": what}
    return words[details["wish"]] % about if details["wish"] in words else ""


def quoted(line: str) -> str:
    """Text that somebody wrote or can write, in the quotation marks of the reader's language."""
    return _("“%(said)s”") % {"said": line}


def shortened(line: str) -> str:
    """A line that somebody wrote, quoted, and shortened if it is long."""
    return quoted(line if len(line) <= MAX_SHOWN else f"{line[: MAX_SHOWN - 1]}…")


def ways(state: str) -> list[Fact]:
    """The commands in replies about a table in that state (`Game.State`), and what they do."""
    return _facts({**_here().get(state, {}), **_anywhere()})


def ways_of_playing(view: GameView) -> list[Fact]:
    """The commands for a reply to a letter that asks for an answer. No line of the list is a
    command itself.
    """
    state, examples = view.game.state, vocabulary_of(view.game.ruleset).examples
    answer = [*view.legal, *examples][:1]
    planned = next(iter(examples), "highest")  # a game without a vocabulary has none
    words = {
        **dict.fromkeys(answer, _("your answer, as this hand asks for it")),
        **_out_of_turn(view),
        f"plan next: {planned}, then lowest": _("answers for the hands to come"),
        _("pass my turns to a bot"): _("a bot plays for you until you’re back"),
        _("I am back"): _("you play again yourself"),
        _("show"): _("the table as it stands"),
        _("help"): _("this e-mail"),
    }
    # Named first for the order, and again because what they say here is what counts.
    return _facts({**words, **_here().get(state, {}), **_anywhere(), **words})


def _out_of_turn(view: GameView) -> dict[str, str]:
    acts = observations.asides_for(view.game, view.index)
    return {act: view.wording.aside(act, view.table, view.seating).what for act in acts}


def ways_of_a_person() -> list[Fact]:
    """The commands that are about no table, for the person's own address."""
    at_table = {_("k7mp: start"): _("any command for that table, by the first letters of its code")}
    return _facts({**_anywhere(), **at_table})


def _facts(words: dict[str, str]) -> list[Fact]:
    return [Fact(quoted(line), what) for line, what in words.items()]


def _here() -> dict[str, dict[str, str]]:
    talk = {
        _("say Well played!"): _("everybody at the table can read it"),
        _("note Joost keeps his moon"): _("for yourself alone"),
    }
    ended = {
        _("rematch"): _("another game with the same people"),
        _("record"): _("the whole game"),
    }
    return {
        Game.State.OPEN: {
            _("show"): _("the table as it stands"),
            _("accept"): _("the seat that is offered to you"),
            _("decline"): _("turns that seat down"),
            _("invite anna@example.org"): _("we invite somebody to your table"),
            _("start"): _("starts the game with the people at the table"),
            **talk,
        },
        Game.State.RUNNING: {
            _("show"): _("the table as it stands"),
            _("extend"): _("more time for the open hand, once a game"),
            _("pause?"): _("votes to pause the game; everybody has to agree"),
            _("cancel?"): _("votes to cancel the game; everybody has to agree"),
            _("resume"): _("resumes a paused game"),
            _("yes"): _("agrees to what somebody at the table has proposed"),
            _("no"): _("withdraws your votes"),
            _("plan always: lowest"): _("answers for the hands to come"),
            _("no plan"): _("deletes your plan"),
            _("pass my turns to a bot"): _("a bot plays for you until you’re back"),
            _("I am back"): _("you play again yourself"),
            **talk,
        },
        Game.State.OVER: {**ended, **talk},
        Game.State.CANCELLED: ended,
    }


def _anywhere() -> dict[str, str]:
    return {
        _("games"): _("your tables, and the hands that wait for you"),
        _("join NAME"): _("a seat at the open table of that name"),
        _("open turn-the-tide 24h"): _("a new table, with a day for each hand"),
        _("settings"): _("how we write to you, and how to change it"),
        _("vacation 3 days"): _("your clocks are stopped, from today on"),
        _("undo"): _(
            "takes back what your last e-mail did, up to a day later; a first answer stands until "
            "you send another"
        ),
    }
