"""Python reads this before anything else: nothing but this computer is spoken to, and no pickle is opened.

What was tried all the same is refused, and written to the file that REMI_LENS_BREACHES names.
"""

from __future__ import annotations

import os
import sys

LOOPBACK = ("localhost", "127.", "::1", "0.0.0.0", "::")


def is_here(host: object) -> bool:
    """Whether a host is this computer; no host at all is."""
    name = host.decode() if isinstance(host, bytes) else host
    return not isinstance(name, str) or not name or name.startswith(LOOPBACK)


def refused(what: str) -> None:
    with open(os.environ["REMI_LENS_BREACHES"], "a", encoding="utf-8") as breaches:
        breaches.write(f"{what}\n")
    raise PermissionError(f"refused: {what}")


def watch(event: str, arguments: tuple[object, ...]) -> None:
    """Called by Python itself before each of its doors to the outside."""
    if event in {"socket.connect", "socket.sendto"}:
        address = arguments[1]
        if isinstance(address, tuple) and not is_here(address[0]):
            refused(f"{event} {address}")
    elif event in {"socket.getaddrinfo", "socket.gethostbyname"} and not is_here(arguments[0]):
        refused(f"{event} {arguments[0]!r}")
    elif event == "pickle.find_class" and not str(arguments[0]).startswith("babel."):  # the tables it is installed with
        refused(f"{event} {arguments}")


if "REMI_LENS_BREACHES" in os.environ:
    sys.addaudithook(watch)
