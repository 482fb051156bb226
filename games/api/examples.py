"""Examples for the schema: one table of Turn the Tide as it stands in hand 3.

What the games tell is not written here but played (`played_examples`).
"""

from games.api.played_examples import Played, played
from games.rules import registry

NARROW = {slug: played(slug, rules.SEATS[0]) for slug, rules in registry.RULESETS.items()}
PLAYED = NARROW["turn-the-tide"]

SEATS = [
    {"index": 0, "name": "Marit", "kind": "person", "misses": 0, "absence": "", "level": None},
    {"index": 1, "name": "Joost", "kind": "person", "misses": 1, "absence": "", "level": None},
    {"index": 2, "name": "Ebba (bot)", "kind": "bot", "misses": 0, "absence": "", "level": 5},
]
SUMMARY = {
    "code": "k7m2xq9wphdz",
    "name": "Schiermonnikoog",
    "ruleset": "turn-the-tide",
    "options": {"cascade": True},
    "state": "running",
    "visibility": "public",
    "hours": 24,
    "tells": True,
    "delay": 0,
    "pace": {"hours": 24, "bank": 0, "most": 0, "weekends": True},
    "reliable": 0,
    "forecast": None,
    "offer": 2,
    "extensions": True,
    "votes": True,
    "rated": True,
    "recalls": True,
    "chat": "players",
    "paused_at": None,
    "maker": "Marit",
    "seats": SEATS,
    "free": 0,
    "seat": 0,
    "hand": 3,
    "deadline": "2026-11-21T18:42:00Z",
    "created_at": "2026-11-18T10:00:00Z",
    "started_at": "2026-11-18T10:05:00Z",
    "ended_at": None,
}
RECEIPT = {
    "game": "k7m2xq9wphdz",
    "hand": 3,
    "seat": 0,
    "bid": "44",
    "salt": "5f1d9c0a7be2468835a1c0ffee123456",
    "digest": "9d0c1f6a0c7c8c7f4f0b6f3b1d5e2a9877665544332211009d0c1f6a0c7c8c7f",
    "changes": 0,
    "via": "api",
    "follow": "",
    "placed_at": "2026-11-20T18:43:10Z",
    "deadline": "2026-11-21T18:42:00Z",
}
RECEIPTS = [{"seat": 2, "digest": RECEIPT["digest"]}]
ANSWERED = [{"seat": 2, "bid": "16", "salt": "00ff"}]
DETAIL = {
    **SUMMARY,
    "rules_version": 1,
    "commitment": "c3ab8ff13720e8ad9047dd39466b3c8974e592c2fa383d4a3960714caef0c4f2",
    "start": "5b0bf2b1a3a7a6ad0d9f3ba3e0f4c1b2a9d8e7f60514233241506f7e8d9cabba",
    "entropies": ["herring gulls", "5f1d9c0a7be2468835a1c0ffee123456", "Ebba (bot)"],
    "policy": "lowest",
    "strict_mail": False,
    "link": None,
    "open_hand": {
        "number": 3,
        "phase": "bid",
        "state": "open",
        "awaiting": [0, 1, 2],
        "answered": [2],
        "receipts": RECEIPTS,
        "opened_at": "2026-11-20T18:42:00Z",
        "deadline": "2026-11-21T18:42:00Z",
        "clocks": [
            {"seat": 0, "deadline": "2026-11-21T18:42:00Z", "still_until": None},
            {"seat": 1, "deadline": "2026-11-21T18:42:00Z", "still_until": None},
        ],
    },
    "observation": PLAYED.seen,
    "legal": PLAYED.seen["you"]["legal"],
    "own_bid": None,
    "asides": [],
    "peek": None,
    "voters": [0, 1],
    "wishes": [{"wish": "pause", "seats": [1]}, {"wish": "cancel", "seats": []}],
    "tenures": [],
    "may_extend": True,
    "closed": False,
    "sisters": [],
    "outcome": None,
}
OFFERED = {
    "code": "k7m2xq9wphdz",
    "name": "Schiermonnikoog",
    "ruleset": "turn-the-tide",
    "seat": 1,
    "before": "Joost",
    "since": "2026-11-20T18:42:00Z",
    "hand": 3,
    "hours": 24,
    "table": PLAYED.after,
}
PEEK = {"seconds": 30, "opened_at": "2026-11-21T18:42:00Z", "cards": {"1": ["4o", "7w", "Wm"]}}
BESIDE = {"asides": [], "peek": {**PEEK, "opened_at": None, "cards": None}}
TABLE_WISH = {
    "ruleset": "turn-the-tide",
    "name": "Schiermonnikoog",
    "seats": 4,
    "options": {"cascade": True, "taker_chooses": False},
    "hours": 24,
    "visibility": "public",
    "bots": 1,
    "level": 5,
    "policy": "median",
    "entropy": "wind from the north-west",
}
MOVE = {
    "code": "k7m2xq9wphdz",
    "name": "Schiermonnikoog",
    "ruleset": "turn-the-tide",
    "seat": 0,
    "hand": 3,
    "phase": "bid",
    "deadline": "2026-11-21T18:42:00Z",
}
ME = {
    "name": "Marit",
    "email": "marit@example.org",
    "kind": "person",
    "zone": "Europe/Amsterdam",
    "language": "nl",
    "quiet_from": "22:00",
    "quiet_to": "07:00",
    "moves_due": 2,
}
PREFERENCES = {
    "policy": "plan",
    "ask_forced": False,
    "openings": {"turn-the-tide": "if a tide of 10 or more is up: highest, else lowest"},
}
VACATION = {"id": 7, "first": "2026-12-24", "last": "2027-01-03"}
PERSON = {
    "name": "Marit",
    "kind": "person",
    "hands": 200,
    "in_time": 194,
    "share": 97,
    "median_seconds": 10860,
    "ratings": [{"ruleset": "rowboat", "rating": 1342, "provisional": False, "games": 9}],
}
RATED = {"name": "Marit", "rating": 1342, "provisional": False, "games": 9}
STEP = {
    "number": 812,
    "game": "k7m2xq9wphdz",
    "ended_at": "2026-11-20T18:42:00Z",
    "place": 1,
    "rating": 1342,
    "change": 31,
}
RESOLVED = {
    "number": 2,
    "stage": 1,
    "phase": "bid",
    "awaiting": [0, 1, 2],
    "trigger": "bids",
    "opened_at": "2026-11-19T18:42:00Z",
    "resolved_at": "2026-11-20T18:42:00Z",
    "before": PLAYED.before,
    "after": PLAYED.after,
    "events": PLAYED.events,
    "missed": [],
    "bids": ANSWERED,
    "receipts": RECEIPTS,
}
LOG = {
    "entries": [
        {
            "number": 6,
            "hand": 2,
            "kind": "hand",
            "data": {"events": PLAYED.events, "missed": []},
            "bids": ANSWERED,
            "receipts": RECEIPTS,
            "at": "2026-11-20T18:42:00Z",
        }
    ],
    "last": 6,
}
RULESETS = {
    "rulesets": [
        {
            "slug": "turn-the-tide",
            "title": "Turn the Tide",
            "version": 1,
            "seats": [3, 4, 5],
            "options": [
                {"name": "cascade", "type": "boolean", "default": True, "values": [False, True]}
            ],
        }
    ]
}


class Several(dict[str, object]):
    """Examples of one answer, by name."""


def _table(slug: str, found: Played) -> dict[str, object]:
    seats = len(found.record["players"])
    mine = found.seen["you"]["legal"]
    return {**DETAIL, "ruleset": slug, "options": {}, "seats": SEATS[:seats],
            "observation": found.seen, "legal": mine}  # fmt: skip


def _hand(found: Played) -> dict[str, object]:
    told = {"before": found.before, "after": found.after, "events": found.events}
    return {**RESOLVED, **told, "phase": found.phase}


DETAILS = Several({slug: _table(slug, found) for slug, found in NARROW.items()})
RESOLVED_HANDS = Several({slug: _hand(found) for slug, found in NARROW.items()})
RECORDS = Several({slug: found.record for slug, found in NARROW.items()})
WAYS = {"mail": True, "site": True, "push": False, "hook": True}
WISHES = {
    "channels": {"your_move": WAYS},
    "remind_hours": None,
    "digest": "hourly",
    "digest_hour": 18,
}
NOTICE = {
    "id": 4711,
    "kind": "your_move",
    "channel": "mail",
    "shown": True,
    "title": "Your move",
    "text": "Turn the Tide, Schiermonnikoog: until Sat 21 Nov, 18:42",
    "url": "https://play.example.org/g/k7m2xq9wphdz/",
    "true": True,
    "state": "sent",
    "reason": "",
    "created_at": "2026-11-20T18:42:00Z",
    "send_after": "2026-11-20T18:42:00Z",
    "finished_at": "2026-11-20T18:42:01Z",
    "read_at": None,
}
PLAN = {
    "plan": "next: 44, then 12\nif a tide of 10 or more is up: 58, else lowest",
    "left": "next: 12\nif a tide of 10 or more is up: 58, else lowest",
    "done": 1,
    "changed_at": "2026-11-20T18:43:10Z",
    "ask_forced": False,
    "now": None,
}
TRIED = {"hand": 3, "phase": "bid", "answer": "44", "by": "queue", "given": None}
REHEARSAL = {
    "plan": PLAN["plan"],
    "now": TRIED,
    "stage": 1,
    "past": [{**TRIED, "hand": 1, "given": "41"}],
}
COMMANDS = {
    "commands": [
        {
            "slug": "take_back",
            "title": "Take back to a hand",
            "hint": "All bids from that hand on are void, and it opens again.",
            "on": "game",
            "fields_read": ["hand"],
            "undoable": True,
        }
    ],
    "reasons": ["asked", "outage"],
}
DEED = {
    "target": "k7m3qphv2xwa",
    "reason": "defect",
    "text": "A card was shown too early.",
    "hand": 5,
    "preview": True,
}
DONE = {
    "entry": None,
    "before": {"state": "running", "hand": 9},
    "after": {"state": "running", "hand": 5},
    "letters": [{"kind": "moderated", "name": "Joost"}],
    "undoable": True,
    "token": "eyJhY3RvciI6…",
}
KEY = {
    "id": 4,
    "name": "scoreboard",
    "created_at": "2026-11-20T18:42:00Z",
    "scopes": ["read"],
    "expires_at": "2027-02-18T18:42:00Z",
    "used_on": "2026-11-21",
    "this": True,
}
HOOK = {
    "id": 3,
    "host": "example.org",
    "format": "tideweb",
    "created_at": "2026-11-20T18:42:00Z",
    "last_ok_at": None,
    "last_error": "",
    "disabled_at": None,
}
DELIVERY = {
    "id": 4711,
    "message": "5f0c7d1be8a94f6c9d1be8a94f6c7d1b",
    "kind": "your_move",
    "state": "sent",
    "reason": "",
    "attempts": 1,
    "created_at": "2026-11-20T18:42:00Z",
    "finished_at": "2026-11-20T18:42:01Z",
}
