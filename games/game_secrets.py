"""A game's hidden values, as the services read and write them (sealed by `accounts.encryption`)."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from accounts import encryption, rows
from accounts.encryption import AS_OF
from accounts.models import User
from games import fairness
from games.models import Bid, Game, Message, Note, Opening, Plan, Seat
from games.plans.plan_tree import Progress
from games.refusals import Refused
from games.rules.base import Item, Observation, State
from games.rules.registry import ruleset

# The columns read with the lock: what changes while a game runs, and its rules. All others are
# deferred.
GAME = rows.Columns(
    Game, "id", "code", "name", "ruleset", "rules_version", "options", "seat_count", "state",
    "visibility", "hours", "bank_hours", "most_hours", "weekends", "shows_bids", "delay_minutes",
    "offer_after", "extensions", "votes", "rated", "recalls", "chat", "maker", "duplicate",
    "closed", "sealed_state", "hand_number", "told_hand", "log_length", "chat_length",
    "started_at", "ended_at", "paused_at",
)  # fmt: skip
LOCK = f"""
    SELECT {GAME.of("game")} FROM games_game AS game WHERE code = %(code)s FOR NO KEY UPDATE
"""  # noqa: S608 (names of columns)
LOCK_OF_HAND = f"""
    SELECT {GAME.of("game")} FROM games_game AS game
    WHERE id = (SELECT game_id FROM games_hand WHERE id = %(hand)s) FOR NO KEY UPDATE
"""  # noqa: S608 (names of columns)


class Opened(NamedTuple):
    """A bid as its owner knows it."""

    notation: str
    salt: str


def lock_game(*, wait: bool = True, **which: Any) -> Game:
    """The game, its row locked until the transaction ends.

    Raises `Game.DoesNotExist`, without `wait` also for one that somebody else has locked. Always
    the first statement of a write: inserting first and locking later deadlocks on the foreign key,
    and READ COMMITTED sees what the transaction before us stored.
    """
    rows = Game.objects.select_for_update(no_key=True, of=("self",), skip_locked=not wait)
    return rows.get(**which)


def lock_game_by_code(code: str) -> Game:
    """The game of a public code, locked.  Raises `Refused` ("unknown_game")."""
    for row in rows.fetch(LOCK, {"code": code}):
        game, _rest = GAME.take(row)
        if game is not None:
            return game
    raise Refused("unknown_game")


def lock_tables(duplicate: int) -> list[Game]:
    """All tables of a duplicate, locked, in order."""
    rows = Game.objects.select_for_update(no_key=True, of=("self",)).filter(duplicate=duplicate)
    return list(rows.order_by("pk"))


def lock_games(ids: Collection[int]) -> None:
    """Locks these games, in order. Whoever needs several locks all of them before anything else:
    of two who lock the same ones in different orders, each waits for the other."""
    rows = Game.objects.select_for_update(no_key=True, of=("self",)).order_by("pk")
    list(rows.filter(pk__in=ids).values_list("pk"))


def lock_games_of(user: User) -> None:
    """Locks all games in which this person has a seat and that have not ended, in order."""
    rows = Game.objects.select_for_update(no_key=True, of=("self",)).order_by("pk")
    sits = {"seats__user": user, "state__in": Game.UNFINISHED}
    list(rows.filter(**sits).values_list("pk"))


def lock_of_hand(hand_id: int, *, wait: bool = True) -> Game | None:
    """The game of a hand, locked. None if there is none, or, without `wait`, if somebody else has
    locked it."""
    sql = LOCK_OF_HAND if wait else f"{LOCK_OF_HAND} SKIP LOCKED"
    for row in rows.fetch(sql, {"hand": hand_id}):
        return GAME.take(row)[0]
    return None


def associated_data_of(game: Game, what: str) -> str:
    """The associated data of a column of a game, such as its secret or shuffles.

    A sealed value can only be opened with the same associated data, so it can't be moved.
    """
    return f"game:{game.code}:{what}"


def associated_data_of_state(game: Game) -> str:
    """With it a state can't be opened in another hand of the game."""
    return f"game:{game.code}:state{AS_OF}{game.hand_number}"


def associated_data_of_bid(bid: Bid, code: str, hand: int, seat: int) -> str:
    """With it a bid that was replaced can't be put back."""
    return f"bid:{code}:{hand}:{seat}{AS_OF}{bid.changes}"


def open_state(game: Game) -> State:
    """The full state. Never give it to an entry point; they get an observation.

    Opened only once for this object, because a letter goes to each seat and a page asks several
    times. States are immutable.
    """
    if game.sealed_state is None:
        raise ValueError("A game that has not started has no state.")
    sealed, state = vars(game).get("_opened", (None, None))
    if sealed != game.sealed_state:
        state = ruleset(game.ruleset).load(
            encryption.unseal(game.sealed_state, associated_data_of_state(game))
        )
        vars(game)["_opened"] = (game.sealed_state, state)
    return state


def seen(game: Game, state: State, seat: int | None) -> Observation:
    """What a seat (None: a spectator) sees of a state, as far as its table shows it."""
    rules = ruleset(game.ruleset)
    observation = rules.observation(state, seat)
    without_memory = getattr(rules, "without_memory", None)
    if game.recalls or without_memory is None:
        return observation
    return without_memory(observation)


def keep_state(game: Game, state: State) -> None:
    """Sets the state, and what a spectator sees of it, on the (unsaved) game, whose `hand_number`
    must be that of its open hand."""
    rules = ruleset(game.ruleset)
    game.sealed_state = encryption.seal(rules.dump(state), associated_data_of_state(game))
    game.table = seen(game, state, None)


def keep_secret(game: Game, secret: bytes) -> None:
    """Sets the server's share in the deck, and the commitment to it, on the (unsaved) game."""
    game.commitment = fairness.commitment(secret)
    game.sealed_secret = encryption.seal(secret.hex(), associated_data_of(game, "secret"))


def open_secret(game: Game) -> bytes:
    """The server's share in the deck."""
    return bytes.fromhex(encryption.unseal(game.sealed_secret, associated_data_of(game, "secret")))


def published_secret(game: Game) -> str | None:
    """The server's share in the deck, in hex, as whoever isn't the server may have it once the game
    is over. None if words that somebody brought were erased: with the secret, the seed and the
    other words, everybody could find out whether they have guessed them."""
    return None if game.sealed_seed is not None else open_secret(game).hex()


def keep_start(game: Game, seats: Sequence[Seat], duplicate: Sequence[str]) -> None:
    """Sets on the (unsaved) game what commits to its start: who sits where, their words, the
    options and the deck.

    `seats` in order, with their people; `duplicate`: the codes of the tables with the same deals,
    if any.
    """
    names = [seat.user.name if seat.user else "" for seat in seats]
    salts = [fairness.new_name_salt() for _seat in seats]
    fixed = {
        "id": game.code,
        "game": game.ruleset,
        "rules": game.rules_version,
        "seats": game.seat_count,
        "options": game.options,
        "commitment": game.commitment,
        "seed": fairness.seed(open_secret(game), [seat.entropy for seat in seats]).hex(),
        **({"duplicate": list(duplicate)} if duplicate else {}),
    }
    digests = [
        fairness.name_digest(game.code, seat, name, salt)
        for seat, (name, salt) in enumerate(zip(names, salts, strict=True))
    ]
    digest = fairness.start_digest(fixed, digests)
    game.start = {"digest": digest, "names": digests, "salts": salts, "players": names}


def open_shuffles(game: Game) -> list[list[Item]]:
    """All shuffles drawn so far."""
    if game.sealed_shuffles is None:
        return []
    shuffles: list[list[Item]] = encryption.unseal(
        game.sealed_shuffles, associated_data_of(game, "shuffles")
    )
    return shuffles


def seed_of(game: Game) -> bytes:
    """The seed of all shuffles of this game."""
    if game.sealed_seed is not None:
        return bytes.fromhex(encryption.unseal(game.sealed_seed, associated_data_of(game, "seed")))
    entropies = list(game.seats.order_by("index").values_list("entropy", flat=True))
    return fairness.seed(open_secret(game), entropies)


def keep_seed(game: Game) -> None:
    """Sets the seed on the (unsaved) game, before somebody's words are erased."""
    game.sealed_seed = encryption.seal(seed_of(game).hex(), associated_data_of(game, "seed"))


def draw_shuffle(game: Game, items: Sequence[Item]) -> list[Item]:
    """The next shuffle of this game's committed deck, also noted on the (unsaved) game."""
    shuffles = open_shuffles(game)
    order = fairness.shuffled(items, seed_of(game), len(shuffles) + 1)
    game.sealed_shuffles = encryption.seal([*shuffles, order], associated_data_of(game, "shuffles"))
    return order


def seal_bid(bid: Bid, game: Game, opened: Opened) -> None:
    """Sets notation, salt and their receipt on the (unsaved) bid."""
    hand, seat = bid.hand.number, bid.seat.index
    bid.sealed = encryption.seal(list(opened), associated_data_of_bid(bid, game.code, hand, seat))
    bid.digest = fairness.receipt(game.code, hand, seat, opened.notation, opened.salt)


def open_bid(bid: Bid, code: str, hand_number: int, seat_index: int) -> Opened:
    """What a bid says; if it was compacted, what it was opened to."""
    if bid.sealed is None:
        return Opened(**bid.opened or {})
    associated_data = associated_data_of_bid(bid, code, hand_number, seat_index)
    return Opened(*encryption.unseal(bid.sealed, associated_data))


def associated_data_of_plan(code: str, seat: int) -> str:
    return f"plan:{code}:{seat}"


def seal_plan(plan: Plan, game: Game, text: str, progress: Progress) -> None:
    """Sets a plan's text, and how far it has come, on the (unsaved) plan."""
    plan.sealed = encryption.seal(
        [text, *progress], associated_data_of_plan(game.code, plan.seat.index)
    )


def open_plan(plan: Plan, game: Game) -> tuple[str, Progress]:
    """A plan's text, and how far it has come."""
    text, done, follow = encryption.unseal(
        plan.sealed, associated_data_of_plan(game.code, plan.seat.index)
    )
    return text, Progress(done, follow)


def associated_data_of_opening(opening: Opening) -> str:
    return f"opening:{opening.owner_id}:{opening.ruleset}"


def seal_opening(opening: Opening, text: str) -> None:
    opening.sealed = encryption.seal(text, associated_data_of_opening(opening))


def open_opening(opening: Opening) -> str:
    text: str = encryption.unseal(opening.sealed, associated_data_of_opening(opening))
    return text


def associated_data_of_note(code: str, note: Note) -> str:
    return f"note:{code}:{note.seat.index}:{note.author_id}:{note.number}"


def seal_note(note: Note, code: str, text: str) -> None:
    note.sealed = encryption.seal(text, associated_data_of_note(code, note))


def open_note(note: Note, code: str) -> str:
    text: str = encryption.unseal(note.sealed, associated_data_of_note(code, note))
    return text


def associated_data_of_message(code: str, number: int) -> str:
    return f"message:{code}:{number}"


def seal_message(message: Message, code: str, text: str) -> None:
    message.sealed = encryption.seal(text, associated_data_of_message(code, message.number))


def open_message(message: Message, code: str) -> str:
    text: str = encryption.unseal(message.sealed, associated_data_of_message(code, message.number))
    return text
