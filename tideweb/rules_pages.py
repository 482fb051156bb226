"""The rules pages: the list of all games, and the page of each game that has one."""

from __future__ import annotations

from typing import Any

from django.http import Http404

from games.wording import wording
from games.wording.rules_pages import RULES_PAGES
from tideweb.pages import SitePage


class Rules(SitePage):
    """`/rules/`."""

    template_name = "site/rules.html"
    nav = "rules"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        found = [(slug, wording(slug), page.summary()) for slug, page in RULES_PAGES.items()]
        return super().get_context_data(**kwargs, games=found)


class GameRules(SitePage):
    """`/rules/rowboat/`."""

    nav = "rules"

    def get_template_names(self) -> list[str]:
        return [RULES_PAGES[self.kwargs["slug"]].TEMPLATE]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        if self.kwargs["slug"] not in RULES_PAGES:
            raise Http404
        return super().get_context_data(**kwargs, **RULES_PAGES[self.kwargs["slug"]].context())
