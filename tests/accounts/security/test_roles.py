"""The roles of the staff, and the door of their panel."""

from io import StringIO
from urllib.parse import quote

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.conf import LazySettings
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from accounts.models import ModerationEntry, User
from accounts.people import demo_login
from accounts.security import api_keys, roles
from games.services.demo.demo_tables import make_moderator
from tests.accounts.making import give_factor, member, staff

pytestmark = pytest.mark.django_db
PANEL = "/admin/"


@pytest.mark.parametrize(
    ("role", "allowed"),
    [
        ("helper", {roles.HELP}),
        ("moderator", {roles.HELP, roles.MODERATE}),
        ("chief", {roles.HELP, roles.MODERATE, roles.GOVERN}),
        ("", set()),
    ],
)
def test_each_role_may_what_it_says(role: str, allowed: set[str]) -> None:
    user = User.objects.get(pk=staff("Hedda", role).pk)
    everything = (roles.HELP, roles.MODERATE, roles.GOVERN)

    assert {what for what in everything if roles.may(user, what)} == allowed
    assert roles.role_of(user) == role


def test_the_groups_are_made_with_the_tables() -> None:
    assert set(Group.objects.values_list("name", flat=True)) == set(roles.ROLES)


def test_without_a_second_factor_staff_may_nothing(client: Client) -> None:
    user = staff("Hedda", "chief", factor=False)
    client.force_login(user)

    assert not roles.may(user, roles.HELP)
    closed = client.get(PANEL, follow=True)
    assert closed.status_code == 403
    assert reverse("mfa_index") in closed.content.decode()
    give_factor(user)
    assert client.get(PANEL).status_code == 200


def test_recovery_codes_alone_are_no_second_factor() -> None:
    user = staff("Hedda", "chief", factor=False)
    RecoveryCodes.activate(user)

    assert not roles.has_factor(user)


@pytest.fixture
def opened_before(client: Client) -> User:
    """A chief at a browser that was signed in by password alone, before the role and the factor."""
    hedda = member("Hedda")
    form = {"login": hedda.email, "password": "Hedda"}
    assert client.post(reverse("account_login"), form).status_code == 302
    roles.set_role(hedda, "chief")
    return give_factor(hedda)


def test_a_session_opened_by_password_alone_shows_the_factor_first(
    client: Client, opened_before: User
) -> None:
    (code, *_more) = RecoveryCodes.activate(opened_before).get_unused_codes()
    asked = client.get(PANEL, follow=True)
    way = f"{reverse('mfa_reauthenticate')}?next={quote(PANEL, safe='')}"
    assert asked.redirect_chain[-1][0] == way

    assert client.post(way, {"code": code})["Location"] == PANEL
    assert client.get(PANEL).status_code == 200


def test_such_a_session_moderates_over_the_api_no_sooner(
    client: Client, opened_before: User
) -> None:
    refused = client.get("/api/v1/moderation/commands")
    assert (refused.status_code, refused.json()["code"]) == (403, "confirm_first")
    assert refused.json()["where"].endswith(reverse("mfa_reauthenticate"))

    client.force_login(opened_before, "django.contrib.auth.backends.ModelBackend")
    assert client.get("/api/v1/moderation/commands").status_code == 200


def test_such_a_session_makes_no_key_that_moderates(client: Client, opened_before: User) -> None:
    wish = {"name": "x", "scopes": "moderate"}
    assert client.post(reverse("key_make"), wish).status_code == 400
    assert not opened_before.api_keys.exists()


def test_no_key_from_before_a_role_moderates() -> None:
    hedda = member("Hedda")
    api_keys.issue(hedda)
    api_keys.issue(hedda, scopes=["moderate"])
    roles.set_role(hedda, "moderator")

    kept = hedda.api_keys.order_by("pk").values_list("scopes", flat=True)
    assert list(kept) == ["read play tables talk account", "read"]


def test_the_panel_has_no_sign_in_of_its_own(client: Client) -> None:
    """So the limits of the site's are its limits."""
    staff("Hedda", "chief")
    asked = client.get(PANEL, follow=True)

    assert asked.redirect_chain[-1][0].startswith(reverse("account_login"))
    posted = client.post("/admin/login/", {"username": "hedda@example.org", "password": "Hedda"})
    assert posted.status_code == 302
    assert "_auth_user_id" not in client.session


def test_wrong_passwords_are_counted_on_the_way_to_the_panel(client: Client) -> None:
    staff("Hedda", "chief")
    form = {"login": "hedda@example.org", "password": "wrong"}
    text = [client.post(reverse("account_login"), form).content.decode() for _try in range(12)]

    assert "Too many" in text[-1]


def test_who_is_no_staff_is_told_so(client: Client) -> None:
    client.force_login(member("Joost"))
    closed = client.get(PANEL, follow=True)

    assert closed.status_code == 403
    assert reverse("mfa_index") not in closed.content.decode()


def test_nobody_is_sent_elsewhere_after_signing_in(client: Client) -> None:
    client.force_login(staff("Hedda", "chief"))

    assert client.get("/admin/login/?next=https://example.net/")["Location"] == PANEL


def test_the_demo_has_a_moderator_by_one_click(client: Client, settings: LazySettings) -> None:
    settings.TIDEWEB_DEMO, settings.STAFF_SECOND_FACTOR = True, False
    link = demo_login.sign_in_link(make_moderator("example.org"))
    come = client.post(link.removeprefix(settings.SITE_URL))

    assert come["Location"] == PANEL
    assert client.get(PANEL).status_code == 200


def test_elsewhere_the_moderator_of_a_demo_stays_outside(
    client: Client, settings: LazySettings
) -> None:
    settings.TIDEWEB_DEMO = True
    link = demo_login.sign_in_link(make_moderator("example.org"))
    client.post(link.removeprefix(settings.SITE_URL))

    assert client.get(PANEL, follow=True).status_code == 403


def test_operators_give_and_take_roles_and_the_log_says_so() -> None:
    user, text = member("Hedda"), StringIO()
    call_command("staff", "hedda@example.org", "chief", stdout=text)
    assert roles.role_of(User.objects.get(pk=user.pk)) == "chief"
    assert "second factor" in text.getvalue()
    call_command("staff", "hedda@example.org", "none", stdout=text)

    assert roles.role_of(User.objects.get(pk=user.pk)) == ""
    facts = [entry.facts for entry in ModerationEntry.objects.order_by("number")]
    assert facts == [{"role": "chief", "before": ""}, {"role": "", "before": "chief"}]
    with pytest.raises(CommandError, match="no account"):
        call_command("staff", "nobody@example.org", "chief")


def test_reading_a_person_is_written_down(client: Client) -> None:
    hedda, joost = staff("Hedda", "helper"), member("Joost")
    client.force_login(hedda)
    listed = client.get(reverse("admin:accounts_user_changelist"), {"q": "joost@example.org"})
    assert "joost@example.org" not in listed.content.decode().replace('value="joost', "")
    page = client.get(reverse("admin:accounts_user_change", args=[joost.pk]))

    assert "joost@example.org" in page.content.decode()
    entries = ModerationEntry.objects.order_by("number")
    assert [entry.command for entry in entries] == ["read_by_address", "read_person"]
    assert {(entry.about, entry.actor) for entry in entries} == {(f"person:{joost.pk}", hedda)}
