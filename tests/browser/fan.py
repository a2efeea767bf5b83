"""A fan of cards as a photo: drawn in the browser, with indices as they are printed on real cards."""

from __future__ import annotations

from math import cos, radians, sin

from playwright.sync_api import Browser

from engine.cards import Card, Hand, Rank
from ui.parts.cards import SHAPES

WIDTH, HEIGHT = 1600, 1100
STEP = 6.2
"""Degrees from card to card."""
RADIUS = 900
RED, BLACK = "#c3141e", "#14161a"


def fan_photo(browser: Browser, faces: str) -> bytes:
    """A JPEG of these cards held in a fan on a green cloth."""
    hand = [face for face in Hand.parse(faces) if isinstance(face, Card)]
    cards = "".join(_card(card, place - (len(hand) - 1) / 2) for place, card in enumerate(hand))
    page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
    page.set_content(f'<body style="margin:0;background:#3d6b52;overflow:hidden">{cards}</body>')
    picture = page.screenshot(type="jpeg", quality=90)
    page.close()
    return picture


def framed(faces: str, number: int) -> tuple[float, float, float, float]:
    """A frame round the upper index of one card: left, top, right, bottom in parts of the photo."""
    angle = radians((number - (len(Hand.parse(faces)) - 1) / 2) * STEP)
    middle = (WIDTH / 2 + RADIUS * sin(angle), 1180 - RADIUS * cos(angle) + 150)
    x = middle[0] - 118 * cos(angle) + 152 * sin(angle)
    y = middle[1] - 118 * sin(angle) - 152 * cos(angle)
    return (x - 40) / WIDTH, (y - 58) / HEIGHT, (x + 40) / WIDTH, (y + 58) / HEIGHT


def _card(card: Card, place: float) -> str:
    angle = place * STEP
    x = WIDTH / 2 + RADIUS * sin(radians(angle)) - 150
    y = 1180 - RADIUS * cos(radians(angle)) - 60
    colour = RED if card.suit.is_red else BLACK
    index = _index(card)
    return (
        f'<div style="position:absolute;left:{x:.1f}px;top:{y:.1f}px;width:300px;height:420px;border-radius:18px;'
        f"background:#fdfcf7;border:1px solid #999;box-shadow:0 2px 6px #0006;color:{colour};"
        f'transform:rotate({angle:.2f}deg)">'
        f'<div style="position:absolute;left:9px;top:12px">{index}</div>'
        f'<div style="position:absolute;right:9px;bottom:12px;transform:rotate(180deg)">{index}</div>'
        f'<div style="position:absolute;left:90px;top:150px">{_pip(card, 120)}</div></div>'
    )


def _index(card: Card) -> str:
    rank = str(card.rank) if card.rank is not Rank.TEN else '<span style="letter-spacing:-.14em">10</span>'
    return (
        f"<div style=\"width:46px;text-align:center;font:bold 56px/50px 'DejaVu Serif',Georgia,serif\">{rank}</div>"
        f'<div style="width:46px;text-align:center">{_pip(card, 38)}</div>'
    )


def _pip(card: Card, size: int) -> str:
    path = f'<path d="{SHAPES[str(card.suit)]}" fill="currentColor"/>'
    return f'<svg width="{size}" height="{size}" viewBox="0 0 24 24">{path}</svg>'
