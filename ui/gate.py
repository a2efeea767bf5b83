"""Who may come in: only this computer, or in the local network whoever holds the invitation.

The gate stands before everything that the app serves. It looks at three things: that the address
asked for is ours (no other site can point a name at us), that a page of another site does not talk
to us, and, in the local network, that the visitor came by the invitation's key at least once.
"""

from __future__ import annotations

import hmac
import os
import secrets
import socket
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.words import choose_language, words_of

COOKIE = "remi-lens-key"
LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")
COOKIE_SECONDS = 30 * 24 * 3600
INVITATION = "REMI_LENS_INVITATION"
"""Where this process keeps the address that phones may use, for the page that shows it."""


def new_key() -> str:
    return secrets.token_urlsafe(12)


def network_address() -> str:
    """This computer's address in the local network; asking for a route sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def invitation() -> str | None:
    """The address for phones, where the host has opened the app to the network."""
    return os.environ.get(INVITATION)


class Gate:
    """The middleware at the door: ``names`` are the hosts we answer to, ``key`` opens it in the network."""

    def __init__(self, app: ASGIApp, names: tuple[str, ...] = LOCAL_NAMES, key: str | None = None) -> None:
        self.app = app
        self.names = names
        self.key = key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if not (self._is_ours(headers) and self._is_from_us(headers)):
            await self._refuse(scope, receive, send, Response(status_code=403))
        elif self.key is None or self._holds_key(headers):
            await self.app(scope, receive, send)
        else:
            await self._refuse(scope, receive, send, self._at_the_door(scope, headers))

    def _is_ours(self, headers: Headers) -> bool:
        return host_name(headers.get("host", "")) in self.names

    def _is_from_us(self, headers: Headers) -> bool:
        """A browser says which page it speaks for; other programs say nothing."""
        origin = headers.get("origin")
        try:
            return origin is None or urlsplit(origin).netloc == headers.get("host")
        except ValueError:
            return False

    def _holds_key(self, headers: Headers) -> bool:
        try:
            cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
        except CookieError:
            return False
        return cookie is not None and self._fits(cookie.value)

    def _fits(self, key: str) -> bool:
        return hmac.compare_digest(key.encode(), (self.key or "").encode())

    def _at_the_door(self, scope: Scope, headers: Headers) -> Response:
        """With the key in the address one comes in, and the key leaves the address."""
        query = parse_qsl(scope.get("query_string", b"").decode("latin-1"))
        if not any(name == "key" and self._fits(value) for name, value in query):
            words = words_of(choose_language(None, headers.get("accept-language")))
            return PlainTextResponse(words("gate.closed"), status_code=401)
        rest = urlencode([pair for pair in query if pair[0] != "key"])
        here = "/" + scope["path"].lstrip("/\\")  # two strokes would lead to another computer
        answer = RedirectResponse(here + (f"?{rest}" if rest else ""), status_code=303)
        answer.set_cookie(COOKIE, self.key or "", max_age=COOKIE_SECONDS, httponly=True, samesite="strict")
        return answer

    @staticmethod
    async def _refuse(scope: Scope, receive: Receive, send: Send, answer: Response) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        else:
            await answer(scope, receive, send)


def host_name(host: str) -> str:
    """A host without its port: ``localhost:8501`` is ``localhost``."""
    return host.rsplit(":", 1)[0] if not host.endswith("]") else host
