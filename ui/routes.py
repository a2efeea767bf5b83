"""What the browser fetches besides the pages: photos in and out, the icon, the source code.

Photos go through a route of their own, so that they are on disk before anything else happens and
are never carried through a page's memory.
"""

from __future__ import annotations

import asyncio
import io
import zipfile
from dataclasses import asdict
from functools import cache
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ledger import Ledger, LedgerTrouble, trouble_of
from ui.visits import is_name, visits
from ui.watching import look

MAX_PHOTO_BYTES = 20 * 1024 * 1024
ROOT = Path(__file__).resolve().parent.parent
ASSETS = Path(__file__).parent / "assets"
PACKED = Path(__file__).parent / "source"
"""Where an installed program keeps what stands beside the rooms in a checkout."""
EVERYTHING = "remi-lens-everything.json"
ROOMS = ("engine", "vision", "ledger", "ui")


class TooLarge(Exception):
    """More bytes came than a photo may have."""


async def receive_photo(request: Request) -> Response:
    """Keep a photo that a visitor sends; the answer is its name, or 413: too large, or 507: no room."""
    visit = request.path_params["visit"]
    if not is_name(visit):
        return JSONResponse({"error": "unknown_visit"}, status_code=404)
    try:
        data = await bounded_body(request, MAX_PHOTO_BYTES)
    except TooLarge:
        return JSONResponse({"error": "file_too_large"}, status_code=413)
    try:
        name = await run_in_threadpool(visits().add_photo, visit, data)
    except OSError as problem:
        return JSONResponse({"error": trouble_of(problem)}, status_code=507)
    return JSONResponse({"name": name})


async def bounded_body(request: Request, limit: int) -> bytes:
    """The bytes that were sent, refused as soon as they are known to be too many."""
    if int(request.headers.get("content-length") or 0) > limit:
        raise TooLarge
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > limit:
            raise TooLarge
    return bytes(body)


async def watch_frame(request: Request) -> Response:
    """Read one frame of a visitor's camera; the answer says what it shows."""
    visit = request.path_params["visit"]
    if not is_name(visit):
        return JSONResponse({"error": "unknown_visit"}, status_code=404)
    try:
        frame = await bounded_body(request, MAX_PHOTO_BYTES)
    except TooLarge:
        return JSONResponse({"error": "file_too_large"}, status_code=413)
    seen = await asyncio.wrap_future(look(visit, frame, take="take" in request.query_params))
    return JSONResponse(asdict(seen) | {"hand": list(map(str, seen.hand))})


async def show_picture(request: Request) -> Response:
    """The upright picture of a photo; who knows the visit may see it."""
    visit, name = request.path_params["visit"], request.path_params["name"]
    jpeg = await run_in_threadpool(visits().picture, visit, name)
    if jpeg is None:
        return Response(status_code=404)
    return Response(jpeg, media_type="image/jpeg", headers={"Cache-Control": "private, max-age=86400, immutable"})


async def show_asset(request: Request) -> Response:
    """The icons of the home screen and the manifest that names them."""
    types = {".svg": "image/svg+xml", ".webmanifest": "application/manifest+json", ".png": "image/png"}
    path = ASSETS / Path(request.path_params["name"]).name
    if path.suffix not in types or not path.is_file():
        return Response(status_code=404)
    picture = await run_in_threadpool(path.read_bytes)
    return Response(picture, media_type=types[path.suffix], headers={"Cache-Control": "max-age=3600"})


async def send_source(request: Request) -> Response:
    """The program's source code, as the AGPL promises to everyone who uses it over a network."""
    archive = await run_in_threadpool(source_archive)
    return Response(
        archive,
        media_type="application/zip",
        headers={"Content-Disposition": 'attachment; filename="remi-lens-source.zip"'},
    )


async def send_everything(request: Request) -> Response:
    """All that the ledger keeps, as one file to take away; 503 and why, where it cannot be read."""
    try:
        text = await run_in_threadpool(Ledger.at_home().export)
    except LedgerTrouble as problem:
        return JSONResponse({"error": problem.trouble}, status_code=503)
    return Response(
        text,
        media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{EVERYTHING}"', "Cache-Control": "no-store"},
    )


@cache
def source_archive() -> bytes:
    """All files that this program runs from, without the weights."""
    kept = {".py", ".po", ".css", ".js", ".svg", ".webmanifest", ".md", ".toml", ".json", ".png"}
    paths = [path for room in (*ROOMS, "models") for path in sorted((ROOT / room).rglob("*")) if path.suffix in kept]
    single = ("app.py", "pyproject.toml", "README.md", "LICENSE", "NOTICE", "CONTRIBUTING.md")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in paths:
            archive.write(path, path.relative_to(ROOT))
        for name in single:
            path = ROOT / name if (ROOT / name).is_file() else PACKED / name
            if path.is_file():
                archive.write(path, name)
    return packed.getvalue()


ROUTES = [
    Route("/photo/{visit}", receive_photo, methods=["POST"]),
    Route("/photo/{visit}/{name}", show_picture),
    Route("/live/{visit}", watch_frame, methods=["POST"]),
    Route("/asset/{name}", show_asset),
    Route("/source.zip", send_source),
    Route("/everything.json", send_everything),
]
