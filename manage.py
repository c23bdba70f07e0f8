#!/usr/bin/env python
"""Concierge's commands; `make help` lists the ones you are likely to need."""

import sys

from apps.local_servers import command_line

if __name__ == "__main__":
    command_line.main(sys.argv)
