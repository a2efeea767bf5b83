"""The command ``remi-lens``: starts the app and opens it in the browser."""

from __future__ import annotations

import argparse
import logging
from pathlib import Path

import streamlit as st

from ui import state
from ui.routes import ROUTES
from ui.visits import visits

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
LOOK: dict[str, str | int | bool] = {
    "theme.baseRadius": "0.8rem",
    "theme.font": "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
    "theme.headingFont": "Georgia, 'DejaVu Serif', 'Times New Roman', serif",
    "theme.light.primaryColor": "#1f6149",
    "theme.light.backgroundColor": "#f7f4ec",
    "theme.light.secondaryBackgroundColor": "#ece6d6",
    "theme.light.textColor": "#1d2521",
    "theme.light.borderColor": "#d5cdb9",
    "theme.dark.primaryColor": "#58b48f",
    "theme.dark.backgroundColor": "#101915",
    "theme.dark.secondaryBackgroundColor": "#1b2822",
    "theme.dark.textColor": "#ecebe2",
    "theme.dark.borderColor": "#33443b",
}


def parser() -> argparse.ArgumentParser:
    """The few options that a host may want to set."""
    options = argparse.ArgumentParser(prog="remi-lens", description=__doc__)
    options.add_argument("--port", type=int, default=8501)
    options.add_argument("--no-browser", action="store_true", help="do not open a browser window")
    return options


def apologise(problem: Exception) -> bool:
    """A page stumbled: say so in the visitor's language; the log of the host has the details."""
    logging.getLogger("remi-lens").error("a page failed", exc_info=problem)
    st.error(state.words()("error.page"))
    return True


def main(arguments: list[str] | None = None) -> None:
    """Start the app on this computer only, and stay until it is stopped."""
    options = parser().parse_args(arguments)
    visits().sweep()
    place = {"server.address": "127.0.0.1", "server.port": options.port, "server.headless": options.no_browser}
    st.App(APP, routes=ROUTES, on_script_error=apologise).run(config=SETTINGS | LOOK | place)


if __name__ == "__main__":
    main()
