"""What may be asked for by mail about a table, and what was and is not done yet, in words."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game
from games.wording.base import Fact

VOTES = {"pause": gettext_lazy("pause the game"), "cancel": gettext_lazy("cancel the game")}


def told(said: dict[str, Any]) -> str:
    """What a mail asks for that is not done yet."""
    words = {
        "join": _("a seat at the table “%(text)s”"),
        "accept": _("a seat at this table"),
        "decline": _("a no to this table"),
        "start": _("this game to begin with those who sit there"),
        "rematch": _("another game with the same people"),
        "extend": _("more time for this hand"),
        "yes": _("your yes to what the others wish for: %(what)s"),
        "no": _("an end to your votes"),
        "say": _("these words at the table: “%(text)s”"),
        "note": _("this note of your own: “%(text)s”"),
        "record": _("the record"),
    }
    what = VOTES.get(said.get("text", ""), "")
    about = {"text": said.get("text", ""), "what": what}
    return words[said["wish"]] % about if said["wish"] in words else ""


def quoted(line: str) -> str:
    """Words that somebody wrote, or may write, as the reader's language marks them."""
    return _("“%(said)s”") % {"said": line}


def ways(state: str) -> list[Fact]:
    """What may be written in a reply about a table in that state, each with what it does."""
    words = {**_here().get(state, {}), **_anywhere()}
    return [Fact(quoted(line), what) for line, what in words.items()]


def _here() -> dict[str, dict[str, str]]:
    talk = {
        _("say Well played!"): _("everybody at the table can read it"),
        _("note Joost keeps his moon"): _("for yourself alone"),
    }
    return {
        Game.State.OPEN: {
            _("accept"): _("the seat that is offered to you"),
            _("decline"): _("no to that seat"),
            _("start"): _("your table begins with those who sit there"),
            **talk,
        },
        Game.State.RUNNING: {
            _("extend"): _("more time for the open hand, once a game"),
            _("yes"): _("to what somebody at the table asks all of you"),
            _("no"): _("your own votes are taken back"),
            _("I am back"): _("and play yourself again"),
            **talk,
        },
        Game.State.OVER: {
            _("rematch"): _("another game with the same people"),
            _("record"): _("the whole game"),
            **talk,
        },
    }


def _anywhere() -> dict[str, str]:
    return {
        _("games"): _("your tables, and the hands that wait for you"),
        _("join NAME"): _("a seat at the open table of that name"),
    }
