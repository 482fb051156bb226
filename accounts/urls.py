"""Addresses of people's own pages, of stopping letters, and of signing in (allauth)."""

from django.urls import include, path

from accounts.web import demo, letters, mailbox, notices, profile, reach, signing, ways

urlpatterns = [
    path("account/signup/", signing.SignUp.as_view(), name="account_signup"),
    path(
        "account/confirm-email/",
        signing.VerificationSent.as_view(),
        name="account_email_verification_sent",
    ),
    path("account/email/", signing.Address.as_view(), name="account_email"),
    path("account/confirm-again/", signing.confirm_again, name="confirm_again"),
    path("account/", include("allauth.urls")),
    path("settings/", profile.profile, name="profile"),
    path("settings/letters/", notices.choose, name="choose_letters"),
    path("settings/notices/", notices.notices, name="notices"),
    path("notices/", notices.rung, name="bell"),
    path("settings/ways/", ways.ways, name="ways"),
    path("settings/ways/push/", ways.subscribe, name="push_subscribe"),
    path("settings/ways/push/<int:pk>/remove/", ways.unsubscribe, name="push_remove"),
    path("settings/ways/hooks/", ways.add_hook, name="hook_add"),
    path("settings/ways/hooks/<int:pk>/ping/", ways.ping_hook, name="hook_ping"),
    path("settings/ways/hooks/<int:pk>/remove/", ways.remove_hook, name="hook_remove"),
    path("settings/ways/feeds/<slug:what>/", ways.make_feed, name="feed_make"),
    path("settings/ways/feeds/<slug:what>/revoke/", ways.revoke_feed, name="feed_revoke"),
    path("push-worker.js", ways.worker, name="push_worker"),
    path("feed/<str:token>.atom", ways.read_atom, name="atom"),
    path("settings/keys/", profile.make_key, name="key_make"),
    path("settings/keys/<int:pk>/revoke/", profile.revoke_key, name="key_revoke"),
    path("letters/stop/<str:token>/", letters.stop, name="stop"),
    path("letters/again/<str:token>/", reach.link, name="reach_link"),
    path("settings/reach/", reach.ask, name="reach_again"),
    path("mailbox/", mailbox.index, name="mailbox"),
    path("mailbox/<int:pk>/", mailbox.letter, name="mailbox_letter"),
    path("mailbox/<int:pk>/html/", mailbox.html, name="mailbox_html"),
    path("demo/<str:token>/", demo.sign_in, name="demo_sign_in"),
]
