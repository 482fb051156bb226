"""The timeline of a game for moderators is paged without losing or repeating anything."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Notice
from accounts.text.bidi_isolation import bare
from games.admin.timeline import log_words
from games.models import Game
from games.refusals import Refused
from games.selectors.moderation import timeline as watching
from games.selectors.moderation.timeline import Moment, Place, timeline
from games.services.moderation import execution
from games.services.moderation.command_types import CommandInput
from tests.accounts.making import staff
from tests.games.services.moderation.setting import game_with_a_miss

pytestmark = pytest.mark.django_db


def page_by_page(game: Game, limit: int) -> list[Place]:
    found: list[Moment] = []
    before = None
    while page := timeline(game, before, limit):
        found += page
        before = page[-1].place
        assert len(found) < 1000
    return [moment.place for moment in found]


@pytest.mark.parametrize("limit", [1, 3, 7])
@pytest.mark.parametrize("sent", ["at once", "later", "with the rest"])
def test_each_page_goes_on_where_the_last_one_ended(limit: int, sent: str) -> None:
    game = game_with_a_miss()
    letters, at = Notice.objects.filter(channel="mail"), timezone.now()
    if sent == "later":
        for row in letters.order_by("pk"):
            row.state, row.finished_at = Notice.State.SENT, row.created_at + timedelta(hours=1)
            row.save()
    elif sent == "with the rest":
        letters.update(state=Notice.State.SENT, finished_at=at)
        game.log.update(at=at)
    whole = [moment.place for moment in timeline(game, None, 1000)]
    assert whole == sorted(whole, reverse=True)
    assert page_by_page(game, limit) == whole


def test_the_link_leads_to_what_came_before(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_with_a_miss()
    monkeypatch.setattr(watching, "PAGE_SIZE", 10)
    monkeypatch.setattr(timeline, "__defaults__", (None, 10))
    client = Client()
    client.force_login(staff("Hedda"))
    path, seen = reverse("admin:games_game_change", args=[game.pk]), list[str]()
    link = ""
    for _page in range(20):
        text = client.get(path + link).content.decode()
        seen += re.findall(r"/admin/accounts/notice/\d+/", text.partition('id="happened"')[2])
        more = re.search(r'href="(\?before=[^"]+)"', text)
        if more is None:
            break
        link = more[1]
    letters = [m for m in timeline(game, None, 1000) if m.kind == "letter"]
    assert len(seen) == len(set(seen)) == len(letters)


@pytest.mark.parametrize(
    "before",
    [
        "x",
        "2026-02-30T10:00+00:00~1~1",
        "2026-02-03T10:00~1~1",
        "2026-02-03T10:00+00:00~99~9" + 30 * "9",
    ],
)
def test_what_is_no_place_is_no_error(before: str) -> None:
    client = Client()
    client.force_login(staff("Hedda"))
    path = reverse("admin:games_game_change", args=[game_with_a_miss().pk])
    assert client.get(path, {"before": before}).status_code == 200


def test_it_names_people_instead_of_numbering_seats() -> None:
    done = {"seat": 1, "act": "surrender"}
    assert log_words("aside", done, {0: "Marit", 1: "Joost"}) == (
        "Joost acted out of turn: surrender"
    )
    left = {"seat": 1, "why": "left", "name": "Wim"}
    assert log_words("bot", left, {1: "Joost"}) == "a bot plays for Wim", "as it was then"


def test_it_says_in_words_who_gave_a_hand_more_time_and_what_an_outage_did() -> None:
    more = {"seat": 1, "hours": 24, "name": "Joost"}
    assert bare(log_words("extended", more, {1: "Joost"})) == "Joost added 24 hours to this hand."
    given = log_words("outage", {"minutes": 30, "what": "site"}, {})
    assert given.startswith("We were down.")
    assert given.endswith("30 minutes.")
    span = {"from": "2026-11-23T07:50:00+00:00", "until": "2026-11-23T08:50:00+00:00"}
    assert log_words("restored", span, {}).startswith("We restored our data from a backup of ")


def test_so_does_a_refusal() -> None:
    game, hedda, given = game_with_a_miss(), staff("Hedda"), CommandInput("absent", seat=1)
    execution.carry_out(hedda, "bot", game.code, given)
    with pytest.raises(Refused) as refused:
        execution.carry_out(hedda, "bot", game.code, given)
    assert refused.value.message == "A bot is already playing for Joost."
