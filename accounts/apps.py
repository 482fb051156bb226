from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from accounts import claiming  # noqa: F401 – connects its signal; the models are loaded now
