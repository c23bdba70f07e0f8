"""Says whether this installation can serve guests; exit 1 when something is broken."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand

from apps.ops import doctor
from apps.ops.doctor.finding import Finding

SIGNS = {"ok": "ok     ", "warning": "warning", "fault": "FAULT  "}


class Command(BaseCommand):
    help = "Checks environment, models, indexes, beat and helplines."
    # A setting that contradicts another is a finding, not the end of the examination.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="for machines")

    def handle(self, **options: Any) -> None:
        findings = list(doctor.examine())
        is_well = not any(one.level == "fault" for one in findings)
        if options["json"]:
            told = {"healthy": is_well, "findings": [asdict(one) for one in findings]}
            self.stdout.write(json.dumps(told, indent=1, ensure_ascii=False))
        else:
            for one in findings:
                self.stdout.write(_line(one))
        if not is_well:
            sys.exit(1)


def _line(finding: Finding) -> str:
    line = f"{SIGNS[finding.level]}  {finding.check:12}{finding.message}"
    return f"{line}\n{' ' * 21}{finding.remedy}" if finding.remedy else line
