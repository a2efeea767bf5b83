"""Rounds and totals as records: what programs ask, what a file keeps.

One form serves both: what a ledger keeps of a round can be asked again through
``python -m engine check``.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from engine.game import Line, Round, game_end
from engine.gin import judge_lay_down
from engine.records import Answer, BadRecord, Record
from engine.remains import Cards, Finish, ImpossibleRound, PlayerRemains, Remains
from engine.rules import Ruleset
from engine.scoring import LAID_COUNTS, GinPoints, Score, round_scores, rounded
from engine.table import LayOff

MOST_POINTS = 10**9
MOST_SCORE = 10**18


def read_remains(record: Record) -> Remains:
    """What one player is left with, from its record."""
    return Remains(
        hand=record.hand("hand"),
        opened=record.flag("opened", True),
        laid=record.melds("laid"),
        laid_off=record.layoffs("laid_off"),
        early_jokers=_count(record, "early_jokers") or 0,
        counted=_points(record, "counted"),
        counted_jokers=_count(record, "counted_jokers") or 0,
        counted_laid=_points(record, "counted_laid"),
    )


def read_finish(record: Record) -> Finish:
    """How a round ended, from its record."""
    return Finish(
        winner=record.text("winner"),
        in_one_go=record.flag("in_one_go"),
        jokers_used=_count(record, "jokers_used"),
        closing_discard=record.face("closing_discard"),
        others_had_laid=record.flag("others_had_laid") if record.has("others_had_laid") else None,
        used_table=record.flag("used_table"),
        touched_discard=record.flag("touched_discard"),
        last_round=record.flag("last_round"),
    )


def read_round(record: Record) -> Round:
    """A round of a game, from its record."""
    return Round(
        lines=tuple(_line(player, part) for player, part in _named_parts(record, "players")),
        finish=read_finish(record) if record.has("winner") else None,
        dealer=record.text("dealer") or None,
        correction=record.flag("correction"),
    )


def _line(player: str, record: Record) -> Line:
    """A line with cards or counted points, with typed points, with both, or a gap."""
    no_cards = set(record.data) <= {"typed"}
    return Line(player, None if no_cards else read_remains(record), _points(record, "typed"))


def write_round(played: Round) -> Answer:
    """The record of a round: ``read_round`` gives the same round again."""
    return {
        **({} if played.finish is None else _write_finish(played.finish)),
        "players": {line.player: _write_line(line) for line in played.lines},
        **_said(dealer=played.dealer, correction=played.correction or None),
    }


def _write_finish(finish: Finish) -> Answer:
    return _said(
        winner=finish.winner,
        in_one_go=finish.in_one_go or None,
        jokers_used=finish.jokers_used,
        closing_discard=None if finish.closing_discard is None else str(finish.closing_discard),
        others_had_laid=finish.others_had_laid,
        used_table=finish.used_table or None,
        touched_discard=finish.touched_discard or None,
        last_round=finish.last_round or None,
    )


def _write_line(line: Line) -> Answer:
    return {**({} if line.remains is None else _write_remains(line.remains)), **_said(typed=line.typed)}


def _write_remains(remains: Remains) -> Answer:
    return {
        "hand": [str(face) for face in remains.hand],
        "opened": remains.opened,
        **_said(
            laid=[_faces(cards) for cards in remains.laid] or None,
            laid_off=[_write_layoff(layoff) for layoff in remains.laid_off] or None,
            early_jokers=remains.early_jokers or None,
            counted=remains.counted,
            counted_jokers=remains.counted_jokers or None,
            counted_laid=remains.counted_laid,
        ),
    }


def _write_layoff(layoff: LayOff) -> Answer:
    return {"onto": _faces(layoff.onto), "cards": _faces(layoff.cards), "owner": layoff.owner.value}


def _faces(cards: Cards) -> list[str]:
    return [str(slot) for slot in cards]


def _said(**values: object) -> Answer:
    """Only what there is to say."""
    return {name: value for name, value in values.items() if value is not None}


def _count(record: Record, name: str) -> int | None:
    count = record.whole(name)
    if count is not None and not 0 <= count <= 99:
        raise BadRecord("bad_record", f"{name}: a small number expected")
    return count


def _points(record: Record, name: str) -> int | None:
    points = record.whole(name)
    if points is not None and abs(points) > MOST_POINTS:
        raise BadRecord("bad_record", f"{name}: at most {MOST_POINTS} points")
    return points


def _named_parts(record: Record, name: str) -> list[tuple[str, Record]]:
    everybody = record.part(name)
    return [(player, everybody.part(player)) for player in everybody.data]


def _table(scores: tuple[Score, ...]) -> dict[str, int]:
    if any(abs(score.points) > MOST_SCORE for score in scores):
        raise BadRecord("bad_record", "scores that no sheet can hold")
    return {score.player: score.points for score in scores}


def check_score(question: Record, rules: Ruleset, players: int) -> Answer:
    """What everybody writes down for a round, or whether the game is over."""
    if question.text("action") == "game_end":
        return check_game_end(question, rules)
    remains = [PlayerRemains(player, read_remains(part)) for player, part in _named_parts(question, "players")]
    if rules.score.score_mode in LAID_COUNTS:
        _refuse_faults(remains, rules)
    try:
        return {"scores": _table(round_scores(_as_told(read_finish(question)), remains, rules))}
    except ImpossibleRound as problem:
        raise BadRecord("bad_record", str(problem)) from problem


def _as_told(finish: Finish) -> Finish:
    """What a question does not tell did not happen."""
    return replace(finish, others_had_laid=bool(finish.others_had_laid))


def _refuse_faults(everybody: list[PlayerRemains], rules: Ruleset) -> None:
    for entry in everybody:
        for reason in entry.remains.laid_faults(rules):
            raise BadRecord("bad_meld", f"what {entry.player} laid cannot lie on the table: {reason.code}")


def check_game_end(question: Record, rules: Ruleset) -> Answer:
    """Whether a total ends the game, and for whom; ties have no single winner."""
    totals = question.part("totals")
    end = game_end([Score(player, _points(totals, player) or 0) for player in totals.data], rules)
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
    won = (("knocker", points.knocker), ("opponent", points.opponent))
    return _table(tuple(Score(player, rounded(Fraction(each), finish, rules.score)) for player, each in won))
