"""Base class for the admin: read-only, and fast however many rows there are.

Game rows are changed by services only, so these pages only show them. Counting a table means
reading it, so lists are paged by an estimate and searched by exact keys.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.contrib import admin
from django.core.paginator import Paginator
from django.db import connection
from django.db.models import Model, QuerySet, Value
from django.db.models.functions import Lower
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.functional import Promise, cached_property
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.security import roles
from accounts.staff import lookup_log as lookups
from accounts.staff.audit_log import append
from accounts.staff.column_names import name_columns
from accounts.text.numbers import whole_number

MAX_COUNTED = 1_000
MAX_FOUND = 500
ADDRESSES = ("email", "address")  # columns that hold e-mail addresses


class EstimatingPaginator(Paginator):  # type: ignore[type-arg]
    """Counts exactly up to 1,000 rows; beyond that it uses PostgreSQL's estimate."""

    @cached_property
    def count(self) -> int:
        if not isinstance(self.object_list, QuerySet):
            return super().count
        some = self.object_list.order_by().values("pk")[: MAX_COUNTED + 1].count()
        if some <= MAX_COUNTED:
            return some
        return max(some, estimated_rows(self.object_list))


def estimated_rows(rows: "QuerySet[Any]") -> int:
    """The planner's row estimate for this query, which reads statistics instead of rows."""
    sql, params = rows.order_by().values("pk").query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", params)
        plan = cursor.fetchone()[0]
    return int(plan[0]["Plan"]["Plan Rows"])


class KnownValues(admin.SimpleListFilter):
    """A filter on `known` values; Django's would scan the whole table to find them."""

    known: ClassVar[Mapping[str, object]]

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(value, value) for value in sorted(self.known)]

    def queryset(self, request: HttpRequest, queryset: "QuerySet[Any]") -> "QuerySet[Any]":
        chosen = self.value()
        return queryset.filter(**{str(self.parameter_name): chosen}) if chosen else queryset


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """A model admin that can't add, change or delete anything.

    `exact_search` lists the lookups that a search term is tried with; each must have an index.
    """

    paginator = EstimatingPaginator
    show_full_result_count = False
    list_per_page = 50
    list_max_show_all = 50
    ordering: ClassVar[Any] = ("-pk",)
    actions: Any = None
    exact_search: tuple[str, ...] = ()
    one: str | Promise = ""  # what moderators call a row, if not by the model's name
    many: str | Promise = ""
    sensitive = ""  # the command that is logged when somebody reads a row
    search_help_text = _("Exactly: an id, a code, a name or an address.")

    def __init__(self, model: type[Model], admin_site: admin.AdminSite) -> None:
        name_columns(model)
        super().__init__(model, admin_site)

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **given: Any
    ) -> "type[ModelForm[Any]]":
        """Without our notes about columns in the models, which are for those who read the code."""
        if self.form is ModelForm:
            given["help_texts"] = {field.name: "" for field in self.opts.fields}
        form: type[ModelForm[Any]] = super().get_form(request, obj, change, **given)
        return form

    def get_search_fields(self, request: HttpRequest) -> tuple[str, ...]:
        return self.exact_search

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Allows only the lookups of the list's filters, with values that PostgreSQL can compare.

        Django accepts any lookup in the URL, so that a password hash, the secret of a link or a
        seat's words for the shuffle could be guessed character by character.
        """
        if "\0" in value:
            return False
        ours = {getattr(each, "parameter_name", None) for each in self.list_filter}
        return lookup in ours or lookup.split("__")[0] in self.list_filter

    def get_search_results(
        self, request: HttpRequest, queryset: "QuerySet[Any]", search_term: str
    ) -> tuple["QuerySet[Any]", bool]:
        """The rows whose id or one of `exact_search` equals the term."""
        term = search_term.strip()
        if not term:
            return queryset, False
        if any(lookup.endswith(ADDRESSES) for lookup in self.exact_search):
            lookups.note(request.user, term, str(self.opts.model_name))
        number = whole_number(term)
        keys = set() if number is None else {number}
        # One query per lookup: joined by OR, none of them would use its index.
        for lookup in self.exact_search:
            rows = self.model._default_manager.filter(**{lookup: Lower(Value(term))})
            keys.update(rows.order_by("-pk").values_list("pk", flat=True)[:MAX_FOUND])
        return queryset.filter(pk__in=keys), False

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """Shows the list under the name it has on the index page."""
        named = {"title": self.many or capfirst(self.opts.verbose_name_plural)}
        return super().changelist_view(request, {**named, **(extra_context or {})})

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: Any = None,
    ) -> Any:
        """Shows a row under the name its list has on the index page."""
        options = self.model._meta
        named = {
            "title": self.one or capfirst(options.verbose_name),
            "list_name": self.many or capfirst(options.verbose_name_plural),
        }
        context = {**named, **(extra_context or {})}
        return super().changeform_view(request, object_id, form_url, context)

    def about(self, row: Any) -> str:
        """How the moderators' log refers to the subject of a sensitive row."""
        return f"{row._meta.model_name}:{row.pk}"

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Any:
        """Fetches a row, and logs that it was read if it is sensitive."""
        row = super().get_object(request, object_id, from_field)
        if row is not None and self.sensitive and isinstance(request.user, User):
            append(request.user, self.sensitive, self.about(row))
        return row

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return roles.may_here(request, roles.HELP)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return roles.may_here(request, roles.HELP)

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
