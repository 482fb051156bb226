"""Addresses of the game pages."""

from django.urls import URLPattern, URLResolver, path

from games.web import (
    asides,
    away,
    checking,
    front,
    hands,
    mailed,
    moves,
    people,
    play,
    replay,
    seating,
    table_lists,
    tables,
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("", front.front, name="front"),
    path("play/", front.play_now, name="play-now"),
    path("moves/", moves.moves, name="moves"),
    path("games/", table_lists.games, name="games"),
    path("games/new/", tables.new, name="game-new"),
    path("people/<str:name>/", people.person, name="person"),
    path("settings/vacation/", away.vacation, name="vacation"),
    path("settings/vacation/<int:pk>/cancel/", away.cancel, name="vacation-cancel"),
    path("settings/replies/revoke/", mailed.revoke, name="revoke_replies"),
    path("mail/confirm/<str:token>/", mailed.confirm, name="confirm_mail"),
    path("g/<slug:code>/", play.game, name="game"),
    path("g/<slug:code>/pulse/", play.pulse, name="game-pulse"),
    path("g/<slug:code>/bid/", play.bid, name="bid"),
    path("g/<slug:code>/aside/", asides.aside, name="game-aside"),
    path("g/<slug:code>/peek/", asides.peek, name="game-peek"),
    path("g/<slug:code>/join/", seating.join, name="game-join"),
    path("g/<slug:code>/leave/", seating.leave, name="game-leave"),
    path("g/<slug:code>/start/", seating.start, name="game-start"),
    path("g/<slug:code>/invite/", seating.invite, name="game-invite"),
    path("g/<slug:code>/renew/", seating.renew_link, name="game-renew-link"),
    path("g/<slug:code>/policy/", seating.policy, name="game-policy"),
    path("g/<slug:code>/come/<str:token>/", seating.come, name="game-link"),
    path("g/<slug:code>/hand/<int:number>/", hands.hand, name="hand"),
    path("g/<slug:code>/replay/", replay.replay, name="replay"),
    path("g/<slug:code>/replay/<int:number>/", replay.replay, name="replay"),
    path("g/<slug:code>/verify/", checking.check, name="verify"),
    path("g/<slug:code>/record.json", replay.record, name="record"),
]
