"""What people write, in three languages, and what must be understood of it.

{A} and {B} are answers of the hand that was asked for.  `SURE`: {A} counts at once.  `WISHES`:
what counts instead.  `ASKED`: {A} is asked back.  `NOTHING`: nothing may be done by it.
"""

SURE = {
    "en": (
        "{A}", "{A}.", "{A}!", "*{A}*", "**{A}**", "“{A}”", "\"{A}\"", "_{A}_", "{A} please",
        "Please {A}", "{A}, please!", "Hi,\n\n{A}", "Hello!\n{A}\nBest regards\nAnna Smith",
        "{A}\n\nThanks,\nAnna", "I play {A}", "I'll play {A}", "I play the {A}", "I’ll take {A}.",
        "My answer is {A}", "My answer: {A}", "Let's go with {A}", "{A} 🙂", "{A} :-)",
        "{A}, thanks", "ok, {A}", "- {A}", "{A} it is", "Going with {A}", "{A}\n--\nAnna",
        "Good morning all,\n\nwhat a hand!\n\n{A}\n\nAnna", "{A} - cheers, Anna",
        "I was away, sorry for the delay.\n\n{A}\n", "Dear Tideweb,\n\n{A}\n\nYours,\nAnna",
        "{A}\n\nLovely weather here. See you next week!", "Hi there\n\nThis time I choose {A}.\n",
        "This one is hard.\n{A}\nI hope that nobody has a better one.", "{A} for me", "  {A}  ",
    ),
    "de": (
        "{A}", "{A}.", "{A}!", "*{A}*", "„{A}“", "»{A}«", "{A} bitte", "Bitte {A}", "{A}, bitte!",
        "Hallo,\n\n{A}", "Hallo zusammen!\n{A}\nViele Grüße\nAnna Schmidt", "{A}\n\nDanke,\nAnna",
        "Ich spiele {A}", "Ich spiele die {A}", "Ich nehme {A}.", "Ich nehm die {A}",
        "Meine Antwort ist {A}", "Meine Antwort: {A}", "Dann {A}", "{A} 🙂", "{A} ;-)",
        "{A}, danke", "ok, {A}", "- {A}", "Na gut, {A}", "{A} LG Anna", "{A}\n-- \nAnna",
        "Guten Morgen,\n\nwas für eine Runde!\n\n{A}\n\nAnna",
        "{A}\n\nMit freundlichen Grüßen\nAnna",
        "Ich war unterwegs, entschuldigt.\n\n{A}\n", "Liebes Tideweb,\n\n{A}\n\nDeine\nAnna",
        "{A}\n\nHier regnet es seit Tagen. Bis nächste Woche!", "Moin\n\nDiesmal {A}.\n",
        "Das ist schwer.\n{A}\nHoffentlich hat niemand etwas Besseres.", "Für heute:\n{A}",
        "Also {A}, vielen Dank", "{A} von mir", "  {A}  ",
    ),
    "nl": (
        "{A}", "{A}.", "{A}!", "*{A}*", "‘{A}’", "“{A}”", "{A} alsjeblieft", "Graag {A}",
        "{A} aub", "Hoi,\n\n{A}", "Hallo allemaal!\n{A}\nGroetjes\nAnna de Boer",
        "{A}\n\nBedankt,\nAnna", "Ik speel {A}", "Ik speel de {A}", "Ik neem {A}.", "Ik kies {A}",
        "Mijn antwoord is {A}", "Mijn antwoord: {A}", "Doe maar {A}", "{A} 🙂", "{A} :)",
        "{A}, dank je wel", "oké, {A}", "- {A}", "Dan maar {A}", "{A} groetjes Anna",
        "{A}\n-- \nAnna", "Goedemorgen,\n\nwat een ronde!\n\n{A}\n\nAnna",
        "{A}\n\nMet vriendelijke groet\nAnna", "Ik was weg, sorry.\n\n{A}\n",
        "Beste Tideweb,\n\n{A}\n\nAnna", "{A}\n\nHet regent hier al dagen. Tot volgende week!",
        "Hoi\n\nDeze keer {A}.\n", "Dit is moeilijk.\n{A}\nHopelijk heeft niemand iets beters.",
        "Voor vandaag:\n{A}", "Nou, {A}, bedankt", "{A} van mij", "  {A}  ",
    ),
}  # fmt: skip
WISHES = {
    "en": {
        "help": "help", "Hi,\nhelp please": "help", "show": "show", "vacation 3 days": "vacation",
        "I am back!": "back", "games": "games", "say Well played, all!": "say", "extend": "extend",
        "note He keeps his moon": "note", "Hello,\n\naccept, please\n\nAnna": "accept",
        "Pass my turns to a bot.": "pass", "undo": "undo",
    },
    "de": {
        "Hilfe": "help", "Hallo,\nHilfe bitte": "help", "zeig": "show", "Urlaub 3 Tage": "vacation",
        "Ich bin zurück!": "back", "Partien": "games", "sag Gut gespielt!": "say",
        "verlängern": "extend", "Notiz Er behält seinen Mond": "note",
        "Hallo,\n\nannehmen, bitte\n\nAnna": "accept", "Gib meine Züge einem Bot.": "pass",
        "rückgängig": "undo",
    },
    "nl": {
        "hulp": "help", "Hoi,\nhulp alsjeblieft": "help", "toon": "show",
        "vakantie 3 dagen": "vacation", "Ik ben terug!": "back", "partijen": "games",
        "zeg Goed gespeeld!": "say", "verlengen": "extend", "notitie Hij houdt zijn maan": "note",
        "Hallo,\n\naannemen, graag\n\nAnna": "accept", "Geef mijn beurten aan een bot.": "pass",
        "ongedaan": "undo",
    },
}  # fmt: skip
ASKED = {
    "en": (
        "{A}?", "Maybe {A}", "I think {A} would be best here.", "{A}, I suppose",
        "What about {A}?\nAnna", "Perhaps {A} this time, if nobody minds.",
    ),
    "de": (
        "{A}?", "Vielleicht {A}", "Ich glaube, {A} wäre hier am besten.", "{A}, denke ich",
        "Wie wäre es mit {A}?\nAnna", "Wahrscheinlich {A}, wenn es recht ist.",
    ),
    "nl": (
        "{A}?", "Misschien {A}", "Ik denk dat {A} hier het beste is.", "{A}, denk ik",
        "Wat vinden jullie van {A}?\nAnna", "Waarschijnlijk {A}, als dat mag.",
    ),
}  # fmt: skip
NOTHING = {
    "en": (
        "", "Thanks for the reminder!", "I'm not sure yet, more tomorrow.", "Not {A}",
        "Please don't play {A}", "{A}\n{B}", "{A} or {B}", "What are the rules again?\nAnna",
        "I am on holiday until Monday.\n\nIn urgent cases ask Joost.", "Hello,\n\nnice letter!",
        "say I have\n{A}", "Who is winning?",
    ),
    "de": (
        "", "Danke für die Erinnerung!", "Ich weiß noch nicht, morgen mehr.", "Nicht {A}",
        "Bitte nicht {A} spielen", "{A}\n{B}", "{A} oder {B}", "Wie waren noch die Regeln?\nAnna",
        "Ich bin bis Montag im Urlaub.\n\nIn dringenden Fällen hilft Joost.", "Hallo,\n\nschön!",
        "sag Ich habe\n{A}", "Wer liegt vorn?",
    ),
    "nl": (
        "", "Bedankt voor de herinnering!", "Ik weet het nog niet, morgen meer.", "Niet {A}",
        "Speel alsjeblieft niet {A}", "{A}\n{B}", "{A} of {B}", "Wat waren de regels ook alweer?",
        "Ik ben tot maandag met vakantie.\n\nVraag in dringende gevallen Joost.", "Hoi,\n\nmooi!",
        "zeg Ik heb\n{A}", "Wie staat er voor?",
    ),
}  # fmt: skip
