"""Advice as records: what ``python -m engine advise`` reads and writes."""

from __future__ import annotations

from collections.abc import Iterable

from engine.advice import advise
from engine.deeds import DeedKind, Mix
from engine.knock import Knock
from engine.lookahead import DiscardChance, Outs
from engine.melds import Meld, hand_value
from engine.nextturn import NextTurn
from engine.reasons import Reason
from engine.records import Answer, Record
from engine.rules import Ruleset
from engine.solver import Openings
from engine.turn import JokerUse, joker_uses
from engine.turnsearch import Turn


def advise_record(record: Record) -> Answer:
    """The advice for one record."""
    rules = record.rules("rules")
    advice = advise(
        record.needed_hand("hand"),
        rules,
        players=record.players(),
        opened=record.flag("opened"),
        table=record.table("table"),
        seen=record.hand("seen").faces,
        with_outs=record.flag("outs"),
        with_discards=record.flag("discards"),
    )
    answer = opening_answer(advice.opening)
    if advice.turns:
        answer["turn"] = turn_answer(advice.turns[0])
        answer["front"] = [turn_answer(turn) for turn in advice.turns]
    if advice.knock is not None:
        answer.update(knock_answer(advice.knock))
    if advice.outs is not None:
        answer.update(outs_answer(advice.outs))
    if advice.discards is not None:
        answer["discards"] = [discard_answer(chance) for chance in advice.discards]
    if advice.next_turns is not None:
        answer["discards"] = [next_turn_answer(chance, rules) for chance in advice.next_turns]
    return answer


def opening_answer(found: Openings) -> Answer:
    """The keys of an opening."""
    return {
        "legal": found.legal,
        "max_points": found.max_points,
        "max_cards": found.max_cards,
        "pareto_cards_points": [[laying.cards, laying.points] for laying in found.front],
        "example_by_points": written(found.most_points.melds) if found.most_points else [],
        "example_by_cards": written(found.most_cards.melds) if found.most_cards else [],
        "goes_out_at_once": found.goes_out_at_once,
        "reasons": [reason_answer(reason) for reason in found.reasons],
        "best_points_with_clean_run": found.best_with_clean_run,
        "best_points_without_the_clean_run_rule": found.best_without,
    }


def turn_answer(turn: Turn) -> Answer:
    """A whole turn; melds on the table are named by their place in the question."""
    uses = iter(joker_uses(turn))
    return {
        "melds": written(turn.melds),
        "lay_offs": [{"onto": mix.onto, "cards": faces} for mix in turn.mixes if (faces := added_faces(mix))],
        "swaps": [
            {"onto": mix.onto, "card": str(card), "reuse": _reuse(turn, next(uses))}
            for mix in turn.mixes
            for card in mix.faces(DeedKind.SWAP)
        ],
        "takes": [{"from": mix.onto, "card": str(card)} for mix in turn.mixes for card in mix.faces(DeedKind.TAKE)],
        "discard": None if turn.discard is None else str(turn.discard),
        "points_left": turn.points_left,
        "cards_laid": turn.cards_laid,
        "goes_out": turn.goes_out,
        "opens": turn.opens,
        "complete": turn.complete,
    }


def _reuse(turn: Turn, use: JokerUse) -> Answer | None:
    if use.new_meld is not None:
        return {"how": "new_meld", "meld": [str(slot) for slot in turn.melds[use.new_meld].slots]}
    if use.onto is not None:
        mix = next(mix for mix in turn.mixes if mix.onto == use.onto)
        return {"how": "layoff", "meld": [str(slot) for slot in mix.meld]}
    return None


def added_faces(mix: Mix) -> list[str]:
    """The cards laid off."""
    return [str(slot) for slot in mix.slots(DeedKind.LAY_OFF)]


def knock_answer(knock: Knock) -> Answer:
    """The keys of gin and full."""
    return {
        "deadwood": knock.deadwood,
        "melds": written(knock.melds),
        "discard": None if knock.discard is None else str(knock.discard),
        "may_knock": knock.may_knock,
        "is_gin": knock.is_gin,
    }


def outs_answer(found: Outs) -> Answer:
    """The keys of the outs."""
    return {
        "already_open": found.already_open,
        "outs": {
            str(out.face): {"unseen": out.unseen, "max_points": out.max_points, "max_cards": out.max_cards}
            for out in found.outs
        },
        "copies": found.copies,
        "probability_next_draw": round(found.probability, 4),
    }


def discard_answer(chance: DiscardChance) -> Answer:
    """One discard with its chances."""
    return {
        "card": str(chance.card),
        "open_probability": round(chance.open_probability, 4),
        "out_probability": round(chance.out_probability, 4),
        "open_copies": chance.open_copies,
        "expected_points": round(chance.expected_points, 2),
        "value": chance.value,
    }


def next_turn_answer(chance: NextTurn, rules: Ruleset) -> Answer:
    """One discard of a player who has opened: the next turn's chances, and melds by place after this turn."""
    return {
        "card": str(chance.card),
        "open_probability": 1.0,
        "out_probability": round(chance.out_probability, 4),
        "expected_left": round(chance.expected_left, 2),
        "points_left": chance.points_left,
        "value": hand_value(chance.card, rules.values),
        "danger": {"fits": list(chance.danger.fits), "frees_joker": list(chance.danger.frees_joker)},
    }


def reason_answer(reason: Reason) -> Answer:
    """A reason with those of its numbers that it has."""
    numbers = {"have": reason.have, "need": reason.need, "limit": reason.limit}
    answer: Answer = {"code": reason.code.value}
    answer.update({name: number for name, number in numbers.items() if number is not None})
    if reason.need is not None:
        answer["short"] = reason.short
    if reason.card is not None:
        answer["card"] = str(reason.card)
    return answer


def written(melds: Iterable[Meld]) -> list[list[str]]:
    """Melds as lists of faces, jokers with the card they stand for."""
    return [[str(slot) for slot in meld.slots] for meld in melds]
