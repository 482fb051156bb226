"""Addresses of people's own pages, of stopping letters, and of signing in (allauth)."""

from django.urls import include, path

from accounts.web import (
    channels,
    demo_login,
    demo_mailbox,
    device,
    keys,
    notices,
    profile,
    reconfirm_address,
    signup,
    unsubscribe,
)

urlpatterns = [
    path("account/signup/", signup.SignUp.as_view(), name="account_signup"),
    path(
        "account/confirm-email/",
        signup.VerificationSent.as_view(),
        name="account_email_verification_sent",
    ),
    path("account/email/", signup.Address.as_view(), name="account_email"),
    path("account/confirm-again/", signup.confirm_again, name="confirm_again"),
    path("account/", include("allauth.urls")),
    path("settings/", profile.profile, name="profile"),
    path("settings/letters/", notices.choose, name="choose_letters"),
    path("settings/notices/", notices.notices, name="notices"),
    path("notices/", notices.in_app_notices, name="bell"),
    path("settings/ways/", channels.ways, name="ways"),
    path("settings/ways/push/", channels.subscribe, name="push_subscribe"),
    path("settings/ways/push/<int:pk>/remove/", channels.unsubscribe, name="push_remove"),
    path("settings/ways/hooks/", channels.add_hook, name="hook_add"),
    path("settings/ways/hooks/<int:pk>/ping/", channels.ping_hook, name="hook_ping"),
    path("settings/ways/hooks/<int:pk>/remove/", channels.remove_hook, name="hook_remove"),
    path("settings/ways/feeds/<slug:what>/", channels.make_feed, name="feed_make"),
    path("settings/ways/feeds/<slug:what>/revoke/", channels.revoke_feed, name="feed_revoke"),
    path("push-worker.js", channels.worker, name="push_worker"),
    path("feed/<str:token>.atom", channels.read_atom, name="atom"),
    path("settings/device/", device.look, name="device"),
    path("settings/device/answer/", device.answer, name="device_answer"),
    path("settings/keys/", keys.make, name="key_make"),
    path("settings/keys/<int:pk>/revoke/", keys.revoke, name="key_revoke"),
    path("letters/stop/<str:token>/", unsubscribe.stop, name="stop"),
    path("letters/again/<str:token>/", reconfirm_address.link, name="reach_link"),
    path("settings/reach/", reconfirm_address.ask, name="reach_again"),
    path("mailbox/", demo_mailbox.index, name="mailbox"),
    path("mailbox/<int:pk>/", demo_mailbox.letter, name="mailbox_letter"),
    path("mailbox/<int:pk>/html/", demo_mailbox.html, name="mailbox_html"),
    path("demo/<str:token>/", demo_login.sign_in, name="demo_sign_in"),
]
