"""Speaks to an ASGI app without a network: one request, one answer."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import unquote

from starlette.types import ASGIApp, Message


@dataclass(slots=True)
class Answer:
    """What came back: a page, or for a conversation whether it was accepted."""

    messages: list[Message] = field(default_factory=list)

    @property
    def status(self) -> int:
        return int(next(message["status"] for message in self.messages if message["type"] == "http.response.start"))

    @property
    def body(self) -> bytes:
        return b"".join(
            message.get("body", b"") for message in self.messages if message["type"] == "http.response.body"
        )

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def accepted(self) -> bool:
        return any(message["type"] == "websocket.accept" for message in self.messages)

    def header(self, name: str) -> str:
        start = next(message for message in self.messages if message["type"] == "http.response.start")
        return next((value.decode() for key, value in start["headers"] if key.decode() == name), "")


def ask(
    app: ASGIApp,
    address: str,
    *,
    method: str = "GET",
    headers: dict[str, str] | None = None,
    body: Iterable[bytes] = (b"",),
    kind: str = "http",
) -> Answer:
    """One request; ``address`` is host and path, ``body`` the pieces in which it arrives."""
    host, _, rest = address.partition("/")
    path, _, query = rest.partition("?")
    pairs = {"host": host} | (headers or {})
    scope = {
        "type": kind, "method": method, "path": unquote(f"/{path}"), "raw_path": f"/{path}".encode(), "root_path": "",
        "query_string": query.encode(), "scheme": "http", "http_version": "1.1", "server": (host, 80), "client": None,
        "headers": [(name.encode(), value.encode()) for name, value in pairs.items()], "subprotocols": [],
    }  # fmt: skip
    answer = Answer()
    pieces = list(body)

    async def receive() -> Message:
        if kind == "websocket":
            return {"type": "websocket.connect"}
        piece = pieces.pop(0) if pieces else b""
        return {"type": "http.request", "body": piece, "more_body": bool(pieces)}

    async def send(message: Message) -> None:
        answer.messages.append(message)

    async def conversation() -> None:
        await app(scope, receive, send)

    asyncio.run(conversation())
    return answer
