"""Reports whether this installation can serve guests; exits with 1 if it cannot."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand

from apps.ops import doctor
from apps.ops.doctor.finding import Finding

LEVEL_LABELS = {"ok": "ok     ", "warning": "warning", "fault": "FAULT  "}


class Command(BaseCommand):
    help = "Checks environment, models, indexes, beat and helplines."
    # Errors of the settings are findings, too.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="for machines")

    def handle(self, **options: Any) -> None:
        findings = list(doctor.examine())
        is_healthy = not any(finding.level == "fault" for finding in findings)
        if options["json"]:
            report = {
                "healthy": is_healthy,
                "findings": [asdict(finding) for finding in findings],
            }
            self.stdout.write(json.dumps(report, indent=1, ensure_ascii=False))
        else:
            width = max((len(finding.check) for finding in findings), default=0)
            for finding in findings:
                self.stdout.write(_line(finding, width))
        if not is_healthy:
            sys.exit(1)


def _line(finding: Finding, width: int) -> str:
    start = f"{LEVEL_LABELS[finding.level]}  {finding.check:{width}}  "
    line = f"{start}{finding.message}"
    return f"{line}\n{' ' * len(start)}{finding.remedy}" if finding.remedy else line
