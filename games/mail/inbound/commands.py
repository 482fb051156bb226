"""Reads one line of a mail as a command. The whole line must be the command.

The words of all our languages are understood, whatever the sender's. Any other line may be an
answer, and is left to the rules of the game: they are forgiving, but read whole lines, too.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

MAX_LENGTH = 400
MAX_PLAN_LENGTH = 4000


class Wish(Enum):
    """The commands that mails can contain."""

    HELP = "help"
    SHOW = "show"
    PASS = "pass"  # noqa: S105 – leaves the seat to a bot
    BACK = "back"
    VACATION = "vacation"
    PLAN = "plan"
    NO_PLAN = "no_plan"
    GAMES = "games"
    JOIN = "join"
    ACCEPT = "accept"
    DECLINE = "decline"
    START = "start"
    REMATCH = "rematch"
    EXTEND = "extend"
    YES = "yes"
    NO = "no"
    CONFIRM = "confirm"
    UNDO = "undo"
    OPEN = "open"
    INVITE = "invite"
    SETTINGS = "settings"
    PAUSE = "pause"
    CANCEL = "cancel"
    RESUME = "resume"
    SAY = "say"
    NOTE = "note"
    RECORD = "record"
    ANSWER = "answer"


@dataclass(frozen=True)
class Command:
    """A command and its argument: the text of an answer or a plan, or the days of a vacation.

    `plain`: the line was just that, and nothing had to be removed to understand it.
    """

    wish: Wish
    text: str = ""
    days: int = 0
    plain: bool = True


WORDS: dict[str, Wish] = {
    **dict.fromkeys(("help", "hilfe", "hulp", "?"), Wish.HELP),
    **dict.fromkeys(("show", "zeig", "zeige", "zeigen", "toon", "laat zien"), Wish.SHOW),
    **dict.fromkeys(
        (
            "pass my turns to a bot",
            "pass my turns to the bot",
            "gib meine züge einem bot",
            "gib meine zuege einem bot",
            "gib meine züge an einen bot",
            "geef mijn beurten aan een bot",
            "geef mijn zetten aan een bot",
        ),
        Wish.PASS,
    ),
    **dict.fromkeys(
        ("i am back", "i'm back", "ich bin zurück", "ich bin zurueck", "ich bin wieder da",
         "ik ben terug", "back", "bin zurück", "zurück", "zurueck", "ben terug", "terug"),
        Wish.BACK,
    ),
    **dict.fromkeys(("games", "my games", "partien", "meine partien", "partijen", "mijn partijen"),
                    Wish.GAMES),
    **dict.fromkeys(("accept", "i accept", "annehmen", "ich nehme an", "aannemen", "ik neem aan"),
                    Wish.ACCEPT),
    **dict.fromkeys(("decline", "i decline", "ablehnen", "ich lehne ab", "afslaan", "ik sla af"),
                    Wish.DECLINE),
    **dict.fromkeys(("start", "begin", "beginnen"), Wish.START),
    **dict.fromkeys(("rematch", "play again", "revanche", "noch einmal", "nog een keer"),
                    Wish.REMATCH),
    **dict.fromkeys(("extend", "more time", "verlängern", "verlaengern", "mehr zeit", "verlengen",
                     "meer tijd"), Wish.EXTEND),
    **dict.fromkeys(("yes", "ja"), Wish.YES),
    **dict.fromkeys(("no", "nein", "nee"), Wish.NO),
    **dict.fromkeys(("confirm", "bestätigen", "bestaetigen", "bestätigt", "bevestigen", "bevestig"),
                    Wish.CONFIRM),
    **dict.fromkeys(("undo", "take it back", "take back", "rückgängig", "zurücknehmen",
                     "nimm das zurück", "ongedaan", "ongedaan maken", "terugnemen",
                     "terugdraaien"), Wish.UNDO),
    **dict.fromkeys(("settings", "einstellungen", "instellingen"), Wish.SETTINGS),
    **dict.fromkeys(("pause", "pause?", "pauze", "pauze?"), Wish.PAUSE),
    **dict.fromkeys(("cancel", "cancel?", "abbrechen", "abbrechen?", "afbreken", "afbreken?"),
                    Wish.CANCEL),
    **dict.fromkeys(("resume", "go on", "weiter", "weiterspielen", "verder", "verder spelen"),
                    Wish.RESUME),
    **dict.fromkeys(("record", "aufzeichnung", "verslag"), Wish.RECORD),
    **dict.fromkeys(
        ("no plan", "plan off", "plan none", "kein plan", "plan aus", "geen plan", "plan uit"),
        Wish.NO_PLAN,
    ),
}  # fmt: skip
VACATION = re.compile(
    r"(?:vacation|holidays?|urlaub|vakantie)[:,]? (?:for |für |voor )?([0-9]{1,2})"
    r" ?(?:days?|tage?|dag(?:en)?)"
)
# Commands followed by a text; only that of SAY and NOTE may have several lines.
TEXTS = {
    Wish.JOIN: re.compile(r"(?:join|mitspielen|meedoen)[:,]? +(\S.*)", re.IGNORECASE),
    Wish.OPEN: re.compile(
        r"(?:open|new table|eröffne|eröffnen|neuer tisch|nieuwe tafel)[:,]? +(\S.*)", re.IGNORECASE
    ),
    Wish.INVITE: re.compile(
        r"(?:invite|einladen|lade|uitnodigen|nodig)[:,]? +<?(?:mailto:)?([^\s<>]+@[^\s<>]+?)>?"
        r"(?: *<mailto:[^>]*>)?(?: ein| uit)?[.!]?",
        re.IGNORECASE,
    ),
    Wish.SETTINGS: re.compile(
        r"(?:settings?|einstellung(?:en)?|instelling(?:en)?)[:,]? +(\S.*)", re.IGNORECASE
    ),
    Wish.SAY: re.compile(r"(?:say|sag|zeg)(?::\s*|\s+)(\S.*)", re.IGNORECASE | re.DOTALL),
    Wish.NOTE: re.compile(
        r"(?:note|notiz|notitie)(?::\s*|\s+(?!that\b))(\S.*)", re.IGNORECASE | re.DOTALL
    ),
}
PLAN = re.compile(r"plan(?:[:,]\s*|\s+)(\S.*)", re.IGNORECASE | re.DOTALL)
# The verbs of the notation in our other languages; the rules know those of their own rulebooks.
VERBS = {
    **dict.fromkeys(("spiele", "spiel", "speel", "ich spiele", "ik speel", "i play"), "play"),
    **dict.fromkeys(("biete", "ich biete", "bied", "ik bied"), "bid"),
    **dict.fromkeys(("gib", "ich gebe", "geef", "ik geef"), "give"),
    **dict.fromkeys(("nimm", "ich nehme", "neem", "ik neem"), "take"),
    **dict.fromkeys(("i accept", "ich nehme an", "ik neem aan"), "accept"),
    **dict.fromkeys(("mond", "maan"), "moon"),
    **dict.fromkeys(("kein mond", "geen maan"), "no moon"),
}
FIRST_WORDS = re.compile(
    rf"({'|'.join(sorted(map(re.escape, VERBS), key=len, reverse=True))})(?=$| )"
)
TAKES = re.compile(r"(take) (?:die |das |de |het )?(niedrige?r?e?|hohe|höhere|lage?r?e?|hoge?r?e?)")
EMPHASIS = re.compile(r"([*_`]{1,3})([^*_`]+)\1")
QUOTATION_MARKS = frozenset(('""', "“”", "„“", "„”", "«»", "»«", "‘’", "‚‘", "''"))
LOW_HIGH = {"n": "low", "l": "low", "h": "high"}


def read(line: str) -> Command | None:
    """The command that this line is; None for an empty line, or one that is too long."""
    if not line or len(line) > MAX_LENGTH:
        return None
    words = line.casefold().rstrip(" .!")
    if wish := WORDS.get(words or line):
        return Command(wish)
    if days := VACATION.fullmatch(words):
        return Command(Wish.VACATION, days=int(days[1]))
    if plan := PLAN.fullmatch(line):
        return Command(Wish.PLAN, plan[1].strip())
    for wish, pattern in TEXTS.items():
        if found := pattern.fullmatch(line):
            return Command(wish, found[1].strip())
    return Command(Wish.ANSWER, answer(line))


def read_lines(lines: Sequence[str]) -> Command | None:
    """The command in consecutive lines: the first alone, or a whole plan, message or note."""
    command = read(lines[0]) if lines else None
    whole = "\n".join(lines)
    if len(lines) > 1 and len(whole) <= MAX_PLAN_LENGTH and (plan := PLAN.fullmatch(whole)):
        return Command(Wish.PLAN, plan[1].strip())
    if command is not None and command.wish in (Wish.SAY, Wish.NOTE) and len(lines) > 1:
        found = TEXTS[command.wish].fullmatch(whole[:MAX_PLAN_LENGTH])
        return Command(command.wish, found[1].strip()) if found else command
    return command


def bare(line: str) -> str:
    """The line without final punctuation, quotation marks around it, or marks for bold."""
    text = line.rstrip(" .!") or line
    if found := EMPHASIS.fullmatch(text):
        return found[2].strip(" .!")
    if text[:1] + text[-1:] not in QUOTATION_MARKS or len(text) < len("“4”"):
        return text
    inside = text[1:-1]
    return text if set(inside) & set("".join(QUOTATION_MARKS)) else inside.strip(" .!")


def answer(line: str) -> str:
    """The line as the rules read it: bare, and with the English verbs of the notation."""
    line = bare(line)
    words = line.casefold()
    text = FIRST_WORDS.sub(lambda found: VERBS[found[1]], words, count=1)
    if text == words or not FIRST_WORDS.match(words):
        return line
    if low_high := TAKES.fullmatch(text.rstrip(" .!")):
        return f"take {LOW_HIGH[low_high[2][0]]}"
    return text
