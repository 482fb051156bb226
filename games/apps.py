from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games.mail.registration import register_kinds  # the models are loaded only now

        register_kinds()
