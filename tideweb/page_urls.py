"""URLs of the static pages."""

from django.urls import path

from tideweb.installed_app import Offline, manifest, service_worker, touch_icon
from tideweb.pages import Privacy, SitePage, set_language, set_theme
from tideweb.rules_pages import GameRules, Rules

urlpatterns = [
    path("rules/", Rules.as_view(), name="rules"),
    path("rules/<slug:slug>/", GameRules.as_view(), name="rules_of"),
    path("help/", SitePage.as_view(template_name="site/help.html"), name="help"),
    path("privacy/", Privacy.as_view(), name="privacy"),
    path(
        "rules-of-the-house/",
        SitePage.as_view(template_name="site/house_rules.html"),
        name="house_rules",
    ),
    path("language/setlang/", set_language, name="set_language"),
    path("apple-touch-icon.png", touch_icon),
    path("manifest.webmanifest", manifest, name="manifest"),
    path("offline/", Offline.as_view(), name="offline"),
    path("push-worker.js", service_worker, name="service-worker"),
    path("theme/", set_theme, name="set_theme"),
]
