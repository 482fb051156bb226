"""Every kind of letter to every recipient, composed as delivery would do it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from accounts.models import ModerationEntry, Notice
from accounts.notifications import eligibility, prefetch
from accounts.notifications import joining as joining_letters
from accounts.notifications.channels import email as mail_channel
from accounts.notifications.channels import push, webhook
from accounts.notifications.eligibility import NotSent
from accounts.notifications.kinds import KINDS, joining
from games.models import InboundMail, Vote
from games.wording import WORDINGS
from tests.secrecy import mailed
from tests.secrecy.addresses import Scene
from tests.secrecy.frozen import same_chance

Facts = dict[str, Any]


@dataclass(frozen=True)
class Sending:
    """A letter that is due or could be; `parts`: the notices joined in it."""

    kind: str
    notice: Notice
    parts: tuple[Notice, ...] = ()

    def __str__(self) -> str:
        return f"letter {self.kind} with {self.notice.facts}"


def _about_the_game(scene: Scene) -> Iterator[Facts]:
    yield {}


def _about_each_hand(scene: Scene) -> Iterator[Facts]:
    for number in range(1, scene.hand + 2):
        yield {"hand": number}


def _about_each_stage(scene: Scene) -> Iterator[Facts]:
    for number in scene.game.stages.values_list("number", flat=True):
        yield {"stage": number}


def _about_an_invitation(scene: Scene) -> Iterator[Facts]:
    for invitation in scene.game.invitations.filter(
        email=getattr(scene.observer.user, "email", "")
    ):
        yield {"invitation": invitation.pk}


def _about_each_mail(scene: Scene) -> Iterator[Facts]:
    """About one's own mails, and about others', which only a forged notice could ask for."""
    about = Q(address__hand__game=scene.game) | Q(address__topics__game=scene.game)
    mails = InboundMail.objects.filter(about).order_by("pk")
    for pk, hand in mails.values_list("pk", "address__hand__number"):
        yield {"mail": pk, "hand": hand}


def _about_each_entry(scene: Scene) -> Iterator[Facts]:
    """About log entries of this game, of oneself, and of others, which only a forged notice could
    name.
    """
    for number in ModerationEntry.objects.values_list("number", flat=True)[:6]:
        yield {"entry": number}


def _about_each_aside(scene: Scene) -> Iterator[Facts]:
    for entry, hand in scene.game.log.filter(kind="aside").values_list("number", "hand_number"):
        yield {"entry": entry, "hand": hand}


def _about_people(scene: Scene) -> Iterator[Facts]:
    """About everybody at the table, friends or not."""
    for user in scene.position.users:
        yield {"person": user.pk}


# The facts of each kind; a kind that isn't listed fails a test.
FACTS: dict[str, Callable[[Scene], Iterator[Facts]]] = {
    "invitation": _about_an_invitation,
    "game_started": _about_the_game,
    "chat": _about_the_game,
    "your_move": _about_each_hand,
    "reminder": _about_each_hand,
    "hand_resolved": _about_each_hand,
    "missed": _about_each_hand,
    "stage_end": _about_each_stage,
    "game_over": _about_the_game,
    "deadline_moved": _about_each_hand,
    "seat_offered": _about_the_game,
    "seat_taken": _about_the_game,
    "briefing": _about_each_hand,
    "game_paused": _about_the_game,
    "vote_asked": lambda _scene: ({"wish": wish} for wish in Vote.Wish.values),
    "out_of_turn": _about_each_aside,
    "game_resumed": _about_each_hand,
    "game_cancelled": _about_the_game,
    "extended": _about_each_hand,
    "rematch": _about_the_game,
    "comparison": _about_the_game,
    **dict.fromkeys(("seat_kept", "friend_asked", "friend_agreed"), _about_people),
    "mail_house": _about_the_game,
    "restored": lambda _scene: ({"entry": number} for number in range(1, 4)),
    **dict.fromkeys(mailed.KINDS, _about_each_mail),
    "moderated": _about_each_entry,
    "from_staff": _about_each_entry,
    "report_answered": lambda _scene: ({"report": pk} for pk in range(1, 4)),
}


def sendings(scene: Scene) -> Iterator[Sending]:
    """All letters to the observer, including those that only a forged notice could ask for."""
    user = scene.observer.user
    if user is None or scene.game.ruleset not in WORDINGS:
        return
    for kind in filter(FACTS.get, KINDS):
        for facts in FACTS[kind](scene):
            told = {"game": scene.game.pk, "seat": scene.observer.seat or 0, **facts}
            yield Sending(kind, _notice(scene, kind, told))
    yield from joined(scene)


def joined(scene: Scene) -> Iterator[Sending]:
    """Letters that join several notices about the same game, with the newest hand."""
    if scene.observer.user is not None and scene.game.ruleset in WORDINGS:
        yield _joined(scene, scene.hand)


def _notice(scene: Scene, kind: str, facts: Facts) -> Notice:
    user = scene.observer.user
    return Notice(recipient=user, kind=kind, event="x", facts=facts, message_id="0" * 32)


def _joined(scene: Scene, hand: int) -> Sending:
    """All notices that could join into one letter while a hand is open."""
    about = {"game": scene.game.pk, "seat": scene.observer.seat or 0}
    parts = [
        _notice(scene, kind, {**about, **facts})
        for kind in joining()
        for facts in FACTS[kind](scene)
        if facts.get("hand", hand) in (hand - 1, hand)
    ]
    for number, part in enumerate(parts, start=1):
        part.pk = number  # a batch tells them apart by it
    return Sending("joined", _notice(scene, "digest", {**about, "hand": hand}), tuple(parts))


def compose(sending: Sending) -> str:
    """The complete mail, or why there is none."""
    same_chance()
    try:
        if sending.parts:
            return _composed_together(sending)
        mail = mail_channel.compose(sending.notice)
    except NotSent as never:
        return f"{never.state} {never.reason}"
    parts = [str(part) for part in (mail.subject, mail.from_email, mail.to, mail.extra_headers)]
    carried = [_carried(push.payload_of, sending), _carried(webhook.body_of, sending)]
    return "\n".join(
        [*parts, str(mail.body), *map(str, getattr(mail, "alternatives", ())), *carried]
    )


def _composed_together(sending: Sending) -> str:
    prefetch.link(sending.parts)  # as when they are sent; in each world anew
    with eligibility.reader(sending.notice).at_home():
        letter, ended = joining_letters.compose(sending.parts)
    return "\n".join([str(letter), *(f"{part.kind} {never}" for part, never in ended)])


def _carried(body: Callable[[Notice], bytes], sending: Sending) -> str:
    """The body that a push service or webhook gets."""
    try:
        return body(sending.notice).decode()
    except NotSent as never:
        return f"{never.state} {never.reason}"
