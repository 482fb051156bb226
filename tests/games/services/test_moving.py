"""A game that goes from one server to another, whose keys, people and rows are others."""

from __future__ import annotations

import base64
import errno
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from pytest_django import Settings

from accounts.models import Notice, User
from accounts.people import new_accounts
from games import game_secrets, selectors
from games.models import Bid, Game, Hand, InboundMail, LogEntry, ReplyAddress, Seat, SeatClock
from games.services.mail.reply_addresses import reply_address_for
from games.services.moving import game_rows
from games.services.moving.arrival import unpack
from games.services.moving.departure import Packed, pack
from games.verification import Known, all_passed, verify
from tests import ready_games
from tests.all_games import SMALLEST
from tests.games import making
from tests.games.fast_forward import fast_forward, like_bots
from tests.games.making import user_at
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db
OTHER = "other:" + base64.b64encode(b"o" * 32).decode()
HERE = {  # what stays where it is
    "BotRating", "Credit", "Duplicate", "Entry", "Friendship", "HouseMail", "IdempotencyKey",
    "Ignored", "InboundMail", "Invitation", "League", "LeagueGame", "Opening", "PastClocks",
    "Preference", "RatedGame", "Rating", "RatingStep", "Record", "ReplyAddress", "ReplyTopic",
    "Report", "SandboxTable", "Season", "TakenBack",
}  # fmt: skip


def run(command: str, *args: object) -> str:
    out = StringIO()
    call_command(command, *map(str, args), stdout=out)
    return out.getvalue()


def unread(address: ReplyAddress) -> None:
    """A mail that was acknowledged, and that nobody has read yet."""
    InboundMail.objects.create(address=address, identity="1", door="smtp")


def elsewhere(settings: Settings) -> None:
    """From now on this is another server: of other keys, where nobody of them is known."""
    settings.TIDEWEB_SEAL_KEYS = OTHER
    for user in User.objects.exclude(email=None):
        User.objects.filter(pk=user.pk).update(email=f"other-{user.pk}@example.org")


def moved(game: Game, folder: Path, settings: Settings) -> Game:
    file = folder / "a.game"
    run("export_game", game.code, file, "--move")
    assert not Game.objects.filter(pk=game.pk).exists()
    elsewhere(settings)
    assert "goes on at" in run("import_game", file, f"{file}.key")
    return Game.objects.get(code=game.code)


def told(game: Game) -> dict[str, Any]:
    """All that is known of it, without numbers of rows."""
    seats = game.seats.order_by("index")
    return {
        "state": game_secrets.open_state(game),
        "shuffles": game_secrets.open_shuffles(game),
        "table": game.table, "start": game.start, "commitment": game.commitment,
        "hands": list(game.hands.order_by("number").values("number", "state", "table", "phase")),
        "bids": [
            (bid.digest, game_secrets.open_bid(bid, game.code, bid.hand.number, bid.seat.index))
            for bid in Bid.objects.filter(hand__game=game)
            .select_related("hand", "seat").order_by("hand__number", "seat__index")
        ],
        "seats": list(seats.values("index", "entropy", "policy", "misses", "bank_seconds")),
        "log": [(e.number, e.kind, e.data) for e in game.log.order_by("number")
                if e.kind != "resumed"],
    }  # fmt: skip


@pytest.mark.parametrize("slug", SMALLEST)
def test_it_plays_on_to_its_end_and_everything_verifies(
    slug: str, tmp_path: Path, settings: Settings
) -> None:
    game = ready_games.take(slug, "middle")
    before = told(game)
    arrived = moved(game, tmp_path, settings)
    assert told(arrived) == before

    over = fast_forward(arrived, "over", like_bots())
    record = selectors.observations.record_of(over)
    known = Known(before["commitment"], before["start"]["digest"], (before["bids"][0][0],))
    assert all_passed(verify(record, known))


def test_answers_stand_and_only_those_who_owe_one_are_asked(
    tmp_path: Path, settings: Settings
) -> None:
    game = ready_games.take("turn-the-tide", "first")
    making.bid(game, user_at(game, 0))
    deadlines = dict(
        SeatClock.objects.filter(hand__game=game).values_list("seat__index", "deadline")
    )
    Notice.objects.all().delete()
    arrived = moved(game, tmp_path, settings)
    hand = making.hand_of(arrived)
    assert list(hand.bids.values_list("seat__index", flat=True)) == [0]
    clocks = SeatClock.objects.filter(hand=hand, answered_at=None)
    assert all(clock.deadline > deadlines[clock.seat.index] for clock in clocks)
    asked = Notice.objects.filter(kind="your_move").values_list("recipient__name", flat=True)
    assert sorted(asked) == ["Aoife 2", "Joost 2"]
    entry = arrived.log.order_by("-number")[0]
    assert (entry.kind, entry.data) == ("resumed", {"moved": True})

    for seat in arrived.seats.select_related("user").exclude(index=0):
        making.bid(arrived, not_none(seat.user))
    making.settle(arrived)
    assert making.hand_of(arrived).number == 2


def test_whoever_is_known_there_keeps_their_account(tmp_path: Path, settings: Settings) -> None:
    game = ready_games.take("rowboat", "first", bots=True)
    people = list(game.seats.order_by("index").values_list("user", flat=True))
    file = tmp_path / "a.game"
    run("export_game", game.code, file, "--move")
    settings.TIDEWEB_SEAL_KEYS = OTHER
    run("import_game", file, f"{file}.key")
    arrived = Game.objects.get(code=game.code)
    assert list(arrived.seats.order_by("index").values_list("user", flat=True)) == people


def test_a_copy_leaves_it_where_it_is(tmp_path: Path) -> None:
    game = ready_games.take("turning-tides", "middle")
    file = tmp_path / "a.game"
    assert "goes on here as well" in run("export_game", game.code, file)
    assert [oct(path.stat().st_mode & 0o777) for path in tmp_path.iterdir()] == ["0o600"] * 2
    assert Game.objects.get(code=game.code) == game
    with pytest.raises(CommandError, match="is here already"):
        run("import_game", file, f"{file}.key")
    with pytest.raises(CommandError, match="is there already; nothing was done"):
        run("export_game", game.code, file, "--move")
    assert Game.objects.filter(code=game.code).exists()


def test_whoever_could_not_sign_in_there_is_named_first(tmp_path: Path, settings: Settings) -> None:
    game = ready_games.take("turning-tides", "middle")
    seat = game.seats.get(index=1)
    seat.user = new_accounts.make_guest(name="Passer-by")
    seat.save()
    file = tmp_path / "a.game"
    with pytest.raises(CommandError, match=r"Passer-by could not sign in .* --with-guests"):
        run("export_game", game.code, file, "--move")
    assert list(tmp_path.iterdir()) == []
    seat.absence = Seat.Absence.BOT
    seat.save()
    assert "goes on here as well" in run("export_game", game.code, tmp_path / "played.by.a.bot")
    seat.absence = ""
    seat.save()
    run("export_game", game.code, file, "--move", "--with-guests")
    elsewhere(settings)
    assert "goes on at" in run("import_game", file, f"{file}.key")


def test_file_and_key_are_written_both_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ready_games.take("turning-tides", "middle")
    file, key = tmp_path / "a.game", tmp_path / "a.game.key"
    key.touch()
    with pytest.raises(CommandError, match=r"a\.game\.key is there already; nothing was done"):
        run("export_game", game.code, file, "--move")
    assert not file.exists()
    key.unlink()

    room = iter([True, False])

    def full(_handle: int) -> None:
        if not next(room):
            raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr("os.fsync", full)
        with pytest.raises(CommandError, match="No space left"):
            run("export_game", game.code, file, "--move")
    assert list(tmp_path.iterdir()) == []
    assert Game.objects.filter(code=game.code).exists()
    assert "It is gone from here" in run("export_game", game.code, file, "--move")


def cut(content: bytes) -> bytes:
    return content[:-100]


def of_another_version(content: bytes) -> bytes:
    payload = unpack(content, KEY)
    payload["rows"]["Hand"][0].pop("phase")
    return repacked(payload)


def edited(table: str, column: str, value: object) -> Callable[[bytes], bytes]:
    def edit(content: bytes) -> bytes:
        payload = unpack(content, KEY)
        payload["rows"][table][0][column] = value
        return repacked(payload)

    return edit


def without_a_game(content: bytes) -> bytes:
    payload = unpack(content, KEY)
    payload["rows"]["Game"].clear()
    return repacked(payload)


def of_newer_rules(content: bytes) -> bytes:
    payload = unpack(content, KEY)
    payload["rules"][1] += 1
    return repacked(payload)


def with_more(content: bytes) -> bytes:
    payload = unpack(content, KEY)
    payload["rows"]["Wager"] = []
    return repacked(payload)


def repacked(payload: dict[str, Any]) -> bytes:
    packed = pack(payload)
    KEYS.append(packed.key)
    return packed.content


KEY, KEYS = b"", [b""]
DAMAGED: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "cut off": (cut, "cut off or damaged"),
    "something else": (lambda _content: b"a letter", "no file of a game"),
    "of another version": (of_another_version, "does not fit"),
    "of a newer version": (edited("Hand", "weather", "rain"), "does not fit"),
    "with a value that is too long": (edited("Game", "name", "x" * 41), "does not fit"),
    "with a hand that is missing": (edited("Game", "hand_number", 999), "does not fit"),
    "without a game": (without_a_game, "does not fit"),
    "of newer rules": (of_newer_rules, "version 2 of its rules, and this server has version 1"),
    "with rows that nobody knows": (with_more, "another version: Wager"),
}


@pytest.mark.parametrize("how", DAMAGED)
def test_what_is_damaged_is_refused_and_nothing_is_half_done(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ready_games.take("turning-tides", "middle")
    file, key = tmp_path / "a.game", tmp_path / "a.game.key"
    run("export_game", game.code, file, "--move")
    global KEY
    KEY = base64.b64decode(key.read_text())
    KEYS[:] = [KEY]
    damage, said = DAMAGED[how]
    file.write_bytes(damage(file.read_bytes()))
    key.write_bytes(base64.b64encode(KEYS[-1]))
    people = User.objects.count()
    with pytest.raises(CommandError, match=said):
        run("import_game", file, key)
    assert (Game.objects.count(), Hand.objects.count(), User.objects.count()) == (0, 0, people)


def test_another_key_is_told(tmp_path: Path) -> None:
    game = ready_games.take("turning-tides", "middle")
    file = tmp_path / "a.game"
    run("export_game", game.code, file, "--move")
    for key, text in ((base64.b64encode(b"k" * 32), "not the one"), (b"rubbish", "no key")):
        (tmp_path / "key").write_bytes(key)
        with pytest.raises(CommandError, match=text):
            run("import_game", file, tmp_path / "key")
    with pytest.raises(CommandError, match="Nothing was done"):
        run("import_game", file, tmp_path / "nowhere")


@pytest.mark.parametrize("state", ["open", "over", "cancelled"])
def test_only_what_is_played_can_go(state: str, tmp_path: Path) -> None:
    game = ready_games.take("rowboat", state)
    with pytest.raises(CommandError, match="only a game that is played"):
        run("export_game", game.code, tmp_path / "a.game", "--move")
    with pytest.raises(CommandError, match="no game nothere"):
        run("export_game", "nothere", tmp_path / "a.game", "--move")
    assert not list(tmp_path.iterdir())
    assert Game.objects.filter(pk=game.pk).exists()


def test_no_mail_that_was_acknowledged_is_left_behind(tmp_path: Path) -> None:
    game = ready_games.take("turn-the-tide", "first")
    reply_address_for(user_at(game, 0), making.hand_of(game))
    unread(ReplyAddress.objects.get())
    with pytest.raises(CommandError, match="waits to be read"):
        run("export_game", game.code, tmp_path / "a.game", "--move")
    assert Game.objects.filter(pk=game.pk).exists()


def test_every_table_of_a_game_goes_or_has_a_reason_to_stay() -> None:
    goes = {model.__name__ for model, _path in game_rows.MODELS}
    there = {model.__name__ for model in apps.get_app_config("games").get_models()}
    assert goes | HERE == there
    assert goes & HERE == set()


def test_nobody_reads_cards_in_the_file(tmp_path: Path) -> None:
    game = ready_games.take("turn-the-tide", "middle")
    file = tmp_path / "a.game"
    run("export_game", game.code, file)
    content = file.read_bytes()
    assert game.code.encode() not in content
    packed = Packed(content, base64.b64decode(Path(f"{file}.key").read_text()))
    assert unpack(*packed)["rows"]["Game"][0]["code"] == game.code
    assert LogEntry.objects.filter(game=game).exists()
