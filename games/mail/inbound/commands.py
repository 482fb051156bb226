"""Reads one line of a mail as a command. The whole line must be the command.

The words of all our languages are understood, whatever the sender's. Any other line may be an
answer, and is left to the rules of the game: they are forgiving, but read whole lines, too.

At the end: greetings, and the courtesies around an answer, which `pared` removes.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # to read a line, no model has to be loaded
    from accounts.models import User
    from games.models import Game, Hand

MAX_LENGTH = 400
MAX_TEXT_LENGTH = 4000  # of a message or note
MAX_COURTEOUS_LENGTH = 120  # characters of a line that may contain an answer
MAX_WORDS = 60  # of a line, or a mail, in which we look for one


class MailCommand(Enum):
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

    kind: MailCommand
    text: str = ""
    days: int = 0
    plain: bool = True

    def as_details(self) -> dict[str, Any]:
        """How it is stored until somebody confirms it: read again by `stored_in`."""
        return {"wish": self.kind.value, "text": self.text, "days": self.days}

    @classmethod
    def stored_in(cls, details: Mapping[str, Any]) -> "Command":
        return cls(MailCommand(details["wish"]), details["text"], details["days"])


@dataclass(frozen=True)
class CommandContext:
    """Who asks for something by mail, about which table and hand, and since when.

    `hand` is the one that the letter asked about; None if it asked about none. `written_at`: when
    the mail came, though it may have been confirmed only at `came_at`; for what can't be taken
    back.
    """

    user: "User"
    game: "Game"
    hand: "Hand | None"
    came_at: datetime
    written_at: datetime


WORDS: dict[str, MailCommand] = {
    **dict.fromkeys(("help", "hilfe", "hulp", "?"), MailCommand.HELP),
    **dict.fromkeys(("show", "zeig", "zeige", "zeigen", "toon", "laat zien"), MailCommand.SHOW),
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
        MailCommand.PASS,
    ),
    **dict.fromkeys(
        ("i am back", "i'm back", "ich bin zurück", "ich bin zurueck", "ich bin wieder da",
         "ik ben terug", "back", "bin zurück", "zurück", "zurueck", "ben terug", "terug"),
        MailCommand.BACK,
    ),
    **dict.fromkeys(("games", "my games", "partien", "meine partien", "partijen", "mijn partijen"),
                    MailCommand.GAMES),
    **dict.fromkeys(("accept", "i accept", "annehmen", "ich nehme an", "aannemen", "ik neem aan"),
                    MailCommand.ACCEPT),
    **dict.fromkeys(("decline", "i decline", "ablehnen", "ich lehne ab", "afslaan", "ik sla af"),
                    MailCommand.DECLINE),
    **dict.fromkeys(("start", "begin", "beginnen"), MailCommand.START),
    **dict.fromkeys(("rematch", "play again", "revanche", "noch einmal", "nog een keer"),
                    MailCommand.REMATCH),
    **dict.fromkeys(("extend", "more time", "verlängern", "verlaengern", "mehr zeit", "verlengen",
                     "meer tijd"), MailCommand.EXTEND),
    **dict.fromkeys(("yes", "ja"), MailCommand.YES),
    **dict.fromkeys(("no", "nein", "nee"), MailCommand.NO),
    **dict.fromkeys(("confirm", "bestätigen", "bestaetigen", "bestätigt", "bevestigen", "bevestig"),
                    MailCommand.CONFIRM),
    **dict.fromkeys(("undo", "take it back", "take back", "rückgängig", "zurücknehmen",
                     "nimm das zurück", "ongedaan", "ongedaan maken", "terugnemen",
                     "terugdraaien"), MailCommand.UNDO),
    **dict.fromkeys(("settings", "einstellungen", "instellingen"), MailCommand.SETTINGS),
    **dict.fromkeys(("pause", "pause?", "pauze", "pauze?"), MailCommand.PAUSE),
    **dict.fromkeys(("cancel", "cancel?", "abbrechen", "abbrechen?", "afbreken", "afbreken?"),
                    MailCommand.CANCEL),
    **dict.fromkeys(("resume", "go on", "weiter", "weiterspielen", "verder", "verder spelen"),
                    MailCommand.RESUME),
    **dict.fromkeys(("record", "aufzeichnung", "verslag"), MailCommand.RECORD),
    **dict.fromkeys(
        ("no plan", "plan off", "plan none", "kein plan", "plan aus", "geen plan", "plan uit"),
        MailCommand.NO_PLAN,
    ),
}  # fmt: skip
VACATION = re.compile(
    r"(?:vacation|holidays?|urlaub|vakantie)[:,]? (?:for |für |voor )?([0-9]{1,2})"
    r" ?(?:days?|tage?|dag(?:en)?)"
)
# Commands followed by a text; only that of SAY and NOTE may have several lines.
TEXTS = {
    MailCommand.JOIN: re.compile(r"(?:join|mitspielen|meedoen)[:,]? +(\S.*)", re.IGNORECASE),
    MailCommand.OPEN: re.compile(
        r"(?:open|new table|eröffne|eröffnen|neuer tisch|nieuwe tafel)[:,]? +(\S.*)", re.IGNORECASE
    ),
    MailCommand.INVITE: re.compile(
        r"(?:invite|einladen|lade|uitnodigen|nodig)[:,]? +<?(?:mailto:)?([^\s<>]+@[^\s<>]+?)>?"
        r"(?: *<mailto:[^>]*>)?(?: ein| uit)?[.!]?",
        re.IGNORECASE,
    ),
    MailCommand.SETTINGS: re.compile(
        r"(?:settings?|einstellung(?:en)?|instelling(?:en)?)[:,]? +(\S.*)", re.IGNORECASE
    ),
    MailCommand.SAY: re.compile(r"(?:say|sag|zeg)(?::\s*|\s+)(\S.*)", re.IGNORECASE | re.DOTALL),
    MailCommand.NOTE: re.compile(
        r"(?:note|notiz|notitie)(?::\s*|\s+(?!that\b))(\S.*)", re.IGNORECASE | re.DOTALL
    ),
}
MAY_PLAN = re.compile(r"\bplan\b", re.IGNORECASE)
PLAN_GOES_ON = re.compile(r"(?:next|then|always|after that)\b|if\b.*:", re.IGNORECASE)
PLAN = re.compile(r"plan(?:[:,]\s*|\s+)(\S.*)", re.IGNORECASE | re.DOTALL)
# The verbs of the notation in our other languages, and what may be done out of turn; the rules know
# the names of cards.
VERBS = {
    **dict.fromkeys(("spiele", "spiel", "speel", "ich spiele", "ik speel", "i play"), "play"),
    **dict.fromkeys(("biete", "ich biete", "bied", "ik bied"), "bid"),
    **dict.fromkeys(("gib", "ich gebe", "geef", "ik geef"), "give"),
    **dict.fromkeys(("nimm", "ich nehme", "neem", "ik neem"), "take"),
    **dict.fromkeys(("i accept", "annehmen", "ich nehme an", "nimm an", "aannemen", "ik neem aan",
                     "neem aan"), "accept"),
    **dict.fromkeys(("decline", "i decline", "i refuse", "ablehnen", "ich lehne ab", "lehne ab",
                     "weigeren", "weiger", "afslaan", "ik weiger", "ik sla af"), "refuse"),
    **dict.fromkeys(("i surrender", "i give up", "aufgeben", "ich gebe auf", "opgeven",
                     "ik geef op", "ik geef me over", "overgave"), "surrender"),
    **dict.fromkeys(("leuchtturm", "vuurtoren"), "lighthouse"),
}  # fmt: skip
FIRST_WORDS = re.compile(
    rf"({'|'.join(sorted(map(re.escape, VERBS), key=len, reverse=True))})(?=$| )"
)
TAKES = re.compile(r"(take) (?:die |das |de |het )?(niedrige?r?e?|hohe|höhere|lage?r?e?|hoge?r?e?)")
EMPHASIS = re.compile(r"([*_`]{1,3})([^*_`]+)\1")
QUOTATION_MARKS = frozenset(('""', "“”", "„“", "„”", "«»", "»«", "‘’", "‚‘", "''"))
LOW_HIGH = {"n": "low", "l": "low", "h": "high"}


def read(line: str) -> Command | None:
    """The command that this line is; None for an empty line. One that is too long for the others
    may be a plan, message or note, since not every mail program breaks a paragraph."""
    if not line:
        return None
    if len(line) > MAX_LENGTH:
        return _long(line)
    words = line.casefold().rstrip(" .!")
    if kind := WORDS.get(words or line):
        return Command(kind)
    if days := VACATION.fullmatch(words):
        return Command(MailCommand.VACATION, days=int(days[1]))
    if plan := PLAN.fullmatch(line):
        return Command(MailCommand.PLAN, plan[1].strip())
    for kind, pattern in TEXTS.items():
        if found := pattern.fullmatch(line):
            return Command(kind, found[1].strip())
    return Command(MailCommand.ANSWER, answer(line))


def read_lines(lines: Sequence[str]) -> Command | None:
    """The command in consecutive lines: the first alone, or a whole plan, message or note."""
    command = read(lines[0]) if lines else None
    if command is not None and len(lines) == 1:
        return command
    whole = _long("\n".join(lines))
    if whole is None or (command and whole.kind not in (MailCommand.PLAN, command.kind)):
        return command
    return whole


def _long(text: str) -> Command | None:
    """The plan, message or note that this is."""
    if plan := PLAN.fullmatch(text):
        return Command(MailCommand.PLAN, plan[1].strip())
    for kind in (MailCommand.SAY, MailCommand.NOTE):
        if found := TEXTS[kind].fullmatch(text[:MAX_TEXT_LENGTH]):
            return Command(kind, found[1].strip())
    return None


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


# ------------------------------------------------------------------ courtesies

SMILEYS = re.compile(r"(?:\s*(?:[:;]-?[)D(pP/|]|<3|\^\^)|\s+x+)$")
LIST_MARKS = re.compile(r"^(?:[-–—•*+]|[-=]+>|→)\s+")

GREETINGS = re.compile(
    r"(?:hi|hello|hey|hiya|hallo|halloo?chen|moin(?: moin)?|servus|grüezi|huhu|hoi|dag|"
    r"dear|lieber?|liebes|beste|geachte|good (?:morning|afternoon|evening|day)|"
    r"guten (?:morgen|tag|abend)|"
    r"goede(?: ?morgen|n? ?middag|n? ?avond|ndag)|goeiemorgen|tideweb|all|alle|allemaal|zusammen|"
    r"everyone|everybody|there|ihr lieben|team)"
    r"(?:[ ,]+(?!\d)[^\W\d_][\w'’.-]*){0,4}[ ,.!:)-]*",
    re.IGNORECASE,
)
BEFORE = (
    "please", "ok", "okay", "okey", "oké", "right", "well", "so", "then", "now", "hmm", "hm", "ah",
    "sure", "alright", "all right", "great", "yes", "and", "hi", "hello", "hey", "thanks",
    "thank you", "i play", "i'll play", "i will play", "i'd play", "i would play", "i'm playing",
    "i am playing", "playing", "play", "let me play", "let's play", "i'd like to play",
    "i would like to play", "i want to play", "i choose", "i'll choose", "i pick", "i'll pick",
    "i go with", "i'll go with", "going with", "i'm going with", "go with", "let's go with",
    "i take", "i'll take", "i use", "i bid", "i'll bid", "my answer is", "my answer", "answer",
    "my card is", "my card", "my bid is", "my bid", "my choice is", "my choice", "my move is",
    "my move", "card", "the", "number", "no.", "nr.", "it's", "it is", "this time",
    "bitte", "gut", "gern", "gerne", "also", "dann", "na gut", "na dann", "jetzt", "diesmal", "ja",
    "hallo", "moin", "danke", "ich spiele", "ich spiel", "spiele", "spiel", "ich nehme", "nehme",
    "ich nehm", "nimm", "ich wähle", "wähle", "ich biete", "ich gebe", "ich lege", "ich setze",
    "ich möchte", "ich will", "meine antwort ist", "meine antwort", "antwort", "meine karte ist",
    "meine karte", "meine wahl ist", "meine wahl", "mein zug", "mein gebot", "karte", "die", "das",
    "den", "der", "nummer", "dann nehme ich", "dann spiele ich", "dann nehm ich", "machen wir",
    "alsjeblieft", "graag", "goed", "dan", "nou", "doe maar", "dan maar", "deze keer", "hoi",
    "bedankt", "ik speel", "speel", "ik kies", "ik neem", "neem", "ik bied", "ik geef", "ik leg",
    "ik wil", "ik doe", "mijn antwoord is", "mijn antwoord", "antwoord", "mijn kaart is",
    "mijn kaart", "mijn keuze is", "mijn keuze", "mijn zet", "mijn bod", "kaart", "de", "het",
    "dan speel ik", "dan neem ik",
)  # fmt: skip
AFTER = (
    "please", "pls", "plz", "thanks", "thanks a lot", "many thanks", "thank you",
    "thank you very much", "thx", "ta", "cheers", "then", "now", "this time", "it is", "for me",
    "from me", "of course", "i guess that's it", "good luck", "have fun", "and thanks",
    "bitte", "bitte schön", "danke", "danke schön", "dankeschön", "vielen dank", "besten dank",
    "merci", "dann", "jetzt", "diesmal", "von mir", "für mich", "gern", "gerne", "viel spaß",
    "viel erfolg", "und danke", "aus",
    "alsjeblieft", "alstublieft", "aub", "svp", "graag", "bedankt", "dank je", "dank je wel",
    "dankjewel", "dank u", "dan", "dan maar", "maar", "nu", "deze keer", "van mij", "voor mij",
    "veel plezier", "succes", "en bedankt",
)  # fmt: skip
FAREWELLS = (
    "lg", "vg", "mfg", "gr", "grt", "groet", "groeten", "groetjes", "gruß", "grüße",
    "liebe grüße", "viele grüße", "beste grüße", "met vriendelijke groet", "cheers", "regards",
    "best regards", "kind regards", "best wishes", "best", "love", "thanks", "danke", "bedankt",
)  # fmt: skip


def _phrases(words: Sequence[str]) -> str:
    return "|".join(re.escape(each) for each in sorted(words, key=len, reverse=True))


FIRST_COURTESY = re.compile(rf"(?:{_phrases(BEFORE)})(?:[\s,:;!.…=–—-]+)(?=\S)", re.IGNORECASE)
LAST_COURTESY = re.compile(
    rf"(?:\s*[,;:!.…–—-]+\s*|\s+)(?:(?:{_phrases(FAREWELLS)})[,!]?\s+(?!\d)[^\W\d_]+|"
    rf"{_phrases([*AFTER, *FAREWELLS])})$",
    re.IGNORECASE,
)
# With one of these words, even a question would be a guess.
REFUSES = re.compile(
    r"\b(?:not|don['’]?t|never|no longer|instead|except|without|nicht|kein(?:e[nrsm]?)?|niemals|"
    r"statt|außer|ohne|niet|geen|nooit|behalve|zonder|in plaats)\b",
    re.IGNORECASE,
)

# A line that begins like this may take back what is above it.
CORRECTS = re.compile(
    r"\W*(?:no|sorry|wait|oops|or|rather|actually|correction|instead|nein|oder|lieber|doch|moment|"
    r"ach|halt|korrektur|stattdessen|nee|of|liever|wacht|correctie|toch)\b",
    re.IGNORECASE,
)


def is_greeting(line: str) -> bool:
    """Whether the line is just a greeting; those are skipped at the top of a mail."""
    return len(line) <= MAX_COURTEOUS_LENGTH and GREETINGS.fullmatch(undecorated(line)) is not None


def undecorated(line: str) -> str:
    """The line without decoration: emoji, smileys, list marks."""
    line = line.replace("’", "'")
    text = "".join(each for each in line if each.isascii() or not _is_ornament(each)).strip()
    text = LIST_MARKS.sub("", text)
    while (shorter := SMILEYS.sub("", text)) != text and shorter:
        text = shorter
    return bare(text.rstrip(" ,;:…"))


def _is_ornament(sign: str) -> bool:
    return unicodedata.category(sign) in ("So", "Sk", "Mn", "Cf", "Cn", "Co") and sign != "©"


def pared_if_short(line: str) -> Iterator[str]:
    """As `pared`, but a message or note keeps its end; nothing for a line that is too long, since a
    part of it is something else.
    """
    if len(line) > MAX_COURTEOUS_LENGTH:
        return iter(())
    return iter((spoken,)) if (spoken := _spoken(line)) else pared(line)


def _spoken(line: str) -> str:
    """The message or note that this is, without courtesies before it; empty if it is none. At its
    end, what looks like one belongs to what somebody says: “not now”.
    """
    command = read(line)
    if command is not None and command.kind in (MailCommand.SAY, MailCommand.NOTE):
        return line
    text = LIST_MARKS.sub("", line)
    if found := FIRST_COURTESY.match(text):
        text = text[found.end() :]
    return _spoken(text) if text != line else ""


def pared(line: str) -> Iterator[str]:
    """The line, then the line with more and more courtesies removed from both ends."""
    text = undecorated(line)
    yield text
    for _ in range(MAX_WORDS):
        shorter = LAST_COURTESY.sub("", text, count=1)
        if shorter == text:
            found = FIRST_COURTESY.match(text)
            shorter = text[found.end() :] if found else text
        shorter = undecorated(shorter)
        if shorter == text or not shorter:
            return
        text = shorter
        yield text
