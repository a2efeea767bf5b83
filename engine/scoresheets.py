"""Rounds and totals as records: what programs ask, what a file keeps.

One form serves both: what a ledger keeps of a round can be asked again through
``python -m engine check``.
"""

from __future__ import annotations

from fractions import Fraction

from engine.game import game_end
from engine.gin import judge_lay_down
from engine.records import Answer, BadRecord, Record
from engine.rules import Ruleset, ScoreMode
from engine.scoring import Finish, GinPoints, ImpossibleRound, PlayerRemains, Remains, Score, round_scores, rounded
from engine.table import LayOff

_LAID_COUNTS = (ScoreMode.MELD, ScoreMode.NET)


def read_remains(record: Record) -> Remains:
    """What one player is left with, from its record."""
    return Remains(
        hand=record.hand("hand"),
        opened=record.flag("opened", True),
        laid=record.melds("laid"),
        laid_off=record.layoffs("laid_off"),
        early_jokers=_count(record, "early_jokers") or 0,
        counted=record.whole("counted"),
        counted_jokers=_count(record, "counted_jokers") or 0,
        counted_laid=record.whole("counted_laid"),
    )


def read_finish(record: Record) -> Finish:
    """How a round ended, from its record."""
    return Finish(
        winner=record.text("winner"),
        in_one_go=record.flag("in_one_go"),
        jokers_used=_count(record, "jokers_used"),
        closing_discard=record.face("closing_discard"),
        others_had_laid=record.flag("others_had_laid"),
        used_table=record.flag("used_table"),
        touched_discard=record.flag("touched_discard"),
        last_round=record.flag("last_round"),
    )


def _count(record: Record, name: str) -> int | None:
    count = record.whole(name)
    if count is not None and not 0 <= count <= 99:
        raise BadRecord("bad_record", f"{name}: a small number expected")
    return count


def _named_parts(record: Record, name: str) -> list[tuple[str, Record]]:
    everybody = record.part(name)
    return [(player, everybody.part(player)) for player in everybody.data]


def _table(scores: tuple[Score, ...]) -> dict[str, int]:
    return {score.player: score.points for score in scores}


def check_score(question: Record, rules: Ruleset, players: int) -> Answer:
    """What everybody writes down for a round, or whether the game is over."""
    if question.text("action") == "game_end":
        return check_game_end(question, rules)
    remains = [PlayerRemains(player, read_remains(part)) for player, part in _named_parts(question, "players")]
    if rules.score.score_mode in _LAID_COUNTS:
        _refuse_faults(remains, rules)
    try:
        return {"scores": _table(round_scores(read_finish(question), remains, rules))}
    except ImpossibleRound as problem:
        raise BadRecord("bad_record", str(problem)) from problem


def _refuse_faults(everybody: list[PlayerRemains], rules: Ruleset) -> None:
    for entry in everybody:
        for reason in entry.remains.laid_faults(rules):
            raise BadRecord("bad_meld", f"what {entry.player} laid cannot lie on the table: {reason.code}")


def check_game_end(question: Record, rules: Ruleset) -> Answer:
    """Whether a total ends the game, and for whom; ties have no single winner."""
    totals = question.part("totals")
    end = game_end([Score(player, totals.whole(player) or 0) for player in totals.data], rules)
    return {
        "over": end.over,
        "winner": end.winner,
        "winners": list(end.winners),
        "loser": end.loser,
        "losers": list(end.losers),
    }


def check_gin(question: Record, rules: Ruleset, players: int) -> Answer:
    """May this round of gin end so, and who gets what?"""
    knocker, opponent = question.part("knocker"), question.part("opponent")
    knocks = Remains(knocker.hand("deadwood"), laid=knocker.melds("melds"))
    added = tuple(_added(part, knocks) for part in opponent.parts("layoffs"))
    answers = Remains(opponent.hand("deadwood"), laid=opponent.melds("melds"), laid_off=added)
    verdict = judge_lay_down(knocks, answers, rules)
    return {
        "legal": verdict.legal,
        "result": verdict.points.result if verdict.points else None,
        "knocker_deadwood": verdict.knocker_deadwood,
        "opponent_deadwood": verdict.opponent_deadwood,
        "scores": _gin_table(verdict.points, question, rules),
        "code": verdict.codes[0] if verdict.codes else None,
        "codes": list(verdict.codes),
    }


def _added(part: Record, knocks: Remains) -> LayOff:
    """Cards added to the meld of that number; a number that no meld has fits nowhere."""
    number = part.whole("onto")
    if number is None:
        raise BadRecord("bad_record", "onto: the number of a meld expected")
    onto = knocks.laid[number] if 0 <= number < len(knocks.laid) else ()
    return LayOff(onto, part.slots("cards"))


def _gin_table(points: GinPoints | None, question: Record, rules: Ruleset) -> dict[str, int] | None:
    if points is None:
        return None
    finish = Finish("knocker", last_round=question.flag("last_round"))
    return {
        "knocker": rounded(Fraction(points.knocker), finish, rules.score),
        "opponent": rounded(Fraction(points.opponent), finish, rules.score),
    }
