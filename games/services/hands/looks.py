"""What somebody has seen. Nothing in the game depends on it."""

from games.models import Game, Seat


def mark_looked(seat: Seat, game: Game) -> None:
    """Notes that this seat has seen all resolved hands; never goes back."""
    seen = game.hand_number if game.state == Game.State.OVER else game.hand_number - 1
    if seat.looked_at_hand < seen:
        Seat.objects.filter(pk=seat.pk, looked_at_hand__lt=seen).update(looked_at_hand=seen)
