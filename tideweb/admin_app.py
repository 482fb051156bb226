"""The admin as an app: Django's, without what it must not show."""

from typing import ClassVar

from django.apps import apps
from django.contrib.admin.apps import AdminConfig


class PanelConfig(AdminConfig):
    """Django's admin, less the pages of other apps that would show secrets."""

    default_site = "accounts.staff.admin_site.PanelSite"
    SECRETS: ClassVar[tuple[str, ...]] = (
        "mfa.Authenticator",
        "usersessions.UserSession",  # whoever has a session's key is that person
        "account.EmailAddress",  # whoever changes an address takes the account
        "account.EmailConfirmation",
        "allauth_idp_oidc.Client",  # their owners make and remove them
        "allauth_idp_oidc.Token",
        "auth.Group",  # what a role may do is fixed (accounts.staff.roles)
    )

    def ready(self) -> None:
        super().ready()
        from django.contrib import admin  # only now are the apps there

        for label in self.SECRETS:
            model = apps.get_model(label)
            if admin.site.is_registered(model):
                admin.site.unregister(model)
