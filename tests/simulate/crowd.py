"""Those who end games together, look at old ones, sign up for a season, and moderate."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, InterfaceError, OperationalError, transaction

from accounts.email import inbound_routes
from accounts.email.inbound_routes import Arrival
from accounts.models import User
from accounts.refusals import Refused
from games import game_secrets
from games.mail.inbound import intake
from games.models import Game, Hand, ReplyAddress, Seat, Vote
from games.rules.registry import ruleset
from games.services.hands import bidding
from games.services.mail.reply_addresses import address_of
from games.services.moderation import game_commands
from games.services.moderation.command_types import Action, CommandInput
from games.services.results import leagues
from games.services.seats import votes
from tests.narrowing import not_none
from tests.simulate.actors import DEAD, Actor
from tests.simulate.evening import LEAGUE, OPEN, SEARCHING, TIDES, VOTED
from tests.simulate.people import People
from tests.simulate.results import what_is_told

if TYPE_CHECKING:
    from tests.simulate.aftermath import Aftermath

TRIES = 3
ANSWERED = (OPEN, OPEN, OPEN, TIDES, TIDES, SEARCHING, SEARCHING)
ENDED = {Game.State.OVER, Game.State.CANCELLED}


class Crowd(People):
    """What they were told is noted: answers by game, hand and seat, and so on."""

    world: Aftermath

    def arrive(self) -> None:
        """They come in groups, so that games end at the same moment."""
        self.given: dict[tuple[int, int, int], str] = {}
        self.left_out: set[int] = set()  # games, by a moderator
        self.cut: set[int] = set()  # games that a moderator ended
        self.entries: set[int] = set()
        self.voted: set[int] = set()  # seats of a game that is to be cancelled
        others = (self._look, self._mail_late, self._leave_out, self._cut, self._join, self._vote)
        groups = [self._chance.uniform(0, self.world.faults.lasts) for _group in range(3)]
        for _act in range(self._chance.randint(6, 12)):
            wait = self._chance.choice(groups) + self._chance.expovariate(20)
            act = self._chance.choice((*[self._answer] * len(others), *others))
            self.do_at(self.world.clock.at + timedelta(seconds=wait), partial(self._do, act))

    def _do(self, act: Callable[[str, Random], None], number: int) -> None:
        name = f"deed {number} {act.__name__.strip('_')}"
        act(name, self.world.faults.chance(name))

    def _attempt(
        self, name: str, job: Callable[[], Any], told: Callable[[Any], Any] = id, tries: int = 1
    ) -> None:
        """Does it, and once more if nobody has answered."""

        def then(actor: Actor) -> None:
            if actor.state == DEAD or isinstance(actor.error, OperationalError | InterfaceError):
                if tries < TRIES:
                    self._after(20, lambda: self._attempt(name, job, told, tries + 1))
            elif actor.error is None:
                told(actor.result)

        self.world.begin(f"{name}.{tries}", job, then)

    def _after(self, most: float, job: Callable[[], None]) -> None:
        moment = self.world.clock.at + timedelta(seconds=self._chance.uniform(0, most))
        self.world.stage.at(moment, job)

    # What they do

    def _answer(self, name: str, chance: Random) -> None:
        """All whom a game waits for answer at once."""
        which = chance.choice(ANSWERED)
        games = Game.objects.filter(name__startswith=which, state=Game.State.RUNNING)
        if not games:
            return
        game = chance.choice(list(games.order_by("pk")))
        hand = Hand.objects.get(game=game, number=game.hand_number)
        rules, state = ruleset(game.ruleset), game_secrets.open_state(game)
        seats = Seat.objects.filter(game=game, index__in=hand.awaiting, user__kind="person")
        for seat in seats.exclude(bids__hand=hand).select_related("user").order_by("index"):
            whatever_comes = self.world.faults.chance(f"hand {hand.pk} seat {seat.index}")
            notation = whatever_comes.choice(rules.legal(state, seat.index))
            where, user = (game.code, hand.number), not_none(seat.user)
            job = partial(bidding.place_bid, user, *where, notation, via="page")
            self._attempt(f"{name} {seat.index}", job, partial(self._given, game))

    def _given(self, game: Game, receipt: bidding.Receipt) -> None:
        self.given[game.pk, receipt.hand, receipt.seat] = receipt.bid

    def _look(self, name: str, chance: Random) -> None:
        """Reads an old game."""
        game = chance.choice(self.world.results.old)

        def told(seen: object) -> None:
            if seen != self.world.results.told[game]:
                self.world.found("seen", f"{name}: game {game} is told otherwise")

        self._attempt(name, partial(what_is_told, game), told)

    def _mail_late(self, name: str, chance: Random) -> None:
        """Answers a letter of an old game."""
        address = ReplyAddress.objects.select_related("user").order_by("pk").first()
        if address is None:
            return
        where, mail = address_of(address), EmailMessage()
        sender = not_none(address.user.email)
        mail["From"], mail["Message-ID"] = sender, f"<{name.replace(' ', '-')}@there>"
        mail.set_content("Thank you!")

        def listener() -> None:
            taker = intake.Replies()
            arrival = Arrival(mail.as_bytes(), where, sender, inbound_routes.SMTP)
            try:
                if taker.knows(where):
                    taker.take(arrival)
            except IntegrityError:  # compacted meanwhile: no 250, and unknown at the next try
                raise OperationalError from None

        self._attempt(name, listener)

    def _moderate(
        self, name: str, game: Game, command: Callable[[Action], object], done: set[int]
    ) -> None:
        def act() -> None:
            with transaction.atomic():
                locked = game_secrets.lock_game(pk=game.pk)
                if locked.state == game.state:
                    command(Action(User.objects.earliest("pk"), CommandInput(), locked))
                    return
            raise Refused("unknown_game")

        self._attempt(name, act, lambda _: done.add(game.pk))

    def _leave_out(self, name: str, chance: Random) -> None:
        """Mostly one that is just being rated."""
        games = Game.objects.filter(state=Game.State.OVER, rating__left_out="").order_by("pk")
        if games:
            game = chance.choice(games.filter(rating__number=None) or games)
            self._moderate(name, game, game_commands.unrate, self.left_out)

    def _cut(self, name: str, chance: Random) -> None:
        """Ends a game as it stands."""
        games = Game.objects.filter(name__startswith=TIDES, state=Game.State.RUNNING).order_by("pk")
        if games:
            game = chance.choice(list(games))
            self._moderate(name, game, game_commands.end_as_it_stands, self.cut)

    def _join(self, name: str, _chance: Random) -> None:
        user = User.objects.get(pk=self.world.position.newcomer)
        job = partial(leagues.join, user, LEAGUE)
        self._attempt(name, job, lambda entry: self.entries.add(entry.pk))

    def _vote(self, name: str, _chance: Random) -> None:
        """Both players cancel their game."""
        game = Game.objects.get(name=VOTED)
        for seat in game.seats.select_related("user").order_by("index"):
            job = partial(votes.vote, not_none(seat.user), game.code, Vote.Wish.CANCEL)
            self._attempt(f"{name} {seat.index}", job, partial(self._voted, seat.index))

    def _voted(self, seat: int, _game: Game) -> None:
        self.voted.add(seat)
