"""Is all there that was packed?  Run by the Python of a clean environment, away from the checkout.

``.ci/package`` builds the wheel and the sdist, installs each, and runs this file with nothing but them:
the rooms, the weights, the languages and assets, and the commands that people type.
"""

from __future__ import annotations

import importlib.metadata
import io
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import zipfile
from contextlib import suppress
from pathlib import Path

START_S = 180
HAND = "7S 8S 9S 10H 10D 10C JK 2D 2H 2S KC QD 4H 5C"
PARTS = (
    "app.py", "engine/presets.py", "vision/photo.py", "ledger/games.py", "ui/start.py", "ui/pages/score.py",
    "models/manifest.json", "models/indices.onnx", "models/faces.onnx", "ui/assets/app.css", "ui/assets/camera.js",
    "ui/assets/remi-lens.webmanifest", *(f"ui/languages/{code}.po" for code in ("en", "pl", "ro", "fr")),
)  # fmt: skip


def run(*command: str) -> str:
    """What a command says; it must succeed."""
    done = subprocess.run([sys.executable, *command], capture_output=True, encoding="utf-8", timeout=300, check=False)
    assert done.returncode == 0, f"{command}: {done.stderr}"
    return done.stdout


def check_parts() -> None:
    import engine

    place = Path(str(engine.__file__)).parent.parent
    assert place.is_relative_to(Path(sys.prefix)), f"not the installed one: {place}"
    missing = [part for part in PARTS if not (place / part).is_file()]
    assert not missing, f"not packed: {missing}"
    assert not (place / "tests").exists(), "the tests are no part of what is installed"
    assert importlib.metadata.version("remi-lens") == "0.1.0"
    packed = {path.name for path in importlib.metadata.files("remi-lens") or ()}
    assert packed >= {"LICENSE", "NOTICE"}, "the licence and its notices are not packed"


def check_commands(folder: Path) -> None:
    from PIL import Image

    Image.new("RGB", (640, 480), (40, 110, 70)).save(folder / "cloth.png")
    (folder / "no photo.jpg").write_text("hello")
    scanned = json.loads(run("-m", "vision", "scan", str(folder / "cloth.png"), "--jsonl"))
    assert (scanned["size"], scanned["hand"]) == ([640, 480], []), scanned
    advice = json.loads(run("-m", "engine", "advise", "--rules", "remik_trad", "--hand", HAND))
    assert advice["legal"], advice


def check_app(folder: Path) -> None:
    """The command of the README, its page, and the source that the licence promises."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = shutil.which("remi-lens", path=str(Path(sys.executable).parent))
    assert command, "no command remi-lens"
    data = os.environ | {"REMI_LENS_DATA": str(folder / "data")}
    app = subprocess.Popen([command, "--no-browser", "--port", str(port)], env=data, cwd=folder)
    try:
        seconds = wait_for(f"http://localhost:{port}/_stcore/health", app)
        print(f"healthy after {seconds:.1f} s")
        with urllib.request.urlopen(f"http://localhost:{port}/source.zip", timeout=60) as source:
            names = set(zipfile.ZipFile(io.BytesIO(source.read())).namelist())
        assert {"app.py", "LICENSE", "engine/rules.py", "ui/languages/fr.po"} <= names, sorted(names)[:5]
    finally:
        app.terminate()
        app.wait(30)


def wait_for(address: str, app: subprocess.Popen[bytes]) -> float:
    began = time.monotonic()
    while time.monotonic() - began < START_S:
        assert app.poll() is None, "the app ended while starting"
        with suppress(OSError), urllib.request.urlopen(address, timeout=5):
            return time.monotonic() - began
        time.sleep(0.05)
    raise AssertionError("the app did not start")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        check_parts()
        check_commands(Path(folder))
        check_app(Path(folder))
    print("all there")


if __name__ == "__main__":
    main()
