from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from apps.local_servers.supervisor import up


class Command(BaseCommand):
    help = "Runs everything on this machine: servers, site, worker, schedule."

    def add_arguments(self, parser: CommandParser) -> None:
        up.add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        raise SystemExit(up.run(options["host"], options["port"], options["flower"]))
