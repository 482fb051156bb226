"""Addresses of people's own pages, of stopping letters, and of signing in (allauth)."""

from django.urls import include, path

from accounts.web import demo, letters, mailbox, notices, profile, reach, signing

urlpatterns = [
    path("account/signup/", signing.SignUp.as_view(), name="account_signup"),
    path(
        "account/confirm-email/",
        signing.VerificationSent.as_view(),
        name="account_email_verification_sent",
    ),
    path("account/confirm-again/", signing.confirm_again, name="confirm_again"),
    path("account/", include("allauth.urls")),
    path("settings/", profile.profile, name="profile"),
    path("settings/letters/", notices.choose, name="choose_letters"),
    path("settings/notices/", notices.notices, name="notices"),
    path("notices/", notices.rung, name="bell"),
    path("settings/key/", profile.make_token, name="make_token"),
    path("settings/key/revoke/", profile.revoke_token, name="revoke_token"),
    path("letters/stop/<str:token>/", letters.stop, name="stop"),
    path("letters/again/<str:token>/", reach.link, name="reach_link"),
    path("settings/reach/", reach.ask, name="reach_again"),
    path("mailbox/", mailbox.index, name="mailbox"),
    path("mailbox/<int:pk>/", mailbox.letter, name="mailbox_letter"),
    path("mailbox/<int:pk>/html/", mailbox.html, name="mailbox_html"),
    path("demo/<str:token>/", demo.sign_in, name="demo_sign_in"),
]
