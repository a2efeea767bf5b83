"""Which language the cards speak: A K Q J, A K D B, A R D V, A K D W or A H V B.

Nearly every letter means the same court wherever it is printed (D is a queen, R a king, W a
jack …). Only V does not: the valet is a French jack, the vrouw a Dutch queen. So the letters
of the whole photo decide together, and where they cannot, the answer says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from engine.cards import CARDS, FACES, JOKER, Face, Rank, face_index
from vision.faces import Reading
from vision.runtime import RANK_CLASSES, SUIT_CLASSES

_MIXED = 0.05
"""A letter of another language is this likely on a photo: decks get mixed."""
_STRANGE = 0.01
_AMBIGUOUS = 0.9


class Letters(Enum):
    """The letters of ace, king, queen and jack, and how often such decks are met."""

    AKQJ = ("AKQJ", 0.58)
    AKDB = ("AKDB", 0.10)
    ARDV = ("A1RDV", 0.14)
    AKDW = ("AKDW", 0.10)
    AHVB = ("AHVB", 0.08)

    def __init__(self, printed: str, prior: float) -> None:
        self.printed = printed
        self.prior = prior


COURTS = {
    "A": Rank.ACE, "1": Rank.ACE, "K": Rank.KING, "R": Rank.KING, "H": Rank.KING,
    "Q": Rank.QUEEN, "D": Rank.QUEEN, "J": Rank.JACK, "B": Rank.JACK, "W": Rank.JACK,
}  # fmt: skip
_LETTERS = tuple(name for name in RANK_CLASSES if name in {*COURTS, "V"})
_PLACE = {name: place for place, name in enumerate(RANK_CLASSES)}
_SUIT_PLACE = {name: place for place, name in enumerate(SUIT_CLASSES)}
_NO_RANK, _NO_SUIT, _JOKER = _PLACE["none"], _SUIT_PLACE["none"], _PLACE["JK"]


@dataclass(frozen=True, slots=True)
class Language:
    """How likely each language is on this photo; ``shares`` follow the order of ``Letters``."""

    shares: tuple[float, ...]
    v_was_seen: bool = False

    @property
    def letters(self) -> Letters:
        return max(zip(Letters, self.shares, strict=True), key=lambda pair: pair[1])[0]

    @property
    def french_share(self) -> float:
        """How likely a V is a jack."""
        french, dutch = (self.shares[list(Letters).index(each)] for each in (Letters.ARDV, Letters.AHVB))
        return french / (french + dutch)

    @property
    def is_ambiguous(self) -> bool:
        """Whether a V was seen and nothing tells the valet from the vrouw."""
        return self.v_was_seen and max(self.french_share, 1 - self.french_share) < _AMBIGUOUS


@dataclass(frozen=True, slots=True, eq=False)
class Odds:
    """How likely a print is each of the 53 ``FACES``, or nothing that can be read. Sums to 1."""

    faces: NDArray[np.float64]
    unreadable: float

    @property
    def best(self) -> Face:
        return FACES[int(self.faces.argmax())]

    @property
    def confidence(self) -> float:
        return float(self.faces.max())

    def of(self, face: Face) -> float:
        return float(self.faces[face_index(face)])

    def ranked(self, least: float) -> tuple[tuple[Face, float], ...]:
        """The faces at least so likely, the likeliest first."""
        order = np.argsort(-self.faces, kind="stable")
        return tuple((FACES[place], float(self.faces[place])) for place in order if self.faces[place] >= least)


def language_of(readings: Sequence[Reading], told: Letters | None = None) -> Language:
    """The language that the letters of one photo speak; ``told`` overrides what they say."""
    v_was_seen = any(reading.ranks[_PLACE["V"]] > 0.5 for reading in readings)
    if told is not None:
        return Language(tuple(1.0 - 4e-6 if each is told else 1e-6 for each in Letters), v_was_seen)
    scores = np.array([np.log(each.prior) + _evidence(readings, each) for each in Letters])
    shares = np.exp(scores - scores.max())
    return Language(tuple((shares / shares.sum()).tolist()), v_was_seen)


def _evidence(readings: Sequence[Reading], letters: Letters) -> float:
    """Log-likelihood of the letters that were seen, if this were the language."""
    foreign = [_PLACE[name] for name in _LETTERS if name not in letters.printed]
    return float(sum(np.log1p(-(1 - _STRANGE) * reading.ranks[foreign].sum()) for reading in readings))


def odds_of(reading: Reading, language: Language) -> Odds:
    """What a print means on a photo in this language."""
    ranks = reading.ranks * _weights(language)
    ranks = ranks / ranks.sum()
    faces = np.zeros(len(FACES))
    by_rank = _by_rank(ranks, language)
    for card in CARDS:
        faces[face_index(card)] = by_rank[card.rank] * reading.suits[_SUIT_PLACE[card.suit.value]]
    faces[face_index(JOKER)] = ranks[_JOKER]
    return Odds(faces, max(0.0, 1.0 - float(faces.sum())))


def _weights(language: Language) -> NDArray[np.float64]:
    """Letters of other languages count less, but a strange card among others stays what it is."""
    weights = np.ones(len(RANK_CLASSES))
    for name in _LETTERS:
        fitting = sum(share for each, share in zip(Letters, language.shares, strict=True) if name in each.printed)
        weights[_PLACE[name]] = _MIXED + (1 - _MIXED) * fitting
    return weights


def _by_rank(ranks: NDArray[np.float64], language: Language) -> dict[Rank, float]:
    found = {rank: float(ranks[_PLACE[str(rank)]]) for rank in Rank if Rank.TWO <= rank <= Rank.TEN}
    found |= {rank: 0.0 for rank in Rank if rank not in found}
    for name, rank in COURTS.items():
        found[rank] += float(ranks[_PLACE[name]])
    valet = float(ranks[_PLACE["V"]])
    found[Rank.JACK] += valet * language.french_share
    found[Rank.QUEEN] += valet * (1 - language.french_share)
    return found


def certain(face: Face, confidence: float = 0.99) -> Odds:
    """Odds of someone who saw this face; the rest is spread evenly."""
    faces = np.full(len(FACES), (1 - confidence) / len(FACES))
    faces[face_index(face)] += confidence
    return Odds(faces, 0.0)
