"""Reports: made by anybody who is signed in, taken up and answered by staff."""

from django.db import transaction

from accounts.models import User
from accounts.notifications import outbox
from accounts.notifications.outbox import NotificationRequest
from accounts.operation import database_clock
from accounts.security import roles
from accounts.staff.audit_log import about_game, append
from games import sanctions
from games.models import Game, Message, Report
from games.refusals import Refused
from games.selectors.moderation.stakes import appeal_against, concerning, is_own
from games.services import wake_workers

MAX_OPEN = 10
MAX_LENGTH = 2000


def make(
    user: User,
    kind: str,
    text: str,
    *,
    game: Game | None,
    person: User | None,
    message: Message | None = None,
) -> Report:
    """Files a report; with a message, it is about that message's author. Raises `Refused`."""
    text = text.replace("\r\n", "\n").strip()  # browsers count a new line as one character
    if not text or kind not in Report.Kind.values:
        raise Refused("empty_report")
    if len(text) > MAX_LENGTH:
        raise Refused("long_text", {"most": MAX_LENGTH}, most=MAX_LENGTH)
    with transaction.atomic():
        sanctions.hold(user)
        if Report.objects.filter(reporter=user, closed_at=None).count() >= MAX_OPEN:
            raise Refused("too_many_reports", most=MAX_OPEN)
        return Report.objects.create(
            reporter=user,
            kind=kind,
            text=text,
            game=game,
            person=message.author if message else person,
            message=message,
        )


def read(actor: User, pk: int, *, noted: bool = True) -> Report:
    """The report; with `noted`, the log says that it was read. Raises `Refused`, also for staff
    whom it concerns: they must not learn who made it."""
    _check_helps(actor)
    rows = Report.objects.select_related("reporter", "person", "game", "message", "assigned_to")
    report = _there(rows.filter(pk=pk).first())
    _check_unconcerned(actor, report)
    if noted:
        append(actor, "read_report", f"report:{pk}")
        _note_overheard(actor, report)
    return report


def _note_overheard(actor: User, report: Report) -> None:
    """Logs that a member of staff read a chat message."""
    if report.message is not None and report.game is not None:
        facts = {"report": report.pk, "message": report.message.number}
        append(actor, "read_chat", about_game(report.game.code), facts=facts)


def take_up(actor: User, pk: int) -> Report:
    """Assigns the report to this moderator, even if it was another's. Raises `Refused`."""
    with transaction.atomic():
        report = _locked(actor, pk)
        if report.assigned_to_id == actor.pk:  # pressed twice
            return report
        report.assigned_to = actor
        report.save(update_fields=["assigned_to"])
        append(actor, "take_up_report", f"report:{pk}")
    return report


def close(actor: User, pk: int, outcome: str, answer: str) -> Report:
    """Answers and closes it, and notifies whoever made it. Raises `Refused`."""
    if outcome not in Report.Outcome.values or not answer.strip():
        raise Refused("empty_report")
    with transaction.atomic():
        report = _locked(actor, pk)
        report.assigned_to, report.outcome = actor, outcome
        report.answer, report.closed_at = answer.strip()[:MAX_LENGTH], database_clock.now()
        report.save()
        append(actor, "close_report", f"report:{pk}", reason=outcome, text=report.answer[:1000])
        if report.reporter_id is not None:
            facts = {"report": pk}
            outbox.enqueue(
                [NotificationRequest(report.reporter_id, "report_answered", f"report:{pk}", facts)]
            )
        wake_workers.deliver()
    return report


def _locked(actor: User, pk: int) -> Report:
    _check_helps(actor)
    report = _there(Report.objects.select_for_update(no_key=True).filter(pk=pk).first())
    if report.closed_at is not None:
        raise Refused("report_closed")
    _check_unconcerned(actor, report)
    return report


def _check_helps(actor: User) -> None:
    if not roles.may(actor, roles.HELP):
        raise Refused("not_allowed")


def _there(report: Report | None) -> Report:
    if report is None:
        raise Refused("no_report")
    return report


def _check_unconcerned(actor: User, report: Report) -> None:
    this = Report.objects.filter(pk=report.pk)
    if is_own(actor, report.reporter_id) or is_own(actor, report.person_id):
        raise Refused("own_person")
    if this.filter(appeal_against(actor)).exists():
        raise Refused("own_person")
    if concerning(actor, this).exists():
        raise Refused("own_game")
