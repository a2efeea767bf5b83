"""What reads: the two networks, how they are run, and the decks that were taught besides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from vision.runtime import MODELS, Manifest, Network, cached_network, default_threads, read_manifest
from vision.teaching import TaughtDeck, learn, load_lesson


@dataclass(frozen=True, slots=True)
class Reader:
    """The two networks, how they are run, and the decks that were taught besides; shared by all threads."""

    manifest: Manifest
    indices: Network
    faces: Network
    decks: tuple[TaughtDeck, ...] = ()


def open_reader(folder: Path = MODELS, threads: int | None = None) -> Reader:
    """The weights in a folder, checked; loaded once for all who ask. Raises ``ModelMismatch``."""
    manifest = read_manifest(folder)
    count = threads or default_threads()
    one, two = manifest.indices, manifest.faces
    return Reader(
        manifest,
        cached_network(folder, one.file, one.sha256, count),
        cached_network(folder, two.file, two.sha256, count),
    )


def with_decks(reader: Reader, folder: Path, names: Sequence[str]) -> Reader:
    """The reader, knowing decks that were taught; raises ``BadDeck``."""
    decks = [learn(name, load_lesson(folder, name), reader.faces, reader.manifest.faces) for name in names]
    return replace(reader, decks=(*reader.decks, *decks))
