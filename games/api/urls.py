"""URLs below /api/v1/."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path, re_path, register_converter

import accounts.url_converters  # noqa: F401 - it makes <name:…> known
from games.api.about import entry, problems
from games.api.hands import asides, bidding, charts, game, plans, your_moves
from games.api.lobby import deck_words, invitations, rematches, rulesets, tables
from games.api.moderation import commands
from games.api.notifications import notice_preferences, notices, webhooks
from games.api.people import (
    events,
    friends,
    me,
    my_data,
    own_bots,
    own_sessions,
    preferences,
    profiles,
    vacations,
)
from games.api.results import comparison, duplicates, leagues, ratings, records, sandbox
from games.api.schema import document
from games.api.seats import absence, substitutes, votes
from games.api.security import device, keys
from games.api.talk import chat, notes, reports


class CodeConverter:
    """A game's code: letters and digits."""

    regex = "[A-Za-z0-9]{1,40}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class NumberConverter:
    """A number that fits into a database integer."""

    regex = "[0-9]{1,9}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(CodeConverter, "code")
register_converter(NumberConverter, "number")

app_name = "api"
urlpatterns: list[URLPattern | URLResolver] = [
    # Django tries the patterns in order, so the most requested come first.
    path("games/<code:code>/hands/<number:number>/bid", bidding.BidView.as_view(), name="bid"),
    path("games/<code:code>", game.GameView.as_view(), name="game"),
    path("me", me.MeView.as_view(), name="me"),
    path("me/moves", your_moves.MovesView.as_view(), name="moves"),
    path("me/games", tables.MyGamesView.as_view(), name="my_games"),
    path("me/vacations", vacations.VacationsView.as_view(), name="vacations"),
    path("me/vacations/<number:number>", vacations.VacationView.as_view(), name="vacation"),
    path("me/preferences", preferences.PreferencesView.as_view(), name="preferences"),
    path("me/ignored", chat.IgnoredView.as_view(), name="my_ignored"),
    path("me/ignored/<name:name>", chat.IgnoreView.as_view(), name="ignore"),
    path("me/friends", friends.FriendsView.as_view(), name="my_friends"),
    path("me/friends/<name:name>", friends.FriendView.as_view(), name="friend"),
    path("me/wishes", notice_preferences.NoticePreferencesView.as_view(), name="wishes"),
    path("me/notices", notices.NoticesView.as_view(), name="my_notices"),
    path("me/notices/read", notices.ReadView.as_view(), name="read_notices"),
    path("me/webhooks", webhooks.HooksView.as_view(), name="webhooks"),
    path("me/webhooks/<number:number>", webhooks.HookView.as_view(), name="webhook"),
    path("me/webhooks/<number:number>/ping", webhooks.PingView.as_view(), name="ping_webhook"),
    path(
        "me/webhooks/<number:number>/deliveries",
        webhooks.DeliveriesView.as_view(),
        name="webhook_deliveries",
    ),
    path(
        "me/webhooks/<number:number>/deliveries/<number:delivery>/again",
        webhooks.SendAgainView.as_view(),
        name="send_delivery_again",
    ),
    path("me/sessions", own_sessions.SessionsView.as_view(), name="sessions"),
    path("me/sessions/<number:number>", own_sessions.SessionView.as_view(), name="session"),
    path("me/export", my_data.ExportView.as_view(), name="export"),
    path("me/deletion", my_data.DeletionView.as_view(), name="deletion"),
    path("me/bots", own_bots.BotsView.as_view(), name="my_bots"),
    path("me/bots/<number:number>", own_bots.BotView.as_view(), name="bot"),
    path("me/bots/<number:number>/key", own_bots.BotKeyView.as_view(), name="bot_key"),
    path("me/reports", reports.ReportsView.as_view(), name="my_reports"),
    path("events", events.EventsView.as_view(), name="events"),
    path("events/stream", events.StreamView.as_view(), name="event_stream"),
    path("people/<name:name>", profiles.PersonView.as_view(), name="person"),
    path(
        "people/<name:name>/ratings/<slug:ruleset>",
        ratings.StepsView.as_view(),
        name="rating_steps",
    ),
    path("leagues", leagues.LeaguesView.as_view(), name="leagues"),
    path("leagues/<slug:slug>", leagues.LeagueView.as_view(), name="league"),
    path("leagues/<slug:slug>/entry", leagues.EntryView.as_view(), name="league_entry"),
    path("ratings", ratings.RatingsView.as_view(), name="ratings"),
    path("token", keys.TokenView.as_view(), name="token"),
    path("token/<number:number>", keys.KeyView.as_view(), name="key"),
    path("device/code", device.DeviceCodeView.as_view(), name="device_code"),
    path("device/token", device.DeviceTokenView.as_view(), name="device_token"),
    path("records", records.RecordsView.as_view(), name="records"),
    path("sandbox", sandbox.SandboxView.as_view(), name="sandbox"),
    path("rulesets", rulesets.RulesetsView.as_view(), name="rulesets"),
    path("games", tables.GamesView.as_view(), name="games"),
    path("games/<code:code>/join", tables.JoinView.as_view(), name="join"),
    path("games/<code:code>/leave", tables.LeaveView.as_view(), name="leave"),
    path("games/<code:code>/start", tables.StartView.as_view(), name="start"),
    path(
        "games/<code:code>/invitations", invitations.InvitationsView.as_view(), name="invitations"
    ),
    path(
        "games/<code:code>/invitations/<name:name>",
        invitations.KeptSeatView.as_view(),
        name="keep_seat",
    ),
    path("games/<code:code>/words", deck_words.WordsView.as_view(), name="words"),
    path("games/<code:code>/seat", tables.SeatView.as_view(), name="seat"),
    path("seats", substitutes.SeatsView.as_view(), name="seats"),
    path(
        "games/<code:code>/seats/<number:number>/take", substitutes.TakeView.as_view(), name="take"
    ),
    path("games/<code:code>/away", absence.AwayView.as_view(), name="away"),
    path("games/<code:code>/back", absence.BackView.as_view(), name="back"),
    path("games/<code:code>/votes", votes.VotesView.as_view(), name="votes"),
    path("games/<code:code>/votes/<slug:wish>", votes.VoteView.as_view(), name="vote"),
    path("games/<code:code>/go-on", votes.GoOnView.as_view(), name="go_on"),
    path("games/<code:code>/extend", votes.ExtendView.as_view(), name="extend"),
    path("games/<code:code>/rematch", rematches.RematchView.as_view(), name="rematch"),
    path("games/<code:code>/log", game.LogView.as_view(), name="log"),
    path("games/<code:code>/hands/<number:number>", game.HandView.as_view(), name="hand"),
    path("games/<code:code>/plan", plans.PlanView.as_view(), name="plan"),
    path("games/<code:code>/plan/try", plans.TryPlanView.as_view(), name="plan_try"),
    path("games/<code:code>/chat", chat.ChatView.as_view(), name="chat"),
    path("games/<code:code>/chat/read", chat.ReadView.as_view(), name="chat_read"),
    path("games/<code:code>/notes", notes.NotesView.as_view(), name="notes"),
    path("games/<code:code>/notes/shown", notes.ShownView.as_view(), name="show_notes"),
    path("games/<code:code>/notes/<number:number>", notes.NoteView.as_view(), name="note"),
    path("games/<code:code>/asides", asides.AsidesView.as_view(), name="asides"),
    path("games/<code:code>/peek", asides.PeekView.as_view(), name="peek"),
    path("games/<code:code>/record", records.RecordView.as_view(), name="record"),
    path("games/<code:code>/course", charts.CourseView.as_view(), name="course"),
    path("games/<code:code>/comparison", comparison.CompareView.as_view(), name="comparison"),
    path("games/<code:code>/duplicate", duplicates.DuplicateView.as_view(), name="duplicate"),
    path("moderation/commands", commands.CommandsView.as_view(), name="moderation"),
    path("moderation/undo/<number:number>", commands.UndoView.as_view(), name="moderation_undo"),
    path("moderation/<slug:command>", commands.CommandView.as_view(), name="moderate"),
    path("problems", problems.ProblemsView.as_view(), name="problems"),
    path("problems/<slug:problem>", problems.ProblemView.as_view(), name="problem"),
    path("schema/", document.SchemaView.as_view(), name="schema"),
    path("docs/", document.DocsView.as_view(), name="docs"),
    path("", entry.EntryView.as_view(), name="entry"),
    path("guide/<slug:name>.md", entry.GuideView.as_view(), name="guide"),
    re_path("", problems.NowhereView.as_view(), name="nowhere"),
]
