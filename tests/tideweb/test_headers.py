import pytest
from django.test import Client


@pytest.mark.django_db
def test_every_page_forbids_what_it_does_not_need(client: Client) -> None:
    answer = client.get("/admin/login/")
    policy = dict(
        part.strip().split(" ", 1) for part in answer["Content-Security-Policy"].split(";")
    )
    assert policy["default-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["form-action"] == "'self'"
    assert (policy["object-src"], policy["base-uri"]) == ("'none'", "'none'")
    assert policy["img-src"] == "'self' data:"
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/", 200),
        ("/nowhere/", 404),
        ("/settings/", 302),
        ("/healthz", 200),
        ("/api/v1/me", 401),
        ("/api/v1/schema/", 200),
        ("/static/tideweb/css/base.css", 200),
    ],
)
def test_every_answer_keeps_to_this_site(client: Client, address: str, status: int) -> None:
    answer = client.get(address)
    assert answer.status_code == status
    assert answer["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "default-src 'self'" in answer["Content-Security-Policy"]
    policy = dict(part.split("=") for part in answer["Permissions-Policy"].split(", "))
    assert policy.items() >= {"camera": "()", "geolocation": "()", "payment": "()"}.items()
    assert not [feature for feature in policy if feature.startswith("publickey")], "passkeys"
