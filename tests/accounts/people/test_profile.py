"""Settings: name, zone, language, letters, notices, the key for programs."""

import re
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings as django_settings
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import ApiKey, Choice, Notice, User
from accounts.notifications.eligibility import wishes
from accounts.people import new_accounts
from accounts.people.forms import ProfileForm, RhythmForm
from accounts.people.new_accounts import make_guest
from accounts.security import api_keys, roles
from tests.accounts.making import give_factor, member, tell

pytestmark = pytest.mark.django_db


def test_it_says_which_replies_a_strict_reader_confirms(client: Client, marit: User) -> None:
    """Those that nobody vouched for: one that failed is asked about in any case."""
    text = client.get(reverse("profile")).content.decode()
    assert "Ask me to confirm replies whose sender can’t be verified" in text


@pytest.mark.parametrize(("page", "back"), [
    ("account_change_password", "profile"), ("account_email", "profile"), ("mfa_index", "profile"),
    ("mfa_list_webauthn", "mfa_index"),
])  # fmt: skip
def test_each_page_of_the_account_leads_back(
    client: Client, marit: User, page: str, back: str
) -> None:
    marit.set_password("lighthouse-4-tides")
    marit.save()
    client.force_login(marit, "django.contrib.auth.backends.ModelBackend")
    text = client.get(reverse(page)).content.decode()
    assert text.count(f'<p class="kicker"><a href="{reverse(back)}">') == 1


def test_what_is_sent_after_the_session_ended_is_said_to_be_lost(client: Client) -> None:
    page = client.post(reverse("profile"), {"name": "Marit V."}, follow=True)
    assert page.redirect_chain[-1][0].startswith(reverse("account_login"))
    assert "this wasn’t accepted" in page.content.decode()


def test_a_new_address_that_is_sent_after_the_session_ended_is_said_to_be_lost() -> None:
    sent = {"email": "new@example.org", "action_add": ""}
    page = Client().post("/account/email/", sent, follow=True)
    assert page.redirect_chain == [("/account/login/?next=/account/email/", 302)]
    assert "this wasn’t accepted" in page.content.decode()


def test_a_second_press_to_change_the_password_is_told_that_the_new_one_counts(
    client: Client,
) -> None:
    sent = client.post(reverse("account_change_password"), {"password1": "x"}, follow=True)
    assert sent.redirect_chain == [(f"{reverse('account_login')}?next={reverse('profile')}", 302)]
    assert "the new one counts" in sent.content.decode()


def test_name_zone_and_language_are_kept_and_the_page_changes(client: Client, marit: User) -> None:
    sheet = {"name": "Marit V.", "zone": "Europe/Amsterdam", "language": "nl"}
    page = client.post(reverse("profile"), sheet, follow=True)
    marit.refresh_from_db()
    assert (marit.name, marit.zone, marit.language) == ("Marit V.", "Europe/Amsterdam", "nl")
    assert '<html lang="nl"' in page.content.decode()
    assert client.cookies[django_settings.LANGUAGE_COOKIE_NAME].value == "nl"


@pytest.mark.parametrize(
    ("field", "value"),
    [("name", "JOOST"), ("name", ""), ("name", "a@b"), ("zone", "Mars"), ("language", "xx")],
)
def test_what_does_not_fit_changes_nothing(
    client: Client, marit: User, field: str, value: str
) -> None:
    member("Joost")
    sheet = {"name": "Marit", "zone": "UTC", "language": "en", field: value}
    assert client.post(reverse("profile"), sheet).status_code == 400
    assert User.objects.get(pk=marit.pk).name == "Marit"


def test_each_kind_of_letter_can_be_chosen(client: Client, marit: User) -> None:
    page = client.get(reverse("choose_letters")).content.decode()
    assert 'name="your_move:mail" checked' in page
    kept = {"hand_resolved:mail": "on", "digest": "hourly", "digest_hour": "18"}
    assert client.post(reverse("choose_letters"), kept).status_code == 302
    assert wishes(marit, "hand_resolved")
    assert not wishes(marit, "your_move")
    assert Choice.objects.filter(user=marit).count() == page.count('type="checkbox"')


def status(key: str) -> int:
    return Client().get("/api/v1/me", headers={"Authorization": f"Token {key}"}).status_code


def made(client: Client, name: str, **more: object) -> str:
    page = client.post(reverse("key_make"), {"name": name, **more}).content.decode()
    (key,) = re.findall(r"\btideweb_[0-9a-f]{40}\b", page)
    return key


def test_keys_are_good_shown_once_and_taken_away_one_by_one(client: Client, marit: User) -> None:
    first, second = made(client, "laptop"), made(client, "scoreboard")
    assert (status(first), status(second)) == (200, 200), "a new key leaves the others good"
    assert not ApiKey.objects.filter(digest__in=[first, second]), "only digests are kept"
    page = client.get(reverse("profile")).content.decode()
    assert first not in page
    assert second not in page
    assert "laptop" in page
    assert page.count("last used ") == 2

    laptop = ApiKey.objects.get(name="laptop")
    client.post(reverse("key_revoke", args=[laptop.pk]))
    assert (status(first), status(second)) == (401, 200)


def test_a_key_in_use_stays_when_there_is_another_of_its_name(client: Client, marit: User) -> None:
    first = made(client, "laptop")
    assert status(first) == 200
    assert (status(made(client, "laptop")), status(first)) == (200, 200)


def test_a_key_that_cannot_be_made_says_why(client: Client, marit: User) -> None:
    answer = client.post(reverse("key_make"), {"name": "\u3164"})
    assert answer.status_code == 400
    assert "A key needs a name" in answer.content.decode()
    for number in range(api_keys.MAX_KEYS):
        made(client, f"Key {number}")
    answer = client.post(reverse("key_make"), {"name": "one more"})
    assert "You have ten keys" in answer.content.decode()
    assert marit.api_keys.count() == api_keys.MAX_KEYS
    assert 'id="key-name"' not in client.get(reverse("profile")).content.decode()
    ApiKey.objects.filter(name="Key 3").update(expires_at=timezone.now())
    assert 'id="key-name"' in client.get(reverse("profile")).content.decode()
    made(client, "instead of an expired one")
    assert 'id="key-name"' not in client.get(reverse("profile")).content.decode()


def test_a_key_may_do_what_was_ticked_for_as_long_as_was_chosen(
    client: Client, marit: User
) -> None:
    made(client, "reader")
    made(client, "bot", scopes=["talk", "play"], days="30")
    reader, bot = ApiKey.objects.order_by("pk")
    assert (reader.scopes, reader.expires_at) == ("read", None)
    assert bot.scopes == "read play talk"
    assert bot.expires_at is not None
    assert timedelta(days=29) < bot.expires_at - timezone.now() <= timedelta(days=30)
    page = client.get(reverse("profile")).content.decode()
    assert "read play talk" in page
    assert f'href="{reverse("device")}"' in page
    assert "expires " in page
    ApiKey.objects.filter(pk=bot.pk).update(expires_at=timezone.now())
    assert "expired" in client.get(reverse("profile")).content.decode()


@pytest.mark.parametrize("wrong", [{"name": "\u3164"}, {"name": ""}, {"days": "8"}], ids=str)
def test_what_was_ticked_stays_ticked_when_the_form_is_refused(
    client: Client, marit: User, wrong: dict[str, str]
) -> None:
    sent = {"name": "bot", "scopes": ["play", "account"], "days": "90", **wrong}
    answer = client.post(reverse("key_make"), sent)
    page = answer.content.decode()
    assert answer.status_code == 400
    assert page.count(" autofocus") == 1
    assert set(re.findall(r'value="(\w+)"[^>]*checked', page)) >= {"play", "account"}
    assert not re.search(r'value="(talk|tables)"[^>]*checked', page)
    assert ('<option value="90" selected' in page) == ("days" not in wrong)
    assert not ApiKey.objects.exists()


def test_only_moderators_are_offered_to_moderate(client: Client, marit: User) -> None:
    assert 'value="moderate"' not in client.get(reverse("profile")).content.decode()
    assert client.post(reverse("key_make"), {"name": "x", "scopes": "moderate"}).status_code == 400
    roles.set_role(give_factor(marit), "moderator")
    assert client.post(reverse("key_make"), {"name": "x", "scopes": "moderate"}).status_code == 400
    client.force_login(User.objects.get(pk=marit.pk), "django.contrib.auth.backends.ModelBackend")
    made(client, "x", scopes="moderate")
    assert ApiKey.objects.get().scopes == "read moderate"


def test_nobody_takes_away_the_key_of_another(client: Client, marit: User) -> None:
    key = api_keys.issue(member("Joost"))
    theirs = ApiKey.objects.get()
    assert client.post(reverse("key_revoke", args=[theirs.pk])).status_code == 404
    assert status(key) == 200


@pytest.mark.django_db(transaction=True)
def test_keys_of_before_stay_good() -> None:
    """As migration 0018 finds them, in the table of Django REST framework."""
    marit, old = member(), "f" * 40
    migration = import_module("accounts.migrations.0020_api_keys")
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE authtoken_token "
            "(key varchar(40) PRIMARY KEY, created timestamptz, user_id bigint UNIQUE)"
        )
    try:
        with connection.cursor() as cursor:
            row: list[Any] = [api_keys.digest(old), timezone.now(), marit.pk]
            cursor.execute("INSERT INTO authtoken_token VALUES (%s, %s, %s)", row)
        with connection.schema_editor() as editor:
            migration.take_over(apps, editor)
        assert status(old) == 200
        api_keys.issue(marit, "newer")
        with connection.schema_editor() as editor:
            migration.give_back(apps, editor)
        with connection.cursor() as cursor:
            cursor.execute("SELECT key FROM authtoken_token")
            assert [row[0] for row in cursor.fetchall()] == [
                marit.api_keys.get(name="newer").digest
            ]
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE authtoken_token")


def test_every_notice_is_listed_with_its_status(client: Client, marit: User) -> None:
    queued, sent, failed, unwished = tell(marit, 4)
    later = tell(marit)[0]
    Notice.objects.filter(pk=later.pk).update(send_after=timezone.now() + timedelta(hours=3))
    Notice.objects.filter(pk=sent.pk).update(state="sent", finished_at=timezone.now())
    Notice.objects.filter(pk=failed.pk).update(state="failed", reason="550 5.1.1 <No such user>")
    Notice.objects.filter(pk=unwished.pk).update(state="suppressed", reason="unwished")
    assert client.head(reverse("notices")).status_code == 200
    page = client.get(reverse("notices")).content.decode()
    assert "550 5.1.1 &lt;No such user&gt;" in page
    assert "You chose not to get these." in page
    assert "if it is still true" in page
    assert page.count("plain things") == 5
    assert queued.pk != later.pk


def test_nobody_sees_the_notices_of_another(client: Client, marit: User) -> None:
    tell(member("Joost"))
    assert "plain things" not in client.get(reverse("notices")).content.decode()


def test_a_guest_is_asked_to_sign_up(client: Client) -> None:
    client.force_login(make_guest(), "django.contrib.auth.backends.ModelBackend")
    page = client.get(reverse("profile")).content.decode()
    assert reverse("account_signup") in page
    assert reverse("key_make") not in page


def test_get_changes_nothing(client: Client, marit: User) -> None:
    assert client.get(reverse("key_make")).status_code == 405
    assert client.get(reverse("key_revoke", args=[1])).status_code == 405


@pytest.mark.parametrize("name", ["profile", "notices", "mailbox"])
def test_strangers_are_asked_to_sign_in(client: Client, settings: object, name: str) -> None:
    settings.TIDEWEB_DEMO = True  # type: ignore[attr-defined]
    answer = client.get(reverse(name))
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("account_login"))


SAVED = {
    "profile": {"name": "Marit V.", "zone": "Europe/Berlin", "language": "en"},
    "choose_letters": {"remind_hours": "7", "digest": "hourly", "digest_hour": "18"},
}


@pytest.mark.parametrize("page", SAVED)
@pytest.mark.parametrize("erased", [True, False])
def test_to_save_undoes_nothing_that_happens_meanwhile(
    client: Client, marit: User, monkeypatch: pytest.MonkeyPatch, page: str, erased: bool
) -> None:
    form: Any = {"profile": ProfileForm, "choose_letters": RhythmForm}[page]
    until, check = timezone.now() + timedelta(days=7), form.clean
    meanwhile = {"name": "Former player"} if erased else {"muted_until": until}

    def slowly(self: Any) -> Any:
        User.objects.filter(pk=marit.pk).update(is_active=not erased, **meanwhile)
        return check(self)

    monkeypatch.setattr(form, "clean", slowly)
    client.post(reverse(page), SAVED[page])
    now = User.objects.get()
    assert (now.is_active, now.muted_until) == (not erased, None if erased else until)
    saved = (now.name, now.remind_hours)
    assert saved == ("Former player", None) if erased else saved != ("Marit", None)


def test_a_program_or_an_email_gives_nobody_a_name_whose_data_were_deleted_meanwhile(
    marit: User,
) -> None:
    User.objects.update(is_active=False, name="Former player")
    assert new_accounts.change_profile(marit, name="Marit V.").name == "Former player"
    assert User.objects.get().name == "Former player"


def test_a_name_that_somebody_takes_at_the_last_moment_is_said_to_be_taken(
    client: Client, marit: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    check = ProfileForm.is_valid

    def overtaken(self: ProfileForm) -> bool:
        valid = check(self)
        member("Gerrit")
        return valid

    monkeypatch.setattr(ProfileForm, "is_valid", overtaken)
    page = client.post(reverse("profile"), {**SAVED["profile"], "name": "Gerrit"})
    assert page.status_code == 400
    assert "That name is taken. Choose another one." in page.content.decode()
    assert User.objects.get(pk=marit.pk).name == "Marit"
