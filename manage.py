#!/usr/bin/env python
"""Concierge's commands; `make help` lists the ones you are likely to need."""

import sys

from apps.embedded import entry

if __name__ == "__main__":
    entry.main(sys.argv)
