"""`manage.py staff`: gives or removes a moderator role. The first chief is made this way."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from accounts.models import User
from accounts.security import roles
from accounts.staff.audit_log import about_person, append

NOBODY = "none"


class Command(BaseCommand):
    help = "Makes somebody a helper, moderator or chief (docs/moderating.md), or removes the role."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address", help="the e-mail address of an account")
        parser.add_argument("role", choices=[*roles.ROLES, NOBODY])

    def handle(self, *_args: Any, **options: Any) -> None:
        user = User.objects.filter(email=options["address"].lower()).first()
        if user is None:
            raise CommandError("There is no account with this address. Sign up on the site first.")
        role = "" if options["role"] == NOBODY else options["role"]
        with transaction.atomic():
            facts = {"role": role, "before": roles.set_role(user, role)}
            append(None, "set_role", about_person(user.pk), reason="operator", facts=facts)
        self.stdout.write(f"The role of {user.name} is now: {options['role']}.")
        if role and not roles.has_factor(user):
            self.stdout.write("The panel opens once they have set up a second factor.")
