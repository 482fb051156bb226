"""The moderators' panel. It shows what a spectator may see; every change is a command."""

from accounts.staff.admin_site import PAGES, SECTIONS
from games.admin import commands, game_page, index_page, leagues, lists, postmaster, reports

PAGES += [
    ("do/<slug:command>/<slug:target>/", commands.act, "act"),
    ("undo/<int:number>/", commands.undo, "undo"),
    ("find/", index_page.find, "find"),
    ("reports/", reports.queue, "reports"),
    ("reports/<int:number>/", reports.report, "report"),
    ("postmaster/", postmaster.page, "postmaster"),
    ("game/<slug:code>/", game_page.by_code, "game_by_code"),
]
SECTIONS.append(index_page.section)

__all__ = ["leagues", "lists"]
