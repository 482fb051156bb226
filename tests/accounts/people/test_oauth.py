"""An application is allowed by somebody in a browser, and then acts for them (OAuth 2 with PKCE).

The application is played by the standard library alone, as a stranger's would be.
Planted: with the check of S256 left out, "plain" is let through; with the scopes of the token not
narrowed, an application that moderates; with `Token` not filed under what a password ends, it goes
on after a reset; with the client's id not bound to the code, another application uses it; without
`end(spent)`, a token that was used twice harms nothing; without `min`, who renews never ends;
without `csrf_exempt`, no application gets a token.
"""

import base64
import hashlib
import re
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from allauth.idp.oidc.models import Client as Application
from allauth.idp.oidc.models import Token
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.people import account_recovery, oauth
from accounts.people.new_accounts import make_guest
from accounts.security import application_tokens
from tests.accounts.making import browser, member
from tests.games.api.asking import ROOT, by_key, good, problem

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits_left_over")]
BACK = "https://app.example.org/back"
VERIFIER = "v" * 43
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=")
AUTHORIZE = "/oauth/authorize/"
BAD = 'autofocus aria-invalid="true" aria-describedby="app-fault"'


def registered(owner: User | None = None) -> Application:
    return oauth.register(owner or member("Joost"), "Texel app", BACK)


def asked_for(app: Application, **more: str) -> dict[str, str]:
    return {
        "response_type": "code", "client_id": app.pk, "redirect_uri": BACK, "scope": "read play",
        "state": "s1", "code_challenge": CHALLENGE.decode(), "code_challenge_method": "S256",
        **more,
    }  # fmt: skip


def program() -> Client:
    """The application itself, which has no cookies and so no token against forged requests."""
    return Client(enforce_csrf_checks=True)


def allowed(who: Client, app: Application, scopes: list[str], **sent: str) -> dict[str, Any]:
    """What the application is told after the page was answered."""
    page = who.get(f"{AUTHORIZE}?{urlencode(asked_for(app))}").content.decode()
    (request,) = re.findall(r'name="request" value="([^"]+)"', page)
    form = {"request": request, "scopes": scopes, "action": "grant", **sent}
    answer = who.post(AUTHORIZE, form)
    assert answer.status_code == 302, answer.content
    assert answer["Location"].startswith(BACK)
    return {name: text for name, (text,) in parse_qs(urlsplit(answer["Location"]).query).items()}


def exchanged(app: Application, code: str, verifier: str = VERIFIER) -> Any:
    return program().post("/oauth/token/", {
        "grant_type": "authorization_code", "code": code, "redirect_uri": BACK,
        "client_id": app.pk, "code_verifier": verifier,
    })  # fmt: skip


def test_an_application_is_allowed_acts_and_is_taken_back() -> None:
    marit = member()
    app, hers = registered(), browser(marit)
    page = hers.get(f"{AUTHORIZE}?{urlencode(asked_for(app))}")
    assert "Texel app" in page.content.decode()
    assert "you then go on to app.example.org." in page.content.decode()
    assert "form-action 'self' https://app.example.org" in page["Content-Security-Policy"]
    told = allowed(hers, app, ["read", "play"])
    assert told["state"] == "s1"
    given = exchanged(app, told["code"])
    tokens = good(given)
    assert given["Access-Control-Allow-Origin"] == "*"
    assert tokens["access_token"].startswith("tideweb_at_")
    assert (tokens["expires_in"], set(tokens["scope"].split())) == (3600, {"read", "play"})
    assert exchanged(app, told["code"]).status_code == 400, "a code counts once"

    ask = by_key(tokens["access_token"])
    assert good(ask.get(f"{ROOT}/me"))["name"] == "Marit"
    problem(ask.post(f"{ROOT}/games", {}), 403, "scope_missing")
    assert not Token.objects.filter(hash__contains=tokens["access_token"][:20]).exists()

    renewal = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}
    newer = good(program().post("/oauth/token/", {**renewal, "client_id": app.pk}))
    ask = by_key(newer["access_token"])
    good(ask.get(f"{ROOT}/me"))
    assert "Texel app" in hers.get("/settings/").content.decode()
    assert browser(User.objects.get(name="Joost")).post(
        f"/settings/applications/{app.pk}/disallow/"
    ).status_code == 404  # fmt: skip
    hers.post(f"/settings/applications/{app.pk}/disallow/")
    problem(ask.get(f"{ROOT}/me"), 401, "bad_token")


def renewed(app: Application, token: str) -> Any:
    return program().post("/oauth/token/", {
        "grant_type": "refresh_token", "refresh_token": token, "client_id": app.pk,
    })  # fmt: skip


def test_who_renews_by_a_token_that_was_used_ends_all_that_came_of_it() -> None:
    marit, app = member(), registered()
    hers = browser(marit)
    first = good(exchanged(app, allowed(hers, app, ["read"])["code"]))
    beside = good(exchanged(app, allowed(hers, app, ["read"])["code"]))
    second = good(renewed(app, first["refresh_token"]))
    assert renewed(app, first["refresh_token"]).status_code == 400
    for token in (first["access_token"], second["access_token"]):
        problem(by_key(token).get(f"{ROOT}/me"), 401, "bad_token")
    assert renewed(app, second["refresh_token"]).status_code == 400
    good(by_key(beside["access_token"]).get(f"{ROOT}/me"))
    newer = good(renewed(app, beside["refresh_token"]))
    sent = {"token": newer["refresh_token"], "client_id": app.pk}
    assert program().post("/oauth/revoke/", sent).status_code == 200
    problem(by_key(newer["access_token"]).get(f"{ROOT}/me"), 401, "bad_token")
    assert "Texel app" not in hers.get("/settings/").content.decode()


def test_ninety_days_after_the_consent_it_is_asked_for_anew() -> None:
    app = registered()
    first = good(exchanged(app, allowed(browser(member()), app, ["read"])["code"]))
    soon = timezone.now() + timedelta(minutes=5)
    row = Token.objects.get(type=Token.Type.REFRESH_TOKEN)
    row.data["until"] = soon.isoformat()
    row.save()
    told = good(renewed(app, first["refresh_token"]))
    assert 0 < told["expires_in"] <= told["refresh_expires_in"] <= 300
    made = Token.objects.exclude(pk=row.pk).filter(expires_at=soon)
    assert {each.type for each in made} == {"at", "rt", "sp"}


def test_after_an_hour_an_application_is_told_where_it_gets_its_next_token() -> None:
    app, hers = registered(), browser(member())
    tokens = good(exchanged(app, allowed(hers, app, ["read"])["code"]))
    Token.objects.filter(type=Token.Type.ACCESS_TOKEN).update(expires_at=timezone.now())
    answer = by_key(tokens["access_token"]).get(f"{ROOT}/me")
    problem(answer, 401, "bad_token")
    assert answer["WWW-Authenticate"] == 'Bearer error="invalid_token"'
    assert "at /oauth/token/" in answer.json()["detail"]


def test_less_may_be_allowed_and_nothing_more() -> None:
    marit, app = member(), registered()
    told = allowed(browser(marit), app, ["read"])
    assert good(exchanged(app, told["code"]))["scope"] == "read"
    form = {"request": "x", "scopes": ["read", "moderate"], "action": "grant"}
    assert browser(marit).post(AUTHORIZE, form).status_code == 403
    wide = urlencode(asked_for(app, scope="read moderate"))
    assert "invalid_scope" in browser(marit).get(f"{AUTHORIZE}?{wide}")["Location"]
    Token.objects.update(scopes="read\nmoderate\naccount")
    key = application_tokens.key_of("nothing")
    assert key is None


@pytest.mark.parametrize("asked", ["play", "read play"])
def test_every_application_may_read_and_the_page_says_so(asked: str) -> None:
    app, hers = registered(), browser(member())
    page = hers.get(f"{AUTHORIZE}?{urlencode(asked_for(app, scope=asked))}").content.decode()
    assert "it sees what you can see" in page
    assert 'value="play"' in page
    assert 'value="read"' not in page
    tokens = good(exchanged(app, allowed(hers, app, ["play"])["code"]))
    assert tokens["scope"].split() == ["read", "play"]
    good(by_key(tokens["access_token"]).get(f"{ROOT}/me"))


def test_a_token_never_opens_what_applications_may_not() -> None:
    marit, app = member(), registered()
    token = good(exchanged(app, allowed(browser(marit), app, ["read"])["code"]))["access_token"]
    Token.objects.update(scopes="read\nmoderate\naccount")
    problem(by_key(token).patch(f"{ROOT}/me", {"zone": "Europe/Rome"}), 403, "scope_missing")


@pytest.mark.parametrize(
    "wrong",
    [
        {"code_challenge_method": "plain"}, {"code_challenge_method": ""},
        {"code_challenge": ""}, {"code_challenge": "v" * 42}, {"code_challenge": "=" * 43},
        {"redirect_uri": "https://app.example.org.evil.example/back"},
        {"redirect_uri": BACK + "/../else"}, {"redirect_uri": BACK + "?x=1"},
        {"redirect_uri": BACK + "?error=x&code=1"}, {"redirect_uri": BACK + ";x=1"},
        {"redirect_uri": BACK.replace("https://", "https://somebody@")},
        {"redirect_uri": BACK.replace("app", "APP")}, {"redirect_uri": BACK.upper()},
        {"redirect_uri": BACK.replace("org/", "org:443/")},
        {"client_id": "nobody"}, {"client_id": "\0"},
    ],
)  # fmt: skip
def test_what_is_not_safe_is_refused_before_anything_is_shown(wrong: dict[str, str]) -> None:
    app, hers = registered(), browser(member())
    answer = hers.get(f"{AUTHORIZE}?{urlencode(asked_for(app, **wrong))}")
    assert "Location" not in answer, "nobody is led anywhere"
    assert 'name="request"' not in answer.content.decode()


@pytest.mark.parametrize("way", ["token", "revoke"])
def test_an_application_that_nobody_can_have_is_refused(way: str) -> None:
    sent = {"client_id": "\0", "grant_type": "refresh_token", "refresh_token": "x", "token": "x"}
    answer = program().post(f"/oauth/{way}/", sent)
    assert (answer.status_code, answer.json()) == (400, {"error": "invalid_request"})


def test_whoever_catches_the_code_has_nothing() -> None:
    app = registered()
    other = oauth.register(User.objects.get(name="Joost"), "Another", BACK)
    code = allowed(browser(member()), app, ["read"])["code"]
    assert exchanged(other, code).status_code == 400
    assert exchanged(app, code, "w" * 43).status_code == 400
    assert not Token.objects.exists()


def test_who_denies_and_who_has_no_account() -> None:
    app, hers = registered(), browser(member())
    page = hers.get(f"{AUTHORIZE}?{urlencode(asked_for(app))}").content.decode()
    (request,) = re.findall(r'name="request" value="([^"]+)"', page)
    denied = hers.post(AUTHORIZE, {"request": request, "action": "cancel"})
    assert "error=access_denied" in denied["Location"]
    assert Client().get(f"{AUTHORIZE}?{urlencode(asked_for(app))}").status_code == 302
    guest = Client()
    guest.force_login(make_guest(), backend="django.contrib.auth.backends.ModelBackend")
    asked = f"{AUTHORIZE}?{urlencode(asked_for(app))}"
    assert guest.get(asked)["Location"] == f"/account/login/?{urlencode({'next': asked}, safe='/')}"
    assert "Bring your seats with you?" in guest.get(asked, follow=True).content.decode()


def test_a_token_ends_by_time_by_a_new_password_and_with_its_application() -> None:
    marit, app = member(), registered()

    def fresh() -> Any:
        code = allowed(browser(marit), app, ["read"])["code"]
        return by_key(good(exchanged(app, code))["access_token"])

    ask = fresh()
    good(ask.get(f"{ROOT}/me"))
    Token.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    problem(ask.get(f"{ROOT}/me"), 401, "bad_token")
    assert oauth.purge() == 2
    ask = fresh()
    account_recovery.end_programs(marit)
    problem(ask.get(f"{ROOT}/me"), 401, "bad_token")
    ask = fresh()
    User.objects.filter(pk=marit.pk).update(is_active=False)
    problem(ask.get(f"{ROOT}/me"), 401, "bad_token")
    User.objects.filter(pk=marit.pk).update(is_active=True)
    good(ask.get(f"{ROOT}/me"))
    assert oauth.remove(User.objects.get(name="Joost"), app.pk)
    problem(ask.get(f"{ROOT}/me"), 401, "bad_token")


@pytest.mark.parametrize(
    "back", ["http://app.example.org/", "javascript:alert(1)", "https://*.example.org/", "x:/y", ""]
)
def test_where_nobody_is_led_back_to(back: str) -> None:
    with pytest.raises(ValidationError):
        oauth.register(member("Joost"), "Texel app", back)


def test_an_application_is_registered_on_the_page_and_removed_by_its_owner_alone() -> None:
    joost = member("Joost")
    his = browser(joost)
    his.post("/settings/applications/", {"name": "Mine", "addresses": "http://127.0.0.1:9/x"})
    app = Application.objects.get()
    assert (app.owner, app.type, app.get_scopes()) == (
        joost,
        "public",
        list(application_tokens.OFFERED),
    )
    refused = his.post("/settings/applications/", {"name": "", "addresses": BACK})
    assert refused.status_code == 400
    assert "1 to 40 visible characters" in refused.content.decode()
    assert BAD in refused.content.decode().split('id="app-name"')[1].split(">")[0]
    for wrong in ("https://[::1", "https://a.example/\0", "https://a.example:x/", f"{BACK}#x"):
        refused = his.post("/settings/applications/", {"name": "Mine", "addresses": wrong})
        assert "without # or *." in refused.content.decode()
        assert BAD in refused.content.decode().split('id="app-back"')[1].split(">")[0]
    way = f"/settings/applications/{app.pk}/remove/"
    assert browser(member()).post(way).status_code == 404
    his.post(way)
    assert not Application.objects.exists()


def test_libraries_find_everything_by_its_metadata() -> None:
    found = good(Client().get("/.well-known/oauth-authorization-server"))
    assert found["authorization_endpoint"].endswith(AUTHORIZE)
    assert found["code_challenge_methods_supported"] == ["S256"]
    # Who finds one polls `token_endpoint` (RFC 8628, 3.4), while our device flow has its own.
    assert "device_authorization_endpoint" not in found
    assert Client().get(urlsplit(found["token_endpoint"]).path).status_code == 405
    assert Client().head("/.well-known/oauth-authorization-server").status_code == 200


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("http://127.0.0.1:51004/back", True), ("http://127.0.0.1/back", True),
        ("http://[::1]:51004/back", True), ("http://127.0.0.1:51004/else", False),
        ("http://127.0.0.1:1@evil.example/back", False), ("http://127.0.0.1:51004/back?x=1", False),
        ("http://127.0.0.1.evil.example/back", False), ("https://127.0.0.1:51004/back", False),
        ("http://[::1]/else", False), ("http://localhost:51004/back", False),
    ],
)  # fmt: skip
def test_on_ones_own_machine_any_port_will_do(asked: str, shown: bool) -> None:
    """A program there takes the port that is free (RFC 8252, 7.3)."""
    addresses = "http://127.0.0.1:9/back http://[::1]:7/back http://localhost:9/back"
    app = oauth.register(member("Joost"), "Texel app", addresses)
    page = browser(member()).get(f"{AUTHORIZE}?{urlencode(asked_for(app, redirect_uri=asked))}")
    assert ('name="request"' in page.content.decode()) is shown


@pytest.mark.parametrize("prompt", ["none", "none consent"])
def test_nobody_is_asked_without_signing_in(prompt: str) -> None:
    """As if `prompt` weren't there: OpenID Connect, whose it is, isn't offered."""
    asked = f"{AUTHORIZE}?{urlencode(asked_for(registered(), prompt=prompt))}"
    stranger = Client()
    way = f"/account/login/?{urlencode({'next': asked}, safe='/')}"
    assert stranger.get(asked)["Location"] == way
    assert stranger.post(asked, {"request": "x", "action": "grant"})["Location"] == way
    assert "Texel app" in browser(member()).get(asked).content.decode()
