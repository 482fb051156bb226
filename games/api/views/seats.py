"""Leaving a running game and coming back, taking seats, votes, extensions and rematches."""

from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors
from games.api import inputs, queries, seat_outputs
from games.api.base import BaseApiView, asked, nothing_in, parsed, person
from games.api.game_view.outputs import DetailOut
from games.api.game_view.responses import shown
from games.api.schema import examples
from games.api.schema.description import CODE, NUMBER, WISH, operation
from games.services.seats import absence, substitutes, votes

AT_TABLE = ["unknown_game", "not_seated", "game_not_running", "game_over"]


class SeatsView(BaseApiView):
    open_to_all = ("GET",)

    @operation(
        "offered_seats",
        seat_outputs.SeatsOut,
        says="Offered seats at public tables",
        query=queries.SeatsQuery,
        anybody=True,
        example={"seats": [examples.OFFERED], "next": None},
    )
    def get(self, request: Request) -> Response:
        query = asked(queries.SeatsQuery, request)
        limit = query["limit"]
        found = selectors.seats.occupancy.offered_seats(query["before"], limit + 1)
        seats = [seat_outputs.offered(seat) for seat in found[:limit]]
        following = found[limit - 1].pk if len(found) > limit else None
        return Response({"seats": seats, "next": following})


class TakeView(BaseApiView):
    @operation(
        "take_seat",
        DetailOut,
        scope="tables",
        makes=True,
        says="Take an offered seat (`number`, from 0), with its cards and a full clock",
        takes=inputs.TakeIn,
        parameters=[CODE, NUMBER],
        refusals=[
            "unknown_game",
            "bad_link",
            "no_seat",
            "not_offered",
            "already_seated",
            "sat_elsewhere",
            "not_reliable",
            "bad_policy",
            "suspended",
            "game_not_running",
            "game_over",
        ],
        given={"policy": "bot"},
        example=examples.DETAIL,
    )
    def post(self, request: Request, code: str, number: int) -> Response:
        wish, user = parsed(inputs.TakeIn, request), person(request)
        game = substitutes.take(user, code, number, **wish)
        return shown(request, game)


class AwayView(BaseApiView):
    @operation(
        "leave_seat",
        DetailOut,
        scope="tables",
        says="Leave a running game: a bot takes over at once, and you may come back",
        takes=inputs.AwayIn,
        parameters=[CODE],
        refusals=AT_TABLE,
        given={"how": "leave"},
        example=examples.DETAIL,
    )
    def post(self, request: Request, code: str) -> Response:
        how, user = parsed(inputs.AwayIn, request)["how"], person(request)
        verb = absence.leave if how == "leave" else absence.pass_to_bot
        return shown(request, verb(user, code))


class BackView(BaseApiView):
    @operation(
        "come_back",
        DetailOut,
        scope="tables",
        says="Take your seat back, unless somebody else has taken it",
        parameters=[CODE],
        refusals=AT_TABLE,
        example=examples.DETAIL,
    )
    def post(self, request: Request, code: str) -> Response:
        nothing_in(request)
        user = person(request)
        return shown(request, absence.back(user, code))


class VotesView(BaseApiView):
    @operation(
        "vote",
        DetailOut,
        scope="play",
        makes=True,
        says="Vote to pause or cancel the game; carried out once all players agree",
        takes=inputs.VoteIn,
        parameters=[CODE],
        refusals=[*AT_TABLE, "no_votes", "bad_wish", "absent"],
        given={"wish": "pause"},
        example=examples.DETAIL,
    )
    def post(self, request: Request, code: str) -> Response:
        wish, user = parsed(inputs.VoteIn, request)["wish"], person(request)
        return shown(request, votes.vote(user, code, wish))


class VoteView(BaseApiView):
    @operation(
        "take_vote_back",
        DetailOut,
        scope="play",
        says="Withdraw your vote",
        parameters=[CODE, WISH],
        refusals=[*AT_TABLE, "bad_wish"],
        example=examples.DETAIL,
    )
    def delete(self, request: Request, code: str, wish: str) -> Response:
        user = person(request)
        return shown(request, votes.unvote(user, code, wish))


class GoOnView(BaseApiView):
    @operation(
        "end_pause",
        DetailOut,
        scope="play",
        says="Resume a paused game; each clock keeps the time it had left",
        parameters=[CODE],
        refusals=[*AT_TABLE, "absent"],
        example=examples.DETAIL,
    )
    def post(self, request: Request, code: str) -> Response:
        nothing_in(request)
        user = person(request)
        return shown(request, votes.go_on(user, code))


class ExtendView(BaseApiView):
    @operation(
        "extend_hand",
        DetailOut,
        scope="play",
        says="Extend the open hand by the time of another one; each seat may do so once a game",
        takes=inputs.ExtendIn,
        parameters=[CODE],
        refusals=[
            *AT_TABLE,
            "absent",
            "no_extensions",
            "extended_already",
            "not_that_hand",
            "hand_closed",
        ],
        given={"hand": 3},
        example=examples.DETAIL,
    )
    def post(self, request: Request, code: str) -> Response:
        hand, user = parsed(inputs.ExtendIn, request)["hand"], person(request)
        return shown(request, votes.extend(user, code, hand))
