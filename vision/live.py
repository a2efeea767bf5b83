"""A hand read from a running camera: frames vote until the hand stands still and is sure.

Nothing is kept but the state handed from frame to frame: ``state = state.after(scan)``. A card
is believed when most frames since it first appeared show it; a glimpse is not. Frames of one
scene err alike, so many of them weigh no more than a few independent looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from engine.cards import Hand
from vision.doubts import NO_HINTS, Decision, Doubt, Hints, decide_odds
from vision.letters import Odds
from vision.merge import same_cards, woven
from vision.scan import Scan, ScannedCard
from vision.sightings import likelihood

LOOKS = 3.0
"""However many frames show a card, they weigh as this many looks at it."""
STEADY = 4
"""So many frames in a row must agree on the hand."""
_BELIEVED = 0.5
_FORGOTTEN = 6
"""A card not seen for so many frames has left."""
_ANOTHER_SCENE = 0.4


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """One card through the frames: the sum of what they read, how often and when it was seen.

    ``twice`` counts the frames that took it for a card counted twice.
    """

    total: NDArray[np.float64]
    unreadable: float
    seen: int
    born: int
    last: int
    twice: int = 0

    @property
    def odds(self) -> Odds:
        power = self.total / self.seen * min(self.seen, LOOKS)
        shares = np.exp(power - power.max())
        unreadable = self.unreadable / self.seen
        return Odds(shares / shares.sum() * (1 - unreadable), unreadable)

    def is_believed(self, frame: int) -> bool:
        """Seen in most frames since it came, and more than once unless all is new."""
        return self.seen > _BELIEVED * (frame - self.born + 1) and (self.seen > 1 or frame < 2)


@dataclass(frozen=True, slots=True)
class Live:
    """What the frames so far say; ``steady`` counts the last frames that agree on the hand."""

    tracks: tuple[Track, ...] = ()
    frame: int = 0
    steady: int = 0
    hints: Hints = field(default=NO_HINTS)

    def after(self, scan: Scan) -> Live:
        """The state after one more frame."""
        new = [_track(card, self.frame + 1) for card in scan.cards]
        pairs, _ = same_cards([track.odds for track in self.tracks], [track.odds for track in new])
        if _is_another_scene(len(self.believed), len(new), len(pairs)):
            return Live(tuple(new), 1, 1, self.hints)
        tracks = woven(self.tracks, new, pairs, _joined)
        alive = tuple(track for track in tracks if self.frame + 1 - track.last < _FORGOTTEN)
        later = Live(alive, self.frame + 1, 0, self.hints)
        agrees = later.hand == self.hand and not later.has_newcomers
        return Live(alive, later.frame, self.steady + 1 if agrees else 1, self.hints)

    @property
    def believed(self) -> tuple[Track, ...]:
        return tuple(track for track in self.tracks if track.is_believed(self.frame))

    @property
    def has_newcomers(self) -> bool:
        """Whether a card that is not believed yet was seen just now."""
        return any(track.last == self.frame and not track.is_believed(self.frame) for track in self.tracks)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        decisions = decide_odds([track.odds for track in self.believed], self.hints)
        return tuple(_decided(*pair) for pair in zip(decisions, self.believed, strict=True))

    @property
    def hand(self) -> Hand:
        return Hand(tuple(decision.face for decision in self.decisions))

    @property
    def is_steady(self) -> bool:
        """Whether the hand can be shown as read: enough frames in a row agree, and no card is in doubt."""
        decisions = self.decisions
        return bool(decisions) and self.steady >= STEADY and not any(decision.doubts for decision in decisions)


def live_hand(scans: Sequence[Scan], hints: Hints = NO_HINTS) -> Live:
    """The state after frames that are there already."""
    state = Live(hints=hints)
    for scan in scans:
        state = state.after(scan)
    return state


def _track(card: ScannedCard, frame: int) -> Track:
    is_twice = Doubt.MAYBE_COUNTED_TWICE in card.doubts
    return Track(np.log(likelihood(card.odds)), card.odds.unreadable, 1, frame, frame, int(is_twice))


def _decided(decision: Decision, track: Track) -> Decision:
    """What most frames take for a card counted twice stays doubtful."""
    if track.twice <= _BELIEVED * track.seen:
        return decision
    return replace(decision, doubts=tuple(dict.fromkeys((*decision.doubts, Doubt.MAYBE_COUNTED_TWICE))))


def _joined(old: Track, new: Track) -> Track:
    unreadable, twice = old.unreadable + new.unreadable, old.twice + new.twice
    return Track(old.total + new.total, unreadable, old.seen + 1, old.born, new.last, twice)


def _is_another_scene(known: int, seen: int, shared: int) -> bool:
    return min(known, seen) > 0 and shared < _ANOTHER_SCENE * min(known, seen)
