"""How every Django form looks: the house's own templates for a form and for a field."""

from __future__ import annotations

from django.forms.renderers import TemplatesSetting


class HouseRenderer(TemplatesSetting):
    """Named in ``FORM_RENDERER``; needs ``django.forms`` among the installed apps.

    ``{{ form }}`` gives all fields, ``{{ form.name.as_field_group }}`` one of them: label, control,
    help and errors, which the control names in ``aria-describedby``.
    """

    form_template_name = "pieces/forms/form.html"
    field_template_name = "pieces/forms/field.html"
