"""The engine's commands as another program sees them: lines in, lines out."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from typing import Any

Reply = dict[str, Any]


def ask_lines(command: str, lines: Iterable[str]) -> tuple[list[Reply], int]:
    """The replies to raw lines, and the exit status."""
    done = subprocess.run(
        [sys.executable, "-m", "engine", command, "--jsonl"],
        input="\n".join(lines),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.stderr == ""
    return [json.loads(line) for line in done.stdout.splitlines()], done.returncode


def ask(command: str, records: Iterable[Reply]) -> dict[str, Reply]:
    """The replies to records, by id."""
    replies, _ = ask_lines(command, map(json.dumps, records))
    return {reply["id"]: reply for reply in replies}
