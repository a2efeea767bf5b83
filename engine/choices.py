"""What a rule may say: the closed lists of answers, and the numbers that depend on something.

``engine.rules`` puts them together; everybody takes them from there.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class FirstUpcard(StrEnum):
    """Who makes the first discard: a card turned from the stock, or the starter."""

    STOCK = "stock"
    STARTER = "starter"


class CutTake(StrEnum):
    """What the cutter may keep of the cards he sees."""

    NONE = "none"
    JOKER = "joker"
    JOKER_OR_RUN = "joker_or_run"


class StockOut(StrEnum):
    """What happens when the stock is empty."""

    TURN_OVER = "turn_over"
    TURN_OVER_KEEP_TOP = "turn_over_keep_top"
    SHUFFLE_ALL = "shuffle_all"
    SHUFFLE_KEEP_TOP = "shuffle_keep_top"


class AceRun(StrEnum):
    """Where an ace may stand in a run; ``CIRCULAR`` allows K-A-2."""

    LOW = "low"
    HIGH = "high"
    LOW_OR_HIGH = "low_or_high"
    CIRCULAR = "circular"


class Replaced(StrEnum):
    """A joker in a meld is worth the card it stands for."""

    REPLACED = "replaced"


class DiscardDraw(StrEnum):
    """When the top discard may be taken."""

    FREE = "free"
    MUST_USE = "must_use"
    OPENED_ONLY = "opened_only"
    OPENED_OR_OUT = "opened_or_out"


class DiscardDepth(StrEnum):
    """Whether only the top discard may be taken, or a deeper one with all above it."""

    TOP = "top"
    ANY = "any"


class FinalDiscard(StrEnum):
    """Whether one card must be kept for the last discard."""

    REQUIRED = "required"
    OPTIONAL = "optional"


class LayOffs(StrEnum):
    """Whether cards may be added to melds on the table."""

    ANY = "any"
    NONE = "none"


class Swap(StrEnum):
    """When a joker may be taken for the card it stands for."""

    NONE = "none"
    ANY_TIME = "any_time"
    AFTER_OPEN = "after_open"


class SwapSet3(StrEnum):
    """What frees the joker of a set of three: one missing card, or both."""

    ANY_MISSING = "any_missing"
    BOTH_MISSING = "both_missing"


class SwapReuse(StrEnum):
    """What must happen with a joker taken from the table."""

    KEEP = "keep"
    USE_NOW = "use_now"
    NEW_MELD = "new_meld"


class ScoreMode(StrEnum):
    """Who writes what at the end of a round."""

    PENALTY = "penalty"
    COLLECT = "collect"
    PAY = "pay"
    MELD = "meld"
    NET = "net"
    GIN = "gin"


class TargetEffect(StrEnum):
    """What reaching the target means."""

    NONE = "none"
    WIN = "win"
    LOSE = "lose"


@dataclass(frozen=True, slots=True)
class PlayersCount:
    """A number that holds at one number of players."""

    players: int
    count: int


@dataclass(frozen=True, slots=True)
class ByPlayers:
    """A number that may depend on how many play: the same for all, or listed."""

    fixed: int | None = None
    listed: tuple[PlayersCount, ...] = ()

    def at(self, players: int) -> int:
        """The number for so many players; beyond the list, that of the nearest."""
        if self.fixed is not None:
            return self.fixed
        return min(self.listed, key=lambda entry: abs(entry.players - players)).count


@dataclass(frozen=True, slots=True)
class Between:
    """A lowest and a highest number, both included."""

    lowest: int
    highest: int


@dataclass(frozen=True, slots=True)
class OneGoFactors:
    """Factors for laying the whole hand at once, by the jokers the winner used."""

    no_joker: float = 1
    one_joker: float = 1
    more: float = 1

    def for_jokers(self, used: int) -> float:
        """The factor when so many jokers were used."""
        return (self.no_joker, self.one_joker, self.more)[min(used, 2)]
