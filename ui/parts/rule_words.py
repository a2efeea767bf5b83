"""A game in plain words: some sentences made from the rules' data, so that a house rule changes them too."""

from __future__ import annotations

from collections.abc import Iterator

from engine.choices import DiscardDepth, DiscardDraw, SwapSet3
from engine.rules import Ruleset, ScoreMode, Swap, TargetEffect
from ui.parts.rule_table import value_text
from ui.words import Words


def plain_rules(rules: Ruleset, players: int, words: Words) -> tuple[str, ...]:
    """The game as one would explain it to a newcomer, in the order of play."""
    return tuple(_told(rules, players, words))


def _told(rules: Ruleset, players: int, words: Words) -> Iterator[str]:
    yield from _deal(rules, players, words)
    yield words("plain.aim" if rules.knock.knock_max is None else "plain.aim.knock")
    yield words(f"plain.run.{rules.melds.ace_run.value}")
    yield words("plain.set.distinct" if rules.melds.set_distinct_suits else "plain.set.any")
    yield from _jokers(rules, words)
    yield from _draw(rules, words)
    if rules.knock.knock_max is not None:
        yield from _knock(rules, words)
        return
    yield from _opening(rules, words)
    yield from _table(rules, words)
    yield words(f"plain.out.{rules.turn.final_discard.value}")
    yield from _score(rules, words)


def _deal(rules: Ruleset, players: int, words: Words) -> Iterator[str]:
    deck = rules.deck
    lowest, highest = deck.players.lowest, deck.players.highest
    yield (
        words.count("plain.players.fixed", lowest)
        if lowest == highest
        else words("plain.players", lowest=lowest, highest=highest)
    )
    packs = deck.packs.at(players)
    jokers = packs * deck.jokers_per_pack
    taken = [words.count("plain.packs", packs), *([words.count("plain.jokers", jokers)] if jokers else [])]
    cards = words.count("cards.count", deck.deal.at(players))
    yield words("plain.deal", deck=words.listed(taken), cards=cards, players=players)


def _jokers(rules: Ruleset, words: Words) -> Iterator[str]:
    if not rules.deck.jokers_per_pack:
        yield words("plain.joker.none")
        return
    fixed = rules.values.joker_meld
    yield words("plain.joker", value=fixed) if isinstance(fixed, int) else words("plain.joker.replaced")
    limits = rules.melds.jokers_run_max, rules.melds.jokers_set3_max, rules.melds.jokers_set4_max
    if limits == (1, 1, 1):
        yield words("plain.joker.one")
    elif not rules.melds.jokers_adjacent:
        yield words("plain.joker.apart")
    if rules.melds.joker_run_needs_burnt:
        yield words("plain.joker.burnt")


def _draw(rules: Ruleset, words: Words) -> Iterator[str]:
    turn = rules.turn
    deep = turn.discard_draw is DiscardDraw.FREE and turn.discard_depth is DiscardDepth.ANY
    yield words("plain.draw.deep" if deep else f"plain.draw.{turn.discard_draw.value}")
    if turn.discard_draw_points is not None:
        yield words("plain.draw.points", points=words.count("points.count", turn.discard_draw_points))
    if turn.last_card_blocks_discard:
        yield words("plain.draw.last")


def _opening(rules: Ruleset, words: Words) -> Iterator[str]:
    need = rules.opening.open_points
    if not need:
        yield words("plain.open.free")
        return
    points = words.count("points.count", need)
    yield words("plain.open.clean" if rules.opening.open_clean_runs else "plain.open", points=points)


def _table(rules: Ruleset, words: Words) -> Iterator[str]:
    yield words("plain.layoff.opened" if rules.table.layoff_needs_open else "plain.layoff")
    if rules.deck.jokers_per_pack:
        yield from _jokers_on_table(rules, words)
    if rules.table.take_spare:
        yield words("plain.take_spare")
    if rules.table.remove_complete:
        yield words("plain.remove_complete")


def _jokers_on_table(rules: Ruleset, words: Words) -> Iterator[str]:
    table = rules.table
    if not table.joker_on_opponent_run:
        yield words("plain.layoff.joker")
    if table.swap is Swap.NONE:
        return
    yield words(f"plain.swap.{table.swap.value}")
    if table.swap_set3 is SwapSet3.BOTH_MISSING:
        yield words("plain.swap.both")
    yield words(f"plain.swap.{table.swap_reuse.value}")


def _knock(rules: Ruleset, words: Words) -> Iterator[str]:
    knock = rules.knock
    points = words.count("points.count", knock.knock_max or 0)
    yield words("plain.knock", points=points) if knock.knock_max else words("plain.knock.gin")
    gin, undercut = words.number(knock.gin_bonus), words.number(knock.undercut_bonus)
    yield words("plain.knock.score", gin=gin, undercut=undercut)
    yield from _end(rules, words)


def _score(rules: Ruleset, words: Words) -> Iterator[str]:
    yield words(f"plain.score.{rules.score.score_mode.value}")
    if rules.score.score_mode is not ScoreMode.MELD:
        jokers = value_text("joker_hand", rules.values.joker_hand, words)
        yield words(
            "plain.hand.joker" if rules.deck.jokers_per_pack else "plain.hand", ace=rules.values.ace_hand, joker=jokers
        )
    if rules.score.unopened is not None:
        yield words("plain.unopened", points=words.count("points.count", rules.score.unopened))
    yield from _one_go(rules, words)
    if rules.score.last_round_mult != 1:
        yield words("plain.last_round", factor=words.number(rules.score.last_round_mult))
    yield from _end(rules, words)


def _one_go(rules: Ruleset, words: Words) -> Iterator[str]:
    if rules.score.one_go_flat is not None:
        yield words("plain.one_go.flat", points=words.count("points.count", rules.score.one_go_flat))
        return
    times = rules.score.one_go_mult
    factors = [words.number(factor) for factor in (times.no_joker, times.one_joker, times.more)]
    if len(set(factors)) > 1:
        yield words("plain.one_go.jokers", none=factors[0], one=factors[1], more=factors[2])
    elif times.no_joker != 1:
        yield words("plain.one_go", factor=factors[0])
    if rules.score.one_go_joker_close != 1:
        yield words("plain.one_go.close", factor=words.number(rules.score.one_go_joker_close))


def _end(rules: Ruleset, words: Words) -> Iterator[str]:
    if rules.score.target is None or rules.score.target_effect is TargetEffect.NONE:
        yield words("plain.end.rounds")
        return
    points = words.count("points.count", rules.score.target)
    over = ".over" if rules.score.target_strict else ""
    yield words(f"plain.end.{rules.score.target_effect.value}{over}", points=points)
