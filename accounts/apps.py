from django.apps import AppConfig
from django.db.models.signals import post_migrate


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from anymail.signals import tracking

        from accounts.email.demo_mailbox import COLUMNS, OwnLetters
        from accounts.email.inbound_routes import register as takes_mail
        from accounts.email.self_test import Returns
        from accounts.notifications import preface, quarantine, web_push, webhooks
        from accounts.notifications.account_kinds import register_kinds
        from accounts.notifications.bounces import Reports
        from accounts.notifications.provider_events import on_tracking
        from accounts.notifications.stop_by_mail import Stops
        from accounts.operation.commit_horizon import empty_foreign_ids

        # imported for their side effect: each module registers itself
        from accounts.people import (  # noqa: F401
            account_recovery,
            first_confirmation,
            guest_upgrade,
        )
        from accounts.security import (  # noqa: F401
            network_fingerprints,
            reauthentication,
            sessions,
            system_checks,
        )
        from accounts.security.key_check import plant
        from accounts.security.key_rotation import register
        from accounts.security.roles import make_groups
        from accounts.staff import audit_log

        register_kinds()
        preface.SOURCES.append(quarantine.mark)
        register(*COLUMNS, *webhooks.COLUMNS, *web_push.COLUMNS, *audit_log.COLUMNS)
        takes_mail(Reports())
        takes_mail(OwnLetters())
        takes_mail(Stops())
        takes_mail(Returns())
        tracking.connect(on_tracking, dispatch_uid="accounts.notifications.provider_events")
        post_migrate.connect(plant, sender=self)
        post_migrate.connect(make_groups, sender=self)
        post_migrate.connect(empty_foreign_ids, sender=self)
