"""Nobody comes in from another site, and nobody from the network without the invitation."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from tests.ui.asgi import Answer, ask
from ui.gate import COOKIE, LOCAL_NAMES, Gate, host_name

KEY = "a-key-of-the-table"
HERE = "192.0.2.7"


async def page(_: object) -> PlainTextResponse:
    return PlainTextResponse("the page")


async def talk(socket: WebSocket) -> None:
    await socket.accept()
    await socket.close()


def come(address: str, key: str | None = None, kind: str = "http", **headers: str) -> Answer:
    inner = Starlette(routes=[Route("/", page), WebSocketRoute("/talk", talk)])
    gate = Gate(inner, (*LOCAL_NAMES, HERE), key)
    return ask(gate, address, kind=kind, headers={name.replace("_", "-"): value for name, value in headers.items()})


def test_at_home_no_key_is_asked() -> None:
    assert come("localhost:8501/").text == "the page"
    assert come("localhost:8501/talk", kind="websocket", origin="http://localhost:8501").accepted


@pytest.mark.parametrize("host", ["evil.example", "192.0.2.99", "localhost.evil.example", ""])
def test_other_names_for_this_computer_are_refused(host: str) -> None:
    assert come(f"{host}/").status == 403


def test_pages_of_other_sites_are_refused() -> None:
    assert come("localhost:8501/", origin="http://evil.example").status == 403
    assert come("localhost:8501/", origin="http://localhost:9999").status == 403
    assert come("localhost:8501/", origin="http://localhost:8501").status == 200
    assert not come("localhost:8501/talk", kind="websocket", origin="http://evil.example").accepted


@pytest.mark.parametrize(
    "path", ["", "?key=", "?key=wrong", "photo/x", "_stcore/health", "source.zip", "everything.json"]
)
def test_nothing_without_the_key(path: str) -> None:
    assert come(f"{HERE}:8501/{path}", KEY).status == 401


def test_no_conversation_without_the_key() -> None:
    assert not come(f"{HERE}:8501/talk", KEY, kind="websocket").accepted
    assert come(f"{HERE}:8501/talk", KEY, kind="websocket", cookie=f"{COOKIE}={KEY}").accepted


def test_the_key_opens_once_and_leaves_the_address() -> None:
    door = come(f"{HERE}:8501/?key={KEY}&lang=pl", KEY)
    assert (door.status, door.header("location")) == (303, "/?lang=pl")
    cookie = door.header("set-cookie")
    assert "httponly" in cookie.lower()
    assert come(f"{HERE}:8501/?lang=pl", KEY, cookie=cookie.split(";")[0]).text == "the page"


def test_a_forged_cookie_stays_outside() -> None:
    assert come(f"{HERE}:8501/", KEY, cookie=f"{COOKIE}=forged").status == 401


def test_the_door_speaks_the_visitors_language() -> None:
    assert "kod QR" in come(f"{HERE}:8501/", KEY, accept_language="pl-PL,pl;q=0.9").text


@pytest.mark.parametrize(
    ("host", "name"),
    [("localhost:1", "localhost"), ("localhost", "localhost"), ("[::1]:80", "[::1]"), ("[::1]", "[::1]")],
)
def test_host_names(host: str, name: str) -> None:
    assert host_name(host) == name
