"""The moderators' panel.  It shows what a spectator may see; what it does are commands."""

from accounts.panel import PAGES, SECTIONS
from games.admin import acting, game_page, leagues, ledgers, reports, start

PAGES += [
    ("do/<slug:command>/<str:target>/", acting.act, "act"),
    ("undo/<int:number>/", acting.undo, "undo"),
    ("find/", start.find, "find"),
    ("reports/", reports.queue, "reports"),
    ("reports/<int:number>/", reports.report, "report"),
    ("game/<slug:code>/", game_page.by_code, "game_by_code"),
]
SECTIONS.append(start.section)

__all__ = ["leagues", "ledgers"]
