from django.apps import AppConfig
from django.db.models.signals import post_migrate


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from accounts import checks, claiming  # noqa: F401 – they register; the models are loaded
        from accounts.canary import plant
        from accounts.incoming import register as takes_mail
        from accounts.mailbox import COLUMNS, OwnLetters
        from accounts.own_kinds import register_kinds
        from accounts.resealing import register
        from accounts.roles import make_groups

        register_kinds()
        register(*COLUMNS)
        takes_mail(OwnLetters())
        post_migrate.connect(plant, sender=self)
        post_migrate.connect(make_groups, sender=self)
