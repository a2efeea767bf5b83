"""Photos as players hand them over: turned, huge, broken, odd."""

from __future__ import annotations

import contextlib
import io
from typing import Any

import cv2
import numpy as np
import pillow_heif
import pytest
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageOps

from tests.hostile.good_files import png
from vision import photo
from vision.photo import Trouble, UnreadablePhoto, image_of, mirrored, open_photo


def corners() -> NDArray[np.uint8]:
    """RGB, wider than high; top left red, top right green, bottom left blue, bottom right white."""
    picture = np.zeros((80, 120, 3), np.uint8)
    picture[:40, :60] = (255, 0, 0)
    picture[:40, 60:] = (0, 255, 0)
    picture[40:, :60] = (0, 0, 255)
    picture[40:, 60:] = (255, 255, 255)
    return picture


def encoded(kind: str, pixels: NDArray[Any] | None = None, mode: str | None = None, **options: Any) -> bytes:
    pillow_heif.register_heif_opener()
    file = io.BytesIO()
    picture = Pillow.fromarray(corners() if pixels is None else pixels)
    (picture.convert(mode) if mode else picture).save(file, kind, **options)
    return file.getvalue()


def trouble_of(data: bytes) -> Trouble:
    with pytest.raises(UnreadablePhoto) as caught:
        open_photo(data)
    return caught.value.trouble


def assert_shows_corners(pixels: NDArray[np.uint8], tolerance: int = 40) -> None:
    height, width = pixels.shape[:2]
    seen = [pixels[y * height // 4, x * width // 4] for y in (1, 3) for x in (1, 3)]
    expected = [(0, 0, 255), (0, 255, 0), (255, 0, 0), (255, 255, 255)]
    assert np.abs(np.array(seen, int) - np.array(expected)).max() <= tolerance


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF", "AVIF", "GIF", "TIFF", "BMP"])
def test_every_kind_of_file_opens_in_the_same_colours(kind: str) -> None:
    image = open_photo(encoded(kind))
    assert (image.width, image.height, image.full_width, image.full_height) == (120, 80, 120, 80)
    assert_shows_corners(image.pixels)


@pytest.mark.parametrize(
    ("kind", "mode"),
    [("JPEG", "CMYK"), ("PNG", "P"), ("PNG", "RGBA"), ("TIFF", "CMYK"), ("GIF", "P"), ("TIFF", "LAB")],
)
def test_every_colour_model_opens(kind: str, mode: str) -> None:
    if mode == "LAB":
        from PIL import ImageCms

        lab = ImageCms.profileToProfile(
            Pillow.fromarray(corners()), ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB"), outputMode="LAB"
        )
        assert lab is not None
        file = io.BytesIO()
        lab.save(file, "TIFF")
        assert open_photo(file.getvalue()).width == 120
    else:
        assert_shows_corners(open_photo(encoded(kind, mode=mode)).pixels)


@pytest.mark.parametrize("mode", ["L", "1", "LA"])
def test_a_grey_picture_becomes_three_equal_channels(mode: str) -> None:
    pixels = open_photo(encoded("PNG", mode=mode)).pixels
    assert (pixels[..., 0] == pixels[..., 1]).all()
    assert (pixels[..., 0] == pixels[..., 2]).all()


def test_sixteen_bit_pictures_keep_their_brightness() -> None:
    ramp = np.linspace(0, 65535, 120, dtype=np.uint16)[None].repeat(80, 0)
    grey = open_photo(encoded("PNG", ramp)).pixels
    ok, colour = cv2.imencode(".png", np.dstack([ramp] * 3))
    assert ok
    for pixels in (grey, open_photo(colour.tobytes()).pixels):
        assert pixels[40, 0].max() <= 1
        assert abs(int(pixels[40, 60, 0]) - 128) <= 2
        assert pixels[40, -1].min() >= 254


def test_see_through_parts_are_white() -> None:
    clear = np.zeros((80, 120, 4), np.uint8)
    assert (open_photo(encoded("PNG", clear)).pixels == 255).all()


def test_an_animation_shows_its_first_frame() -> None:
    frames = [Pillow.fromarray(corners()), Pillow.new("RGB", (120, 80), "black")]
    file = io.BytesIO()
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:])
    assert_shows_corners(open_photo(file.getvalue()).pixels)


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "WEBP", "PNG", "TIFF"])
def test_a_photo_is_turned_upright_as_its_note_says(kind: str, orientation: int) -> None:
    exif = Pillow.Exif()
    exif[0x0112] = orientation
    data = encoded(kind, exif=exif)
    expected = np.asarray(ImageOps.exif_transpose(Pillow.open(io.BytesIO(data))).convert("RGB"))[..., ::-1]
    image = open_photo(data)
    assert image.pixels.shape == expected.shape
    assert (image.full_height, image.full_width) == expected.shape[:2]
    assert np.abs(image.pixels.astype(int) - expected).max() <= 8


def test_a_turned_heic_is_turned_once() -> None:
    exif = Pillow.Exif()
    exif[0x0112] = 6
    image = open_photo(encoded("HEIF", exif=exif.tobytes()))
    assert (image.width, image.height) == (80, 120)
    assert np.abs(image.pixels[20, 60].astype(int) - (0, 0, 255)).max() < 40


@pytest.mark.parametrize("orientation", [1, 6])
def test_a_large_photo_is_reduced_but_knows_its_size(orientation: int) -> None:
    exif = Pillow.Exif()
    exif[0x0112] = orientation
    data = encoded("JPEG", cv2.resize(corners(), (4000, 3000)), exif=exif)
    image = open_photo(data)
    full = (4000, 3000) if orientation == 1 else (3000, 4000)
    assert (image.full_width, image.full_height) == full
    assert photo.LONGEST <= max(image.width, image.height) <= photo.LONGEST * 1.5 or max(full) / 2 == max(
        image.width, image.height
    )
    assert image.is_reduced
    assert image.scale_x == pytest.approx(image.scale_y, rel=0.01)
    assert open_photo(data, photo.CLOSEST).width == full[0]


def test_a_large_png_is_bounded_too() -> None:
    image = open_photo(encoded("PNG", cv2.resize(corners(), (6000, 4000)), compress_level=1))
    assert image.full_width == 6000
    assert photo.SMALLEST_SHARE * photo.LONGEST <= image.width <= photo.LONGEST
    assert_shows_corners(image.pixels)


def bomb(width: int, height: int) -> bytes:
    """A small PNG that claims to be huge."""
    return png(width, height, b"", depth=1, colours=0)


@pytest.mark.parametrize("side", [8200, 10_000, 20_000, 2**30])
def test_a_bomb_is_refused_before_it_is_decoded(side: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def exploding(*_: Any) -> None:
        raise AssertionError("decoded")

    monkeypatch.setattr(photo, "_decode", exploding)
    assert trouble_of(bomb(side, side)) is Trouble.TOO_MANY_PIXELS


def test_a_file_of_200_mb_is_refused_with_its_numbers() -> None:
    with pytest.raises(UnreadablePhoto) as caught:
        open_photo(bytes(200 * 1024 * 1024))
    assert caught.value.trouble is Trouble.FILE_TOO_LARGE
    assert caught.value.have > caught.value.limit == photo.MAX_BYTES


@pytest.mark.parametrize(
    ("data", "trouble"),
    [
        (b"", Trouble.EMPTY),
        (b"hello, this is no picture", Trouble.NOT_AN_IMAGE),
        (b"%PDF-1.7\n", Trouble.NOT_AN_IMAGE),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", Trouble.NOT_AN_IMAGE),
        (bytes(1000), Trouble.NOT_AN_IMAGE),
        (b"\xff\xd8\xff", Trouble.NOT_AN_IMAGE),
        (encoded("PNG", np.zeros((1, 1, 3), np.uint8)), Trouble.TOO_SMALL),
        (encoded("PNG", np.zeros((2000, 2, 3), np.uint8)), Trouble.TOO_SMALL),
    ],
)
def test_what_is_no_photo_says_why(data: bytes, trouble: Trouble) -> None:
    assert trouble_of(data) is trouble


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF", "AVIF", "TIFF", "BMP", "GIF"])
@pytest.mark.parametrize("part", [0.02, 0.3, 0.6, 0.9])
def test_a_photo_cut_short_is_refused_in_one_way(kind: str, part: float) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (200, 300, 3), dtype=np.uint8)
    data = encoded(kind, noise)
    assert trouble_of(data[: int(len(data) * part)]) in (Trouble.DAMAGED, Trouble.NOT_AN_IMAGE)


def test_noise_after_a_good_header_never_escapes_as_another_error() -> None:
    rng = np.random.default_rng(2)
    for kind in ("JPEG", "PNG", "WEBP", "HEIF", "GIF", "TIFF", "BMP"):
        good = bytearray(encoded(kind))
        for _ in range(30):
            bad = bytearray(good)
            for place in rng.integers(0, len(bad), 12):
                bad[place] = int(rng.integers(0, 256))
            with contextlib.suppress(UnreadablePhoto):
                open_photo(bytes(bad))


def test_pixels_of_a_frame_are_an_image_too() -> None:
    image = image_of(corners())
    assert (image.full_width, image.scale_x, image.is_reduced) == (120, 1.0, False)
    with pytest.raises(UnreadablePhoto):
        image_of(np.zeros((3, 3, 3), np.uint8))


def test_a_mirrored_image_mirrored_again_is_itself() -> None:
    image = image_of(corners())
    assert (mirrored(image).pixels[:, 0] == image.pixels[:, -1]).all()
    assert (mirrored(mirrored(image)).pixels == image.pixels).all()


@pytest.mark.parametrize("bits", [8, 10, 12, 14, 16])
def test_grey_of_any_depth_is_as_bright_as_it_was(bits: int) -> None:
    grey = np.linspace(0, 2**bits - 1, 64 * 64).reshape(64, 64).astype(np.uint16)
    image = open_photo(encoded("TIFF", grey) if bits > 8 else encoded("PNG", grey.astype(np.uint8)))
    assert (image.pixels.min(), image.pixels.max()) == (0, 255)
    assert image.pixels.mean() == pytest.approx(127.5, abs=1)


def test_pixels_that_are_no_numbers_are_black() -> None:
    grey = np.full((40, 40), 0.5, np.float32)
    grey[:5], grey[5:10] = np.nan, np.inf
    image = open_photo(encoded("TIFF", grey))
    assert set(np.unique(image.pixels).tolist()) == {0, 127}
