"""Votes to pause or cancel a game, resuming it, and extending a hand."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import BaseApiView, parsed, person
from games.api.game_view.outputs import DetailOut
from games.api.game_view.responses import shown
from games.api.parsing import Strict, Whole, Word
from games.api.schema import examples
from games.api.schema.description import WISH, operation
from games.api.seats.absence import AT_TABLE
from games.models import Vote
from games.services.seats import votes


class VoteIn(Strict):
    """What to vote for."""

    wish = Word(Vote.Wish.choices)


class ExtendIn(Strict):
    """The number of the open hand, which gets more time."""

    hand = Whole(shape={"minimum": 1})


class VotesView(BaseApiView):
    @operation(
        "vote",
        DetailOut,
        scope="play",
        makes=True,
        says="Vote to pause or cancel the game; carried out once all players agree",
        takes=VoteIn,
        refusals=[*AT_TABLE, "no_votes", "bad_wish", "absent"],
        given={"wish": "pause"},
        example=examples.DETAIL,
    )
    def post(self, request: Request, code: str) -> Response:
        wish, user = parsed(VoteIn, request)["wish"], person(request)
        return shown(request, votes.vote(user, code, wish))


class VoteView(BaseApiView):
    @operation(
        "take_vote_back",
        DetailOut,
        scope="play",
        says="Withdraw your vote",
        parameters=[WISH],
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
        refusals=[*AT_TABLE, "absent"],
        example=examples.DETAIL,
    )
    def post(self, request: Request, code: str) -> Response:
        user = person(request)
        return shown(request, votes.go_on(user, code))


class ExtendView(BaseApiView):
    @operation(
        "extend_hand",
        DetailOut,
        scope="play",
        says="Extend the open hand by the time of another one; each seat may do so once a game",
        takes=ExtendIn,
        refusals=[
            *AT_TABLE,
            *("absent", "no_extensions", "extended_already", "not_that_hand", "hand_closed"),
        ],
        given={"hand": 3},
        example=examples.DETAIL,
    )
    def post(self, request: Request, code: str) -> Response:
        hand, user = parsed(ExtendIn, request)["hand"], person(request)
        return shown(request, votes.extend(user, code, hand))
