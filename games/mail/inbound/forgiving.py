"""Finds the answer in a mail that contains more than the answer.

A line is certain if it is one answer among courtesies: these are removed, and the rest must be an
answer by the rules. A line with one answer among other words is doubtful: we don't guess, we ask
the sender. (`understanding` decides which lines are looked at.)
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence

from games.mail.inbound import commands

Answers = Callable[[str], str | None]  # the answer that a line is, in its canonical form

MAX_LENGTH = 120  # characters of a line that may contain an answer
MAX_LINES, MAX_WORDS = 8, 60  # of a mail in which we look for a doubtful answer
MAX_ANSWER_LENGTH = 6  # words
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


FIRST = re.compile(rf"(?:{_phrases(BEFORE)})(?:[\s,:;!.…=–—-]+)(?=\S)", re.IGNORECASE)
LAST = re.compile(
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
    return len(line) <= MAX_LENGTH and GREETINGS.fullmatch(undecorated(line)) is not None


def undecorated(line: str) -> str:
    """The line without decoration: emoji, smileys, list marks."""
    line = line.replace("’", "'")
    text = "".join(each for each in line if each.isascii() or not _is_ornament(each)).strip()
    text = LIST_MARKS.sub("", text)
    while (shorter := SMILEYS.sub("", text)) != text and shorter:
        text = shorter
    return commands.bare(text.rstrip(" ,;:…"))


def _is_ornament(sign: str) -> bool:
    return unicodedata.category(sign) in ("So", "Sk", "Mn", "Cf", "Cn", "Co") and sign != "©"


def pared(line: str) -> Iterator[str]:
    """The line, then the line with more and more courtesies removed from both ends."""
    text = undecorated(line)
    yield text
    for _ in range(MAX_WORDS):
        shorter = LAST.sub("", text, count=1)
        if shorter == text:
            found = FIRST.match(text)
            shorter = text[found.end() :] if found else text
        shorter = undecorated(shorter)
        if shorter == text or not shorter:
            return
        text = shorter
        yield text


def certain(line: str, reads: Answers) -> str | None:
    """The answer, if this line is one answer among courtesies; otherwise None."""
    if len(line) > MAX_LENGTH:
        return None
    for text in pared(line):
        if (found := reads(commands.answer(text)) or reads(text)) is not None:
            return found
    return None


def doubtful(lines: Sequence[str], reads: Answers) -> set[str]:
    """The answers found among other words in a short mail."""
    text = " \n ".join(lines)
    if len(lines) > MAX_LINES or len(text.split()) > MAX_WORDS or REFUSES.search(text):
        return set()
    return {found for line in lines for found in _among(line, reads)}


def corrected(lines: Sequence[str], reads: Answers) -> set[str]:
    """The answers in lines that seem to take back what is above them."""
    return {found for line in lines if CORRECTS.match(line) for found in _among(line, reads)}


def _among(line: str, reads: Answers) -> Iterator[str]:
    """The answers in a line, from left to right; at each word the longest one."""
    text = undecorated(line[:MAX_LENGTH])
    words = [word.strip(" ,;:!?.…()\"'“”„*_") for word in text.split()]
    place = 0
    while place < len(words):
        for length in range(min(MAX_ANSWER_LENGTH, len(words) - place), 0, -1):
            piece = " ".join(words[place : place + length])
            if piece and (found := reads(commands.answer(piece)) or reads(piece)) is not None:
                yield found
                place += length - 1
                break
        place += 1
