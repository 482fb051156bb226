"""Composes each kind of letter, from the ids in its notice and the current state.

A function returns None if its letter is no longer true. Everything comes from the reader's own
observation and from public events, so a letter can't reveal what its reader may not know.
"""

from typing import Any

from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.models import Notice, User
from accounts.notifications import prefetch, render, unsubscribe
from accounts.notifications.kinds import Letter
from accounts.text import date_words
from accounts.text.bidi_isolation import isolated
from games import links, selectors
from games.game_view import GameView
from games.mail import letter_frame
from games.mail.letter_view import is_stage_over, missed_hand, still_asks, turned_hand, view_of
from games.models import Game, Hand, Invitation
from games.services.mail import invitation_replies
from games.wording import pace, stage_over, wording
from games.wording.pace import pace_words


def game_started(notice: Notice) -> Letter | None:
    """The game begins: who sits where, and the commitment to the deck."""
    view = view_of(notice)
    if view is None or view.game.state != Game.State.RUNNING:
        return None
    options = view.wording.options(view.game.options)
    return letter_frame.letter(
        "game_started",
        view,
        **letter_frame.table(view),
        seats=list(view.seating.names),
        options=options,
        commitment=view.game.commitment,
        start=(view.game.start or {}).get("digest", ""),
        pace=pace_words(view.game),
    )


def your_move(notice: Notice) -> Letter | None:
    """A hand waits for the reader: the table, their cards, and the deadline."""
    return _asking(notice, "your_move")


def reminder(notice: Notice) -> Letter | None:
    """The only reminder, when a fifth of the time (or what the person chose) is left."""
    return _asking(notice, "reminder")


def deadline_moved(notice: Notice) -> Letter | None:
    """A deadline was moved later, after an outage of ours or a change of time zone rules."""
    minutes = notice.facts.get("outage")
    return _asking(notice, "deadline_moved", why=pace.given_back(minutes) if minutes else "")


def _asking(notice: Notice, template: str, **more: object) -> Letter | None:
    view = view_of(notice)
    if view is None or view.hand is None or not still_asks(notice, view):
        return None
    reply = prefetch.found("reply", notice)
    return letter_frame.letter(
        template,
        view,
        reply.address,
        url=reply.link or letter_frame.address(view.game),
        table_url=letter_frame.address(view.game),
        calendar_url="" if view.game.paused_at else reply.calendar,
        **letter_frame.asking(view, view.hand, notice.facts.get("since"), reply.address),
        **more,
    )


def hand_resolved(notice: Notice) -> Letter | None:
    """What happened in a hand, for people who want to hear about each."""
    found = turned_hand(notice)
    if found is None:
        return None
    view, hand = found
    after = _after(view, hand)
    if "since" in notice.facts:
        after["told"] = view.sentences_of_hands(notice.facts["since"], hand.number)
    return letter_frame.letter("hand_resolved", view, **after)


def missed(notice: Notice) -> Letter | None:
    """What was played for somebody who missed a hand, unless it was taken back and answered."""
    found = missed_hand(notice)
    if found is None:
        return None
    view, hand, bid = found
    return letter_frame.letter(
        "missed",
        view,
        **_after(view, hand),
        played=view.wording.label(bid.notation),
        misses=view.own_seat.misses,
    )


def stage_end(notice: Notice) -> Letter | None:
    """How a stage ended, and the score."""
    view, number = view_of(notice), notice.facts["stage"]
    if view is None or not is_stage_over(notice, view.game.stages.filter(number=number).first()):
        return None
    hand = _last_hand(view.game, number)
    if hand is None:
        return None
    said = stage_over(view.game.ruleset, number)
    return letter_frame.letter("stage_end", view, **_after(view, hand), stage_over=said)


def game_over(notice: Notice) -> Letter | None:
    """Who won, and where the record is."""
    view = view_of(notice)
    if view is None or view.game.outcome is None:
        return None
    hand = view.game.hands.order_by("-number").first()
    result = view.wording.result(view.game.outcome, view.seating)
    told = view.sentences_of_hand(hand.number) if hand else []
    return letter_frame.letter(
        "game_over",
        view,
        **{**letter_frame.table(view), "heading": ""},  # the letter's own says that it is over
        told=[sentence for sentence in told if sentence != result],
        result=result,
        bots=view.sentences_on_bots(),
        commitment=view.game.commitment,
        closed=view.game.closed,
    )


def _after(view: GameView, hand: Hand) -> dict[str, Any]:
    return {
        **letter_frame.table(view),
        "told": view.sentences_of_hand(hand.number),
        "hand_number": hand.number,
    }


def _last_hand(game: Game, stage: int) -> Hand | None:
    return (
        game.hands.filter(stage__number=stage, state=Hand.State.RESOLVED)
        .order_by("-number")
        .first()
    )


def invitation(notice: Notice) -> Letter | None:
    """An invitation; without an account, it comes in the language of the person inviting. None from
    whom the reader hides, nor to a table where they sit."""
    asked = (
        Invitation.objects.select_related("game", "sent_by")
        .filter(pk=notice.facts["invitation"], accepted_by=None)
        .first()
    )
    if asked is None or asked.game.state != Game.State.OPEN or asked.expires_at <= timezone.now():
        return None
    asked.sent_by = User.objects.filter(pk=notice.facts.get("person")).first() or asked.sent_by
    if notice.recipient is not None:
        hidden = selectors.people.friends.ignores(notice.recipient, asked.sent_by)
        seated = asked.game.seats.filter(user=notice.recipient).exists()
        return None if hidden or seated else _invitation(notice, asked)
    with translation.override(asked.sent_by.language):
        return _invitation(notice, asked)


def is_unasked(notice: Notice) -> bool:
    """Whether the two have never played together."""
    if notice.recipient is None:
        return True
    with_both = Game.objects.filter(seats__user=notice.recipient, started_at__isnull=False)
    if "person" in notice.facts:
        return not with_both.filter(seats__user=notice.facts["person"]).exists()
    asked = Invitation.objects.filter(pk=notice.facts["invitation"])
    return not asked.filter(sent_by__seats__game__in=with_both).exists()


def _invitation(notice: Notice, asked: Invitation) -> Letter:
    game = selectors.access.read_games([asked.game_id])[asked.game_id]
    words = wording(game.ruleset)
    stop = "" if notice.recipient else render.absolute(unsubscribe.address(notice))
    context = {
        "game_title": words.title(),
        "table_name": isolated(game.name),
        "name": isolated(notice.recipient.name) if notice.recipient else "",
        "asker": isolated(asked.sent_by.name),
        "summary": words.summary(),
        "players": words.players(),
        "seated": [isolated(seat.user.name) for seat in game.seats.all() if seat.user],
        "seats": game.seat_count,
        "options": words.options(game.options),
        "pace": pace_words(game),
        "expires": date_words.moment(asked.expires_at),
        "place": date_words.place(),
        "url": render.absolute(reverse("game-link", args=[game.code, links.letter_token(asked)])),
        "stop_url": stop,
    }
    headers = letter_frame.thread(game)
    if notice.recipient is None:
        headers |= {"Reply-To": invitation_replies.address_of(asked)}
        context["by_mail"] = True
    subject = _("An invitation to play %(game)s") % {"game": words.title()}
    return render.write("invitation", subject, context, headers)
