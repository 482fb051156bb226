from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from accounts import bounces, resealing  # the models are loaded only now
        from games.columns import COLUMNS
        from games.mail.inbound.registration import register_door
        from games.mail.registration import register_kinds
        from games.services.pausing import pause

        register_kinds()
        bounces.UNREACHED.append(pause)
        register_door()
        resealing.register(*COLUMNS)
