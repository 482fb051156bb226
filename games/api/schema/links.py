"""Links between operations (OpenAPI 3.1, 4.8.20): values in one response are parameters of another.

Tools that read the schema can thus call each operation with values that exist.
`tests/games/api/schema/test_links.py` checks that every link can be followed from the example of
its response, and that every operation on something can be reached.
"""

from typing import Any

CODE, PATH = "$response.body#/code", "$request.path."
# By operation: the parameters its response provides, and the operations that take them.
GAME = {"code": CODE}
HAND = {"code": CODE, "number": "$response.body#/hand"}
AT_TABLE = (
    "game", "join_game", "leave_game", "start_game", "invite", "set_words", "change_seat",
    "leave_seat", "come_back", "vote", "end_pause", "extend_hand", "rematch", "game_log", "plan",
    "set_plan", "clear_plan", "try_plan", "chat", "say", "read_chat", "notes", "add_note",
    "show_notes", "do_aside", "open_peek", "record", "course", "comparison", "duplicate",
)  # fmt: skip
PERSON = ("person", "ignore", "hear_again", "befriend", "part")
Link = tuple[tuple[str, ...], dict[str, str]]
LINKS: dict[str, list[Link]] = {
    "make_game": [(AT_TABLE, GAME)],
    "enter_sandbox": [(AT_TABLE, GAME)],
    "sandbox": [(("person",), {"name": "$response.body#/bots/0/name"})],
    "join_game": [(AT_TABLE, GAME)],
    "start_game": [(AT_TABLE, GAME), (("place_bid", "own_bid"), HAND)],
    "take_seat": [(AT_TABLE, GAME)],
    "rematch": [(AT_TABLE, GAME)],
    "game": [(AT_TABLE, GAME), (("place_bid", "own_bid", "hand"), HAND),
             (PERSON, {"name": "$response.body#/seats/0/name"}),
             (("keep_seat",), {**GAME, "name": "$response.body#/seats/0/name"})],
    "games": [(AT_TABLE, {"code": "$response.body#/games/0/code"})],
    "my_games": [(AT_TABLE, {"code": "$response.body#/games/0/code"})],
    "my_moves": [(("place_bid", "own_bid"),
                  {"code": "$response.body#/moves/0/code",
                   "number": "$response.body#/moves/0/hand"})],
    "events": [(("game",), {"code": "$response.body#/events/0/game"})],
    "place_bid": [(("own_bid", "hand"), {"code": "$response.body#/game",
                                         "number": "$response.body#/hand"})],
    "game_log": [(("hand",), {"code": f"{PATH}code", "number": "$response.body#/entries/0/hand"})],
    "add_note": [(("change_note", "remove_note"),
                  {"code": f"{PATH}code", "number": "$response.body#/number"})],
    "vote": [(("take_vote_back",), {"code": f"{PATH}code", "wish": "$request.body#/wish"})],
    "offered_seats": [(("take_seat",), {"code": "$response.body#/seats/0/code",
                                        "number": "$response.body#/seats/0/seat"})],
    "leagues": [(("league", "join_league", "leave_league"),
                 {"slug": "$response.body#/leagues/0/slug"})],
    "ratings": [(PERSON, {"name": "$response.body#/ratings/0/name"})],
    "person": [(("rating_steps",), {"name": f"{PATH}name",
                                    "ruleset": "$response.body#/ratings/0/ruleset"})],
    "book_vacation": [(("cancel_vacation",), {"number": "$response.body#/id"})],
    "add_webhook": [(("remove_webhook", "ping_webhook", "webhook_deliveries"),
                     {"number": "$response.body#/id"})],
    "webhook_deliveries": [(("send_delivery_again",),
                            {"number": f"{PATH}number",
                             "delivery": "$response.body#/deliveries/0/id"})],
    "my_sessions": [(("end_session",), {"number": "$response.body#/sessions/0/id"})],
    "my_tokens": [(("revoke_one_token",), {"number": "$response.body#/keys/0/id"})],
    "make_bot": [(("rename_bot", "renew_bot_key", "retire_bot"),
                  {"number": "$response.body#/id"})],
    "my_bots": [(("rename_bot", "renew_bot_key", "retire_bot"),
                 {"number": "$response.body#/bots/0/id"})],
    "problems": [(("problem",), {"problem": "$response.body#/problems/0/code"})],
    "moderation_commands": [(("moderate",), {"command": "$response.body#/commands/0/slug"})],
    "moderate": [(("undo_moderation",), {"number": "$response.body#/entry"})],
}  # fmt: skip


def add_links(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """Schema hook: adds the links to the successful responses."""
    for path in result["paths"].values():
        for operation in path.values():
            links = _of(operation["operationId"])
            for status, answer in operation["responses"].items():
                if links and status.startswith("2"):
                    answer["links"] = links
    return result


def _of(operation: str) -> dict[str, Any]:
    return {
        target: {"operationId": target, "parameters": given}
        for targets, given in LINKS.get(operation, [])
        for target in targets
    }
