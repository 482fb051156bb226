"""The admin app: Django's, without models that it must not show."""

from typing import ClassVar

from django.apps import apps
from django.contrib.admin.apps import AdminConfig


class PanelConfig(AdminConfig):
    """Unregisters models of other apps that would expose secrets."""

    default_site = "accounts.staff.admin_site.PanelSite"
    SECRETS: ClassVar[tuple[str, ...]] = (
        "mfa.Authenticator",
        "usersessions.UserSession",  # a session key is as good as a password
        "account.EmailAddress",  # changing an address takes over the account
        "account.EmailConfirmation",
        "allauth_idp_oidc.Client",  # managed by their owners
        "allauth_idp_oidc.Token",
        "auth.Group",  # the roles are fixed (accounts.security.roles)
    )

    def ready(self) -> None:
        super().ready()
        from django.contrib import admin  # apps must be loaded first

        for label in self.SECRETS:
            model = apps.get_model(label)
            if admin.site.is_registered(model):
                admin.site.unregister(model)
