"""What pytest collects, and how property tests draw: where CI is set the same examples every time, else new ones."""

from __future__ import annotations

import os
import signal

from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
if os.environ.get("CI"):
    settings.load_profile("ci")

# Wrong tasks of strangers, one with code that must never run: no modules to collect doctests from.
collect_ignore_glob = ["cases/*"]

# A shell has what it starts in the background ignore Ctrl-C, and that is inherited by every command that a test stops.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
