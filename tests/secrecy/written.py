"""What people write at a table, and the other world's: nobody else's notes, and others in place."""

from accounts.models import User
from games import vault
from games.models import Game, Note, Seat
from games.services import notes
from tests.games.making import fresh


def write(game: Game, users: list[User]) -> None:
    """The first two note something of the game, and at its hand, while it runs."""
    game = fresh(game)
    if game.state == Game.State.RUNNING:
        for user in users[:2]:
            notes.add(user, game.code, f"{user.name} keeps the high ones.")
            notes.add(user, game.code, f"{user.name} would rather not.", game.hand_number)


def alter_notes(game: Game, seat: int | None) -> None:
    """Whoever had noted something has not; all others have, but for the seat that looks."""
    others = Seat.objects.filter(game=game, user__isnull=False)
    if seat is not None:
        others = others.exclude(index=seat)
    noted = set(Note.objects.filter(seat__game=game).values_list("seat", flat=True))
    Note.objects.filter(seat__in=others).delete()
    for one in others.exclude(pk__in=noted):
        note = Note(seat=one, author=one.user, number=4, hand_number=game.hand_number)
        vault.seal_note(note, game.code, "44, and then 12")
        note.save()
