from django.apps import AppConfig
from django.db.models.signals import post_migrate


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from anymail.signals import tracking

        from accounts import (  # noqa: F401 – they register themselves
            checks,
            claiming,
            hooks,
            lately,
            moderating,
            networks,
            preface,
            pushing,
            quarantine,
            sessions,
        )
        from accounts.bounces import Reports
        from accounts.canary import plant
        from accounts.incoming import register as takes_mail
        from accounts.mailbox import COLUMNS, OwnLetters
        from accounts.own_kinds import register_kinds
        from accounts.resealing import register
        from accounts.roles import make_groups
        from accounts.tracking import on_tracking

        register_kinds()
        preface.SOURCES.append(quarantine.mark)
        register(*COLUMNS, *hooks.COLUMNS, *pushing.COLUMNS, *moderating.COLUMNS)
        takes_mail(Reports())
        takes_mail(OwnLetters())
        tracking.connect(on_tracking, dispatch_uid="accounts.tracking")
        post_migrate.connect(plant, sender=self)
        post_migrate.connect(make_groups, sender=self)
