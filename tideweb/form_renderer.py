"""The templates for all Django forms and fields."""

from __future__ import annotations

from django.forms.renderers import TemplatesSetting

from accounts.people.first_fault import FocusedField


class SiteFormRenderer(TemplatesSetting):
    """Named in ``FORM_RENDERER``; needs ``django.forms`` among the installed apps.

    ``{{ form }}`` renders all fields, ``{{ form.name.as_field_group }}`` one: label, control, help
    and errors, which the control references by ``aria-describedby``.
    """

    form_template_name = "pieces/forms/form.html"
    field_template_name = "pieces/forms/field.html"
    bound_field_class = FocusedField
