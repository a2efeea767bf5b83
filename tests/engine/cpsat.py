"""The same question put to CP-SAT, as a second yardstick: one yes-or-no for each meld that could be laid.

Needs the extra ``bench`` (ortools). The melds come from the engine, so only the choice among them is timed
and compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ortools.sat.python import cp_model

from engine.candidates import Candidate, Holding, candidates
from engine.cards import Hand
from engine.patterns import meld_book
from engine.presets import PRESETS

RULES = PRESETS["remik_trad"]


class Laying:
    """Which melds to lay: no card twice, one kept, the points and the clean run of an opening."""

    def __init__(self, hand: Hand, melds: Sequence[Candidate], holding: Holding) -> None:
        self.melds = melds
        self.model = cp_model.CpModel()
        self.laid = [self.model.new_int_var(0, 2, str(number)) for number in range(len(melds))]
        field = (1 << holding.width) - 1
        for place, count in enumerate(holding.counts):
            self.model.add(self._sum(meld.need >> holding.width * place & field for meld in melds) <= count)
        self.model.add(self._sum(meld.jokers for meld in melds) <= holding.jokers)
        self.model.add(self._sum(meld.cards for meld in melds) <= len(hand) - 1)
        self.model.add(self._sum(meld.points for meld in melds) >= RULES.opening.open_points)
        self.model.add(self._sum(meld.clean for meld in melds) >= RULES.opening.open_clean_runs)

    def _sum(self, figures: Iterable[int]) -> cp_model.LinearExprT:
        return cp_model.LinearExpr.weighted_sum(self.laid, list(map(int, figures)))

    def most(self, figures: Iterable[int]) -> int:
        """The greatest sum of these figures; 0 where no opening is possible."""
        self.model.maximize(self._sum(figures))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        return round(solver.objective_value) if solver.solve(self.model) == cp_model.OPTIMAL else 0


def solve(faces: Sequence[str]) -> tuple[int, int]:
    """The most points and the most cards of an opening."""
    hand = Hand.parse(faces)
    holding = Holding.of(hand)
    melds = candidates(holding, meld_book(RULES))
    if not melds:
        return 0, 0
    laying = Laying(hand, melds, holding)
    points = laying.most(meld.points for meld in melds)
    return (points, laying.most(meld.cards for meld in melds)) if points else (0, 0)
