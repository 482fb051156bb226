"""The roles of the staff, and the door of their panel."""

from io import StringIO

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from accounts.models import ModerationEntry, User
from accounts.people import demo_login
from accounts.security import roles
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
    from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes

    user = staff("Hedda", "chief", factor=False)
    RecoveryCodes.activate(user)

    assert not roles.has_factor(user)


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
