"""A form that comes back with errors begins at the first, which may be far down the page."""

from typing import Any

from django.forms import BoundField, Widget


class FocusedField(BoundField):
    """A field that gets the focus if it is the first one with an error.

    An error of the whole form comes before those of fields, and gets it then.
    """

    @property
    def first_fault(self) -> bool:
        """Whether the page begins here."""
        form = self.form
        if not form.errors or form.non_field_errors():
            return False
        faulty = (field.name for field in form.visible_fields() if field.errors)
        return next(faulty, None) == self.name

    def build_widget_attrs(
        self, attrs: dict[str, Any], widget: Widget | None = None
    ) -> dict[str, Any]:
        """A group of controls has it on its frame instead, or each of them would have it."""
        built = super().build_widget_attrs(attrs, widget)
        if self.first_fault and not self.use_fieldset:
            built["autofocus"] = True
        return built
