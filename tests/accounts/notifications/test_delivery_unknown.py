"""When the mail server has got a whole letter and does not say what became of it."""

import time
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts.email import smtp_client
from accounts.models import Choice, Notice
from accounts.notifications import delivery, status_text
from accounts.notifications.kinds import KINDS, Kind
from accounts.notifications.sender_thread import Postman
from games.selectors.moderation import health, timeline
from tests.accounts.making import member, plain_letter, tell
from tests.accounts.sink import Sink, listening

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
State = Notice.State


def later() -> None:
    """As if the time to try again had come."""
    Notice.objects.filter(state=State.QUEUED).update(leased_until=timezone.now())


def until_all_is_settled(sink: Sink) -> None:
    for _round in range(8):
        delivery.deliver()
        later()


def test_who_takes_long_gets_each_letter_once(settings: Settings) -> None:
    tell(member(), 3)
    with listening(settings) as sink:
        settings.EMAIL_TIMEOUT = 0.2
        sink.dawdles = 0.6
        until_all_is_settled(sink)
    assert len(sink.mails) == len(set(sink.ids())) == 3
    assert set(Notice.objects.values_list("state", "attempts")) == {(State.SENT, 1)}


def test_a_line_that_drops_after_the_letter_brings_it_once_more_and_later(
    settings: Settings,
) -> None:
    (notice,) = tell(member())
    with listening(settings) as sink:
        sink.drops = 1
        assert delivery.deliver() == 0
        assert len(sink.mails) == 1, "not at once"
        notice.refresh_from_db()
        assert (notice.state, notice.attempts) == (State.QUEUED, 1)
        assert notice.unsure_at is not None
        assert notice.leased_until is not None
        assert notice.leased_until > timezone.now() + timedelta(minutes=9)
        later()
        assert delivery.deliver() == 1
    assert sink.ids() == [f"<{notice.message_id}@testserver>"] * 2
    notice.refresh_from_db()
    assert notice.state == State.SENT


def test_twice_in_all_and_then_it_is_shown_as_unknown(settings: Settings) -> None:
    (notice,) = tell(member())
    with listening(settings) as sink:
        sink.drops = 9
        until_all_is_settled(sink)
    assert len(sink.mails) == 2
    notice.refresh_from_db()
    assert notice.state == State.UNKNOWN
    assert notice.reason.startswith("unknown: ")
    assert notice.finished_at is not None


def test_what_is_taken_after_we_gave_up_comes_twice_at_most(settings: Settings) -> None:
    tell(member())
    with listening(settings) as sink:
        settings.EMAIL_DATA_TIMEOUT = 0.2
        sink.dawdles = 0.6
        until_all_is_settled(sink)
    assert len(sink.mails) == 2
    assert Notice.objects.get().state == State.UNKNOWN


def test_a_refusal_in_between_does_not_make_it_sure(settings: Settings) -> None:
    tell(member())
    with listening(settings) as sink:
        sink.drops = 1
        delivery.deliver()
        later()
        sink.data = "451 4.3.0 Not now"
        delivery.deliver()
        later()
        sink.data, sink.drops = "250 Taken", 1
        until_all_is_settled(sink)
    assert len(sink.mails) == 2
    assert Notice.objects.get().state == State.UNKNOWN


def test_no_lease_ends_while_its_letter_is_being_sent(settings: Settings) -> None:
    """However long the server may take for every step of it."""
    longest = smtp_client.longest()
    assert longest >= timedelta(seconds=settings.EMAIL_DATA_TIMEOUT)
    assert delivery.LEASE > delivery.LEASE_MARGIN > longest


def test_the_bell_tells_what_a_letter_may_not_have_told(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(KINDS, "both", Kind("both", "both", plain_letter))
    user = member()
    Choice.objects.create(user=user, kind="both", channel="site", wanted=False)
    tell(user, kind="both")
    with listening(settings) as sink:
        sink.drops = 2
        until_all_is_settled(sink)
    assert Notice.objects.get(recipient=user).shown


def test_it_is_said_to_its_reader_and_to_moderators(settings: Settings) -> None:
    (notice,) = tell(member())
    with listening(settings) as sink:
        sink.drops = 2
        delivery.deliver()
        notice.refresh_from_db()
        assert "once more" in status_text.reason(notice)
        until_all_is_settled(sink)
    notice.refresh_from_db()
    assert "may have arrived" in status_text.reason(notice)
    assert timeline.unreachable(member("Joost"), 1) == [notice]
    (letters,) = [part for part in health.parts() if part.name == "letters"]
    assert letters.count == 1


class Provider(BaseHTTPRequestHandler):
    """A provider's interface that takes every letter and answers none."""

    taken = 0

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        Provider.taken += 1
        self.close_connection = True

    def log_message(self, *_words: object) -> None:
        """Says nothing."""


def test_a_provider_that_hangs_up_gets_it_twice_at_most(settings: Settings) -> None:
    tell(member())
    Provider.taken = 0
    with HTTPServer(("127.0.0.1", 0), Provider) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        settings.EMAIL_BACKEND = "anymail.backends.mailgun.EmailBackend"
        settings.ANYMAIL = {
            "MAILGUN_API_KEY": "key",
            "MAILGUN_API_URL": f"http://127.0.0.1:{server.server_port}/v3",
        }
        for _round in range(4):
            delivery.deliver()
            later()
        server.shutdown()
    assert Provider.taken == 2
    assert Notice.objects.get().state == State.UNKNOWN


def test_nothing_else_waits_for_a_slow_mail_server(settings: Settings) -> None:
    tell(member(), 2)
    with listening(settings) as sink:
        sink.dawdles = 2
        postman = Postman()
        began = time.monotonic()
        for _asked in range(3):
            postman.go()
        assert time.monotonic() - began < sink.dawdles
        while not sink.mails:
            assert time.monotonic() - began < 20
            time.sleep(0.02)
        postman.rest(10)
        assert len(sink.mails) == 1, "the one under way is ended, and no other is begun"
        assert Notice.objects.filter(state=State.SENT).count() == 1
        assert not Notice.objects.filter(leased_until__gt=timezone.now()).exists()
