"""A rendered photo of cards, with the exact place of every index that can be seen.

Cards lie in a plane (``layouts``); a camera looks at it from some angle; each card is drawn over
those below it with its shadow; at last the picture is bent a little (cards are never flat) and
photographed. What is visible is known from a map of which card owns which pixel.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import FACES, JOKER, Face
from vision.training.artwork import Deck, Pixels, load_decks
from vision.training.layouts import Layout, Pose, lay
from vision.training.photography import Conditions, photograph, smooth_field
from vision.training.printing import IndexStyle, PrintedCard, Quad, card_back, draw_card, original_card, random_style
from vision.training.surroundings import add_clutter, add_finger, background, load_backgrounds

Random = np.random.Generator
Homography = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Art:
    """Everything that scenes are made from."""

    decks: list[Deck]
    backgrounds: list[Pixels]

    @classmethod
    def load(cls, folder: Path, held_out: bool = False) -> Art:
        """Read a folder of artwork; ``held_out`` takes the families kept for validation."""
        return cls(load_decks(folder, held_out), load_backgrounds(folder / "backgrounds"))


@dataclass(frozen=True, slots=True)
class Recipe:
    """What to render.

    ``index_height`` is the range of an index's height in pixels when the camera looks at a part of
    the scene; with ``whole`` it steps back until all cards are in the picture. ``letters`` fixes
    the court alphabet; ``original`` is how often a deck keeps its own indices; scenes of one ``printer``
    (any number) all show the same deck.
    """

    size: tuple[int, int] = (448, 448)
    layouts: tuple[Layout, ...] = tuple(Layout)
    shares: tuple[float, ...] = (0.46, 0.12, 0.05, 0.13, 0.1, 0.1, 0.04, 0.0, 0.0)
    cards: tuple[int, int] = (1, 15)
    index_height: tuple[float, float] = (13.0, 100.0)
    whole: bool = False
    hardness: tuple[float, float] = (0.0, 1.0)
    jokers: float = 0.08
    equal_pairs: int = 0
    original: float = 0.45
    letters: str | None = None
    printer: int | None = None


@dataclass(frozen=True, slots=True)
class IndexLabel:
    """One printed index in the picture: quad, the card's centre, what is printed, how much is seen (0–1)."""

    quad: Quad
    centre: NDArray[np.float32]
    rank: str
    suit: str
    visible: float
    card: int


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture, the faces of its cards from the undermost up (``None``: face down), and their indices.

    ``groups`` are the numbers of cards that lie together, as they are read; empty where nobody could say.
    """

    image: Pixels
    faces: tuple[Face | None, ...]
    indices: tuple[IndexLabel, ...]
    groups: tuple[tuple[int, ...], ...] = ()


@dataclass(slots=True)
class _Canvas:
    """The picture being drawn, and which card owns each pixel (-1: none)."""

    image: Pixels
    owner: NDArray[np.int16]
    drawn: list[tuple[PrintedCard, Homography]] = field(default_factory=list)


def render(recipe: Recipe, art: Art, random: Random) -> Scene:
    """One scene; the same recipe, art and random state give the same scene."""
    layout = recipe.layouts[int(random.choice(len(recipe.layouts), p=_normalised(recipe)))]
    cards = _print_cards(layout, recipe, art, random)
    aspect = cards[0].texture.shape[1] / cards[0].texture.shape[0] if cards else 0.7
    lying = lay(layout, len(cards), aspect, random)
    placed = lying.poses
    camera = (
        _whole_view(placed, aspect, recipe, random)
        if recipe.whole
        else _close_view(cards, placed, layout, recipe, random)
    )
    canvas = _blank(recipe.size, art, random)
    _draw_cards(canvas, cards, placed, camera, random)
    if layout is Layout.FAN and cards:
        _draw_hand(canvas, random)
    image, labels = _bend(canvas, random)
    sharpness = float(np.median([_height(label.quad) for label in labels])) if labels else 30.0
    conditions = Conditions(random.uniform(*recipe.hardness), sharpness)
    faces = tuple(card.face for card in cards)
    return Scene(photograph(image, conditions, random), faces, labels, lying.groups)


def _normalised(recipe: Recipe) -> NDArray[np.float64]:
    shares = np.array(recipe.shares[: len(recipe.layouts)], np.float64)
    return np.asarray(shares / shares.sum())


def _print_cards(layout: Layout, recipe: Recipe, art: Art, random: Random) -> list[PrintedCard]:
    """The cards of one scene, all from one pack or two of the same printer."""
    if layout is Layout.NONE:
        return []
    press = random if recipe.printer is None else np.random.default_rng(recipe.printer)
    deck = art.decks[int(press.integers(len(art.decks)))]
    style = random_style(press, recipe.letters)
    own = deck.index_box is not None and deck.has_courts and recipe.letters in (None, deck.letters)
    keep = own and press.random() < recipe.original
    faces = _deal(_count(layout, recipe, random), recipe, random)
    return [_print_one(deck, style, face, keep, _dice(recipe, random)) for face in faces]


def _dice(recipe: Recipe, random: Random) -> Random:
    """One printer prints a face alike every time."""
    return random if recipe.printer is None else np.random.default_rng(recipe.printer)


def _count(layout: Layout, recipe: Recipe, random: Random) -> int:
    low, high = recipe.cards
    if layout in (Layout.SINGLES, Layout.HEAP):
        high = max(low, min(high, 8))
    if layout is Layout.FAN and low < 5 <= high and random.random() < 0.8:
        low = 5
    return int(random.integers(low, high + 1))


def _deal(count: int, recipe: Recipe, random: Random) -> list[Face | None]:
    """Cards of two packs, some of them twice where the recipe asks for it; seldom one face down."""
    faces: list[Face | None] = [FACES[int(place)] for place in random.permutation(104)[:count] % 52]
    for pair in range(min(recipe.equal_pairs, count // 2)):
        faces[2 * pair] = faces[2 * pair + 1]
    for place in range(2 * recipe.equal_pairs, count):
        if random.random() < recipe.jokers:
            faces[place] = JOKER
        elif not recipe.whole and random.random() < 0.02:
            faces[place] = None
    random.shuffle(faces)
    return faces


def _print_one(deck: Deck, style: IndexStyle, face: Face | None, keep: bool, random: Random) -> PrintedCard:
    if face is None:
        return card_back(deck, random)
    if keep and face is not JOKER:
        return original_card(deck, face)  # type: ignore[arg-type]
    return draw_card(deck, style, face, random)


def _looking(
    focus: NDArray[np.float64], card_pixels: float, size: tuple[int, int], tilt: float, turn: float, random: Random
) -> Homography:
    """A camera over ``focus`` (plane units) that sees a card ``card_pixels`` high there."""
    distance = random.uniform(2.5, 9.0)
    way = random.uniform(0, 2 * np.pi)
    axis = np.array([[np.cos(way), -np.sin(way), 0], [np.sin(way), np.cos(way), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    rotation = axis @ lean @ axis.T @ spin
    flat = np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, distance]])
    lens = np.array([[card_pixels * distance, 0, size[0] / 2], [0, card_pixels * distance, size[1] / 2], [0, 0, 1]])
    return np.asarray(lens @ flat @ np.array([[1, 0, -focus[0]], [0, 1, -focus[1]], [0, 0, 1]]))


def _close_view(
    cards: list[PrintedCard], placed: list[Pose], layout: Layout, recipe: Recipe, random: Random
) -> Homography:
    """Somewhere near one of the indices, at a random distance, the picture turned anyhow."""
    tilt = abs(random.normal(0, np.radians(22)))
    turn = random.uniform(0, 2 * np.pi)
    seen = [place for place, card in enumerate(cards) if card.marks]
    if not seen:
        return _looking(np.zeros(2), 200.0, recipe.size, min(tilt, 1.0), turn, random)
    place = int(random.choice(seen))
    card = cards[place]
    height = card.texture.shape[0]
    mark = card.marks[int(random.integers(len(card.marks))) if random.random() < 0.3 else 0]
    focus = _project(placed[place], mark.quad.mean(axis=0, keepdims=True) / height)[0] + random.normal(0, 0.25, 2)
    wanted = float(np.exp(random.uniform(*np.log(recipe.index_height))))
    pixels = wanted / (max(_height(mark.quad), 0.08 * height) / height)
    return _looking(focus, min(pixels, 900.0), recipe.size, min(tilt, 1.0), turn, random)


def _whole_view(placed: list[Pose], aspect: float, recipe: Recipe, random: Random) -> Homography:
    """Far enough away that every card is in the picture, held roughly upright."""
    tilt = min(abs(random.normal(0, np.radians(14))), 0.7)
    turn = random.normal(0, 0.25) if random.random() < 0.8 else random.uniform(0, 2 * np.pi)
    corners = np.array([[0, 0], [aspect, 0], [aspect, 1], [0, 1]], np.float64)
    points = np.vstack([_project(pose, corners) for pose in placed]) if placed else corners
    focus = (points.min(axis=0) + points.max(axis=0)) / 2
    trial = _looking(focus, 100.0, recipe.size, tilt, turn, random)
    seen = _project(trial, points)
    middle = (seen.min(axis=0) + seen.max(axis=0)) / 2
    room = (np.array(recipe.size) / (seen.max(axis=0) - seen.min(axis=0))).min() * random.uniform(0.62, 0.94)
    fit = np.array(
        [[room, 0, recipe.size[0] / 2 - room * middle[0]], [0, room, recipe.size[1] / 2 - room * middle[1]], [0, 0, 1]]
    )
    return np.asarray(fit @ trial)


def _project(matrix: NDArray[np.float64], points: NDArray[np.floating]) -> NDArray[np.float64]:
    """Points (n × 2) through a homography."""
    mapped = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(mapped[:, :2] / np.maximum(mapped[:, 2:], 1e-6))


def _height(quad: NDArray[np.floating]) -> float:
    return float(np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2


def _blank(size: tuple[int, int], art: Art, random: Random) -> _Canvas:
    image = np.ascontiguousarray(background(size, art.backgrounds, random)).copy()
    add_clutter(image, art.decks, random)
    return _Canvas(image, np.full((size[1], size[0]), -1, np.int16))


@dataclass(frozen=True, slots=True)
class _Finish:
    """What all cards of a scene share: rounding, the look of their edges, their shadows."""

    rounding: float
    edge: int
    shadow: float
    softness: int
    shift: NDArray[np.float64]


def _draw_cards(
    canvas: _Canvas, cards: list[PrintedCard], placed: list[Pose], camera: Homography, random: Random
) -> None:
    finish = _Finish(
        rounding=random.uniform(0.03, 0.075),
        edge=int(random.integers(120, 235)),
        shadow=random.uniform(0.05, 0.6),
        softness=int(random.integers(1, 9)),
        shift=random.normal(0, 0.02, 2),
    )
    for number, (card, pose) in enumerate(zip(cards, placed, strict=True)):
        _draw_card(canvas, card, camera @ pose, number, finish, random)


def _draw_card(
    canvas: _Canvas, card: PrintedCard, matrix: Homography, number: int, finish: _Finish, random: Random
) -> None:
    """One card over what is there already; ``matrix`` maps card coordinates (height 1) to pixels."""
    height, width = card.texture.shape[:2]
    outline = _project(matrix, np.array([[0, 0], [width, 0], [width, height], [0, height]]) / height)
    canvas.drawn.append((card, matrix))
    window = _window(outline, canvas.image.shape, margin=24)
    if window is None:
        return
    x0, y0, x1, y1 = window
    part = canvas.image[y0:y1, x0:x1]
    tall = float(np.linalg.norm(outline[3] - outline[0]) + np.linalg.norm(outline[2] - outline[1])) / 2
    _drop_shadow(part, outline - (x0, y0) + finish.shift * tall, finish, tall)
    texture = _finished(card.texture, tall, finish, random)
    scale = texture.shape[0]
    move = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]]) @ matrix @ np.diag([1 / scale, 1 / scale, 1])
    warped = cv2.warpPerspective(texture, move, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
    alpha = warped[..., 3:].astype(np.uint16)
    part[:] = ((warped[..., :3] * alpha + part * (255 - alpha) + 127) // 255).astype(np.uint8)
    canvas.owner[y0:y1, x0:x1][warped[..., 3] > 127] = number


def _window(outline: NDArray[np.float64], shape: tuple[int, ...], margin: int) -> tuple[int, int, int, int] | None:
    low, high = outline.min(axis=0) - margin, outline.max(axis=0) + margin
    x0, y0 = max(0, int(low[0])), max(0, int(low[1]))
    x1, y1 = min(shape[1], int(high[0]) + 1), min(shape[0], int(high[1]) + 1)
    return (x0, y0, x1, y1) if x1 - x0 > 2 and y1 - y0 > 2 and (high - low).max() < 6000 else None


def _drop_shadow(part: Pixels, outline: NDArray[np.float64], finish: _Finish, tall: float) -> None:
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 255)
    size = max(1, round(finish.softness * tall / 250)) * 2 + 1
    soft = np.asarray(cv2.blur(mask, (size, size)), dtype=np.uint16)
    keep = 256 - (soft * int(finish.shadow * 256)) // 255
    part[:] = ((part * keep[..., None]) >> 8).astype(np.uint8)


def _finished(texture: Pixels, tall: float, finish: _Finish, random: Random) -> NDArray[np.uint8]:
    """The texture at about its size in the picture, with rounded corners (alpha), an edge, its own light."""
    height, width = texture.shape[:2]
    scale = min(1.0, 1.25 * tall / height)
    size = (max(4, round(width * scale)), max(4, round(height * scale)))
    small = cv2.resize(texture, size, interpolation=cv2.INTER_AREA) if scale < 1 else texture.copy()
    small = cv2.convertScaleAbs(small, alpha=random.uniform(0.9, 1.03))
    cv2.rectangle(small, (0, 0), (size[0] - 1, size[1] - 1), (finish.edge,) * 3, 1)
    return np.dstack([small, _rounded(size, max(1, round(finish.rounding * size[0])))])


def _rounded(size: tuple[int, int], radius: int) -> NDArray[np.uint8]:
    width, height = size
    mask = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (radius, 0), (width - 1 - radius, height - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (width - 1, height - 1 - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1)
    return mask


def _draw_hand(canvas: _Canvas, random: Random) -> None:
    """A thumb in front of the fan, sometimes fingers beside it, seldom one over an index."""
    if random.random() < 0.3:
        return
    _, matrix = canvas.drawn[int(random.integers(len(canvas.drawn)))]
    tall = float(np.linalg.norm(np.diff(_project(matrix, np.array([[0.35, 0.0], [0.35, 1.0]])), axis=0)))
    tone = int(random.integers(6))
    for _ in range(int(random.integers(1, 4))):
        tip_at = random.uniform(0.45, 0.95) if random.random() < 0.9 else random.uniform(0.0, 0.4)
        tip, root = _project(
            matrix,
            np.array(
                [[random.uniform(-0.2, 0.9), tip_at], [random.uniform(-0.2, 0.9), tip_at + random.uniform(0.6, 1.2)]]
            ),
        )
        width = tall * random.uniform(0.16, 0.26)
        add_finger(
            canvas.image, canvas.owner, (float(root[0]), float(root[1])), (float(tip[0]), float(tip[1])), width, tone
        )


def _bend(canvas: _Canvas, random: Random) -> tuple[Pixels, tuple[IndexLabel, ...]]:
    """Bend the whole picture a little, and move the labels with it."""
    height, width = canvas.image.shape[:2]
    amount = random.uniform(0, 0.016) * max(height, width) if random.random() < 0.6 else 0.0
    cells = int(random.integers(3, 6))
    shift = np.dstack([smooth_field(random, (height, width), cells) * amount for _ in range(2)])
    rows, columns = np.indices((height, width), dtype=np.float32)
    from_x, from_y = columns + shift[..., 0], rows + shift[..., 1]
    image = cv2.remap(canvas.image, from_x, from_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    labels = [
        _label(canvas, number, place, shift)
        for number, (card, _) in enumerate(canvas.drawn)
        for place in range(len(card.marks))
    ]
    return np.asarray(image, dtype=np.uint8), tuple(label for label in labels if label is not None)


def _label(canvas: _Canvas, number: int, place: int, shift: NDArray[np.float32]) -> IndexLabel | None:
    """The label of one mark, or ``None`` where nothing of it is in the picture."""
    card, matrix = canvas.drawn[number]
    mark, height, width = card.marks[place], card.texture.shape[0], card.texture.shape[1]
    quad = _project(matrix, mark.quad / height)
    visible = _visible(quad, canvas.owner, number)
    if visible == 0:
        return None
    centre = _project(matrix, np.array([[width / height / 2, 0.5]]))
    moved = _moved(np.vstack([quad, centre]), shift)
    return IndexLabel(moved[:4], moved[4], mark.rank, mark.suit, visible, number)


def _visible(quad: NDArray[np.float64], owner: NDArray[np.int16], number: int) -> float:
    """The share of an index that lies in the picture and is covered by nothing."""
    steps = (np.arange(10) + 0.5) / 10
    u, v = (axis.ravel()[:, None] for axis in np.meshgrid(steps, steps))
    points = quad[0] * (1 - u) * (1 - v) + quad[1] * u * (1 - v) + quad[2] * u * v + quad[3] * (1 - u) * v
    x, y = np.floor(points[:, 0]).astype(int), np.floor(points[:, 1]).astype(int)
    inside = (x >= 0) & (y >= 0) & (x < owner.shape[1]) & (y < owner.shape[0])
    return float(np.sum(owner[y[inside], x[inside]] == number)) / len(points)


def _moved(points: NDArray[np.float64], shift: NDArray[np.float32]) -> NDArray[np.float32]:
    """Where points come to lie when every pixel ``p`` shows what was at ``p + shift(p)``."""
    height, width = shift.shape[:2]
    places = points.copy()
    for _ in range(4):
        x = np.clip(np.round(places[:, 0]), 0, width - 1).astype(int)
        y = np.clip(np.round(places[:, 1]), 0, height - 1).astype(int)
        places = points - shift[y, x]
    return places.astype(np.float32)
