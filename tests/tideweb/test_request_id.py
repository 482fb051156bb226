"""The id of a request: in its answer, in the log, and along the whole way to the letter."""

import json
import logging
import logging.config
from threading import Thread

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import resolve
from django.utils.log import log_response
from pytest_django import Settings
from structlog.contextvars import bound_contextvars, get_contextvars

from accounts.models import Notice, User
from accounts.notifications.sender_thread import Postman
from tests.games import making
from tests.games.mail.reading import members, started
from tests.worker import WorkerProcess
from tideweb.log_redaction import QuietPaths
from tideweb.logs import logging_config
from tideweb.request_id import hand_on

GIVEN = "from-the-front-0001"


def test_the_front_gives_it(client: Client, settings: Settings, db: None) -> None:
    settings.TRUSTED_PROXIES = 1
    assert client.get("/healthz", headers={"X-Request-ID": GIVEN})["X-Request-ID"] == GIVEN


@pytest.mark.parametrize("given", ["", "short", "x" * 65, 'with "quotes"', "naïve-and-long"])
def test_nonsense_is_not_taken_over(
    client: Client, settings: Settings, db: None, given: str
) -> None:
    settings.TRUSTED_PROXIES = 1
    answer = client.get("/healthz", headers={"X-Request-ID": given})
    assert len(answer["X-Request-ID"]) == 32


def test_a_stranger_gives_none(client: Client, settings: Settings, db: None) -> None:
    settings.TRUSTED_PROXIES = 0
    answer = client.get("/healthz", headers={"X-Request-ID": GIVEN})
    assert answer["X-Request-ID"] != GIVEN
    assert "request_id" not in get_contextvars()


def test_the_log_names_the_route_and_no_address(
    client: Client, db: None, caplog: pytest.LogCaptureFixture
) -> None:
    game = making.running(making.people(3))
    with caplog.at_level(logging.INFO, "tideweb.request_id"):
        client.post(f"/g/{game.code}/bid/?secret=1", {"hand": 1, "bid": "44"})
        client.get("/rules/")
    lines = [record.getMessage() for record in caplog.records if QuietPaths().filter(record)]
    assert lines[0].startswith("POST g/<slug:code>/bid/: ")
    assert all(hidden not in "".join(lines) for hidden in (game.code, "secret", "44"))


def test_what_django_says_of_an_address_is_its_pattern(caplog: pytest.LogCaptureFixture) -> None:
    """It writes the path of all that it refuses, and that may be somebody's link."""
    request = RequestFactory().get("/g/somebodys-link/")
    request.resolver_match = resolve("/g/somebodys-link/")
    log_response(
        "%s: %s", "Not Found", request.path, response=HttpResponse(status=404), request=request
    )
    (record,) = caplog.records
    assert QuietPaths().filter(record)
    assert record.getMessage() == "Not Found: g/<slug:code>/"


def test_it_goes_on_to_the_tasks() -> None:
    headers: dict[str, str] = {}
    with bound_contextvars(request_id=GIVEN):
        hand_on(headers=headers)
    assert headers == {"request_id": GIVEN}
    beats: dict[str, str] = {}
    hand_on(headers=beats)
    assert beats == {}


@pytest.mark.django_db(transaction=True)
def test_from_the_request_to_the_letter(
    client: Client, celery_worker_process: WorkerProcess
) -> None:
    """A real worker: the last bid is posted, the hand is turned, the letters leave."""
    people = members(3)
    User.objects.update(digest=User.Digest.AT_ONCE)  # or a second letter would wait for an hour
    game = started(people)
    for user in people[1:]:
        making.bid(game, user)
    # Whoever is still sending the letters of the start takes those of the hand along, unasked.
    celery_worker_process.until(lambda: not Notice.objects.filter(state="queued").exists())
    client.force_login(people[0])
    answer = client.post(f"/g/{game.code}/bid/", {"hand": 1, "bid": making.legal(game, 0)[0]})
    mark = answer["X-Request-ID"]

    def lines() -> list[dict[str, object]]:
        texts = celery_worker_process.output().split("\n")[:-1]  # the last may be half written
        return [json.loads(text) for text in texts if text.startswith("{")]

    def left() -> list[dict[str, object]]:
        return [line for line in lines() if mark in line.get("asked_by", [])]  # type: ignore[operator]

    celery_worker_process.until(left)
    resolved = [line for line in lines() if line.get("request_id") == mark]
    assert any("games.tasks.resolve_hand" in str(line["event"]) for line in resolved)
    letters = [letter for line in left() for letter in line["letters"]]  # type: ignore[attr-defined]
    assert {frozenset(letter) for letter in letters} == {
        frozenset(("notice", "kind", "message_id"))
    }
    assert not any(user.email in celery_worker_process.output() for user in people if user.email)


def test_each_who_asks_for_letters_is_named_once(monkeypatch: pytest.MonkeyPatch) -> None:
    postman = Postman()
    monkeypatch.setattr(Thread, "start", lambda _thread: None)
    for mark in (GIVEN, "another-request", GIVEN):
        with bound_contextvars(request_id=mark):
            postman.go()
    postman.go()
    assert postman._askers() == ["another-request", GIVEN]
    assert postman._askers() == []


def test_only_named_extras_are_written() -> None:
    """Whatever else a library hangs on a record could be anything."""
    config = logging_config("INFO", "json")
    formatter = logging.config.DictConfigurator(config).configure_formatter(
        config["formatters"]["line"]
    )
    record = logging.LogRecord("x", logging.INFO, "", 1, "said", (), None)
    record.seconds, record.cards = 1.5, "forty-four"
    assert json.loads(formatter.format(record))["seconds"] == 1.5
    assert "forty-four" not in formatter.format(record)
