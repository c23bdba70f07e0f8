"""Becomes another program.

    python -I -S exec_program.py [options] -- program arguments

What has to happen between fork and exec happens here, in a process of its own,
because it is not safe in a forked copy of a threaded one. Standard library only.
"""

import argparse
import ctypes
import os
import signal
import sys
from pathlib import Path

REFUSED = 77
CLONE_NEWUSER = 0x10000000
PR_SET_PDEATHSIG = 1
NOBODY = 65534


def enter_user_namespace() -> None:
    """Inside, root appears as `nobody`, and its files stay root's."""
    uid, gid = os.geteuid(), os.getegid()
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWUSER):
        sys.exit(REFUSED)
    try:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{NOBODY} {uid} 1")
        Path("/proc/self/gid_map").write_text(f"{NOBODY} {gid} 1")
    except OSError:
        sys.exit(REFUSED)


def switch_user(uid: int) -> None:
    os.setgroups([])
    os.setgid(uid)
    os.setuid(uid)


def exit_with_parent(parent: int) -> None:
    """Asks Linux for a SIGKILL at the parent's end, however it ends."""
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before we asked
        sys.exit(1)


def detach() -> None:
    """Goes on in a child that nobody waits for; prints the child's pid."""
    os.setsid()
    child = os.fork()
    if child:
        print(child)  # noqa: T201 - the answer to the caller
        sys.stdout.flush()
        os._exit(0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--namespace", action="store_true")
    parser.add_argument("--user", type=int)
    parser.add_argument("--exit-with-parent", type=int)
    parser.add_argument("--detach", action="store_true")
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    if options.namespace:
        enter_user_namespace()
    if options.user:
        switch_user(options.user)
    if options.exit_with_parent:
        exit_with_parent(options.exit_with_parent)
    if options.detach:
        detach()
    os.execvp(options.command[0], options.command)  # noqa: S606


if __name__ == "__main__":
    main()
