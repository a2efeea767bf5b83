"""The app as people start it, in a process of its own that can speak to this computer only."""

from __future__ import annotations

import http.client
import os
import queue
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GUARD = Path(__file__).parent / "guard"
START_S = 180


@dataclass(frozen=True, slots=True)
class Reply:
    status: int
    body: bytes
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class RunningApp:
    """Where it listens, its process, what it said at the start, and its folder with the guard's notes."""

    port: int
    pid: int
    said: str
    folder: Path

    @property
    def breaches(self) -> list[str]:
        file = self.folder / "breaches"
        return file.read_text("utf-8").splitlines() if file.exists() else []

    def ask(
        self, path: str, method: str = "GET", body: bytes | None = None, host: str = "127.0.0.1", **headers: str
    ) -> Reply:
        connection = http.client.HTTPConnection(host, self.port, timeout=60)
        try:
            connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
            answer = connection.getresponse()
            return Reply(answer.status, answer.read(), dict(answer.getheaders()))
        finally:
            connection.close()

    def talk(self, path: str = "/_stcore/stream", **headers: str) -> int:
        """The status of the answer to a conversation that one tries to begin; 101 is yes."""
        headers |= {"Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13"}
        headers |= {"Sec_WebSocket_Key": "c29tZSBzaXh0ZWVuIGJ5dA=="}
        return self.ask(path, "GET", None, "127.0.0.1", **headers).status

    def listens_on(self, address: str) -> bool:
        with socket.socket() as probe:
            probe.settimeout(5)
            return probe.connect_ex((address, self.port)) == 0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def guarded(folder: Path) -> dict[str, str]:
    """The environment of a process that is cut off, with a data folder of its own."""
    path = os.pathsep.join([str(GUARD), str(ROOT)])
    own = {"REMI_LENS_DATA": str(folder / "data"), "REMI_LENS_BREACHES": str(folder / "breaches"), "PYTHONPATH": path}
    return os.environ | own | {"PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}


@contextmanager
def running(folder: Path, *options: str) -> Iterator[RunningApp]:
    """The app with these options, until the block ends."""
    port = free_port()
    command = [sys.executable, "-m", "ui.start", "--no-browser", "--port", str(port), *options]
    process = subprocess.Popen(
        command, cwd=folder, env=guarded(folder), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    )
    lines: queue.Queue[str] = queue.Queue()
    threading.Thread(target=_listen, args=(process, lines), daemon=True).start()
    try:
        _wait(process, port)
        yield RunningApp(port, process.pid, "".join(lines.queue), folder)
    finally:
        process.terminate()
        process.wait(30)


def _listen(process: subprocess.Popen[str], lines: queue.Queue[str]) -> None:
    assert process.stdout is not None
    with process.stdout as said:
        for line in said:
            lines.put(line)


def _wait(process: subprocess.Popen[str], port: int) -> None:
    end = time.monotonic() + START_S
    while time.monotonic() < end:
        assert process.poll() is None, "the app ended while starting"
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.1)
    raise AssertionError("the app did not start")
