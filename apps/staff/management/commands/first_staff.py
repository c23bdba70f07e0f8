"""`manage.py first_staff NAME`: the first account of an empty installation."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.staff.accounts import first_account

ON_THIS_SITE = "The site's own address stands before it; SITE_URL would name it.\n"


class Command(BaseCommand):
    help = "Makes the first account and prints the link that sets its password."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--email", default="", help="for mails and single sign-on")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            account = first_account.create(options["username"], options["email"])
        except first_account.FirstAccountRefused as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"“{account.username}” may do everything. Set the password here, once, "
            "within three days:"
        )
        self.stdout.write(settings.SITE_URL.rstrip("/") + first_account.path(account))
        if not settings.SITE_URL:
            self.stdout.write(ON_THIS_SITE)
