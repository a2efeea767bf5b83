"""What distributions and all that they need take on the disk: ``python sizes.py NAME …`` prints ``[libraries, bytes]``.

Stands alone, so that it can be run by the Python of another environment.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import re
import sys
from collections.abc import Iterable

_NAME = re.compile(r"[A-Za-z0-9._-]+")


def needs(names: Iterable[str]) -> set[str]:
    """These distributions and all that they need, without extras, as far as they are installed."""
    wanted, seen = [re.sub(r"[-_.]+", "-", name).lower() for name in names], set()
    while wanted:
        name = wanted.pop()
        if name in seen or not installed(name):
            continue
        seen.add(name)
        lines = importlib.metadata.requires(name) or []
        plain = [found[0] for line in lines if "extra ==" not in line and (found := _NAME.match(line))]
        wanted += [re.sub(r"[-_.]+", "-", each).lower() for each in plain]
    return seen


def installed(name: str) -> bool:
    try:
        importlib.metadata.distribution(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def size(names: Iterable[str]) -> int:
    """The bytes of their files."""
    paths = {str(file.locate()) for name in names for file in importlib.metadata.files(name) or ()}
    return sum(os.path.getsize(path) for path in paths if os.path.isfile(path))


if __name__ == "__main__":
    found = needs(sys.argv[1:])
    print(json.dumps([len(found), size(found)]))
