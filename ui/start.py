"""The command ``remi-lens``: starts the app and opens it in the browser."""

from __future__ import annotations

import argparse
import logging
import os
from pathlib import Path

import segno
import streamlit as st
from starlette.middleware import Middleware

from ledger import LedgerTrouble, trouble_of
from ui import state
from ui.gate import INVITATION, LOCAL_NAMES, Gate, network_address, new_key
from ui.routes import ROUTES
from ui.visits import visits

APP = Path(__file__).resolve().parent.parent / "app.py"

SETTINGS: dict[str, str | int | bool] = {
    "browser.gatherUsageStats": False,
    "client.showErrorDetails": "none",
    "client.toolbarMode": "minimal",
    # said though they are the defaults: a stray file of settings must not open a door
    "server.enableCORS": True,
    "server.enableXsrfProtection": True,
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


MOST_PORTS = 65_535


def port(text: str) -> int:
    """A port that a program may listen on; argparse says it in one line where it is none."""
    number = int(text)
    if not 1 <= number <= MOST_PORTS:
        raise ValueError(text)
    return number


def parser() -> argparse.ArgumentParser:
    """The few options that a host may want to set."""
    options = argparse.ArgumentParser(prog="remi-lens", description=__doc__)
    options.add_argument("--port", type=port, default=8501, help="where the page is served, 8501 if nothing is said")
    options.add_argument("--lan", action="store_true", help="let phones in this network in, by QR code")
    options.add_argument("--no-browser", action="store_true", help="do not open a browser window")
    return options


def apologise(problem: Exception) -> bool:
    """A page stumbled: say so in the visitor's language; the log of the host has the details."""
    logging.getLogger("remi-lens").error("a page failed", exc_info=problem)
    of_the_disk = isinstance(problem, (LedgerTrouble, OSError))
    st.error(state.words()(f"trouble.{trouble_of(problem)}" if of_the_disk else "error.page"))
    return True


def invite(address: str) -> None:
    """Show the invitation where the host started the app."""
    os.environ[INVITATION] = address
    segno.make(address, error="m").terminal(compact=True)
    print(address, flush=True)


def main(arguments: list[str] | None = None) -> None:
    """Start the app on this computer only, or with an invitation for the network; stay until it is stopped."""
    options = parser().parse_args(arguments)
    visits().sweep()
    names: tuple[str, ...] = LOCAL_NAMES
    key: str | None = None
    place: dict[str, str | int | bool] = {"server.port": options.port, "server.address": "127.0.0.1"}
    if options.lan:
        here, key = network_address(), new_key()
        names = (*LOCAL_NAMES, here)
        place |= {"server.address": "0.0.0.0", "browser.serverAddress": here}
        invite(f"http://{here}:{options.port}/?key={key}")
    place["server.headless"] = options.no_browser or options.lan
    gate = Middleware(Gate, names=names, key=key)
    st.App(APP, routes=ROUTES, middleware=[gate], on_script_error=apologise).run(config=SETTINGS | LOOK | place)


if __name__ == "__main__":
    main()
