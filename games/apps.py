from django.apps import AppConfig
from django.db.models.signals import post_save


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from allauth.account.models import EmailAddress

        from accounts.models import Program
        from accounts.notifications import bounces, preferences
        from accounts.people import account_recovery, guest_sign_in
        from accounts.security import key_rotation  # the models are loaded only now
        from accounts.staff import audit_log
        from games.mail.inbound.registration import register_routes
        from games.mail.registration import register_kinds
        from games.sealed_columns import COLUMNS
        from games.selectors.moderation import stakes
        from games.services.hands import clocks
        from games.services.mail import reply_addresses
        from games.services.people import erasure
        from games.services.seats.unreachable import pause
        from games.services.talk import chat
        from games.web import access
        from games.web.seats import guest_seats

        register_kinds()
        bounces.UNREACHED.append(pause)
        preferences.REMINDED_OTHERWISE.append(clocks.remind_otherwise)
        account_recovery.MOVED.append(reply_addresses.revoke)
        guest_sign_in.COMING.append(guest_seats.come_along)
        guest_sign_in.CARRIED.append(access.LINKS)
        register_routes()
        audit_log.UNREAD.append(stakes.unread_by)
        audit_log.UNSEEN.append(stakes.unseen_abouts)
        key_rotation.register(*COLUMNS)
        post_save.connect(erasure.take_no_address, sender=EmailAddress)
        post_save.connect(chat.hide_new_bot, sender=Program)
