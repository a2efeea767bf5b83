"""The command ``remi-lens``: starts the app and opens it in the browser."""

from __future__ import annotations

import argparse
from pathlib import Path

import streamlit as st

APP = Path(__file__).resolve().parent.parent / "app.py"

SETTINGS: dict[str, str | int | bool] = {
    "browser.gatherUsageStats": False,
    "client.showErrorDetails": "none",
    "client.toolbarMode": "minimal",
    "server.fileWatcherType": "none",
    "server.maxUploadSize": 20,
    "server.maxMessageSize": 50,
    "server.disconnectedSessionTTL": 6 * 3600,
}


def parser() -> argparse.ArgumentParser:
    """The few options that a host may want to set."""
    options = argparse.ArgumentParser(prog="remi-lens", description=__doc__)
    options.add_argument("--port", type=int, default=8501)
    options.add_argument("--no-browser", action="store_true", help="do not open a browser window")
    return options


def main(arguments: list[str] | None = None) -> None:
    """Start the app on this computer only, and stay until it is stopped."""
    options = parser().parse_args(arguments)
    st.App(APP).run(
        config=SETTINGS
        | {
            "server.address": "127.0.0.1",
            "server.port": options.port,
            "server.headless": options.no_browser,
        }
    )


if __name__ == "__main__":
    main()
