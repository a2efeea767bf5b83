"""A game in plain words: some sentences made from the rules' data, so that a house rule changes them too."""

from __future__ import annotations

from collections.abc import Iterator

from engine.rules import Ruleset, ScoreMode, Swap, TargetEffect
from ui.parts.rule_table import value_text
from ui.words import Words


def plain_rules(rules: Ruleset, players: int, words: Words) -> tuple[str, ...]:
    """The game as one would explain it to a newcomer, in the order of play."""
    return tuple(_told(rules, players, words))


def _told(rules: Ruleset, players: int, words: Words) -> Iterator[str]:
    yield _deal(rules, players, words)
    yield words("plain.aim" if rules.knock.knock_max is None else "plain.aim.knock")
    yield words(f"plain.run.{rules.melds.ace_run.value}")
    yield words("plain.set.distinct" if rules.melds.set_distinct_suits else "plain.set.any")
    yield from _jokers(rules, words)
    yield words(f"plain.draw.{rules.turn.discard_draw.value}")
    if rules.knock.knock_max is not None:
        yield from _knock(rules, words)
        return
    yield from _opening(rules, words)
    yield from _table(rules, words)
    yield words(f"plain.out.{rules.turn.final_discard.value}")
    yield from _score(rules, words)


def _deal(rules: Ruleset, players: int, words: Words) -> str:
    deck = rules.deck
    packs = deck.packs.at(players)
    return words(
        "plain.deal",
        lowest=deck.players.lowest,
        highest=deck.players.highest,
        packs=words.count("plain.packs", packs),
        jokers=words.count("plain.jokers", packs * deck.jokers_per_pack),
        cards=words.count("cards.count", deck.deal.at(players)),
        players=players,
    )


def _jokers(rules: Ruleset, words: Words) -> Iterator[str]:
    if not rules.deck.jokers_per_pack:
        yield words("plain.joker.none")
        return
    yield words("plain.joker", value=value_text("joker_meld", rules.values.joker_meld, words))
    limits = rules.melds.jokers_run_max, rules.melds.jokers_set3_max, rules.melds.jokers_set4_max
    if limits == (1, 1, 1):
        yield words("plain.joker.one")
    elif not rules.melds.jokers_adjacent:
        yield words("plain.joker.apart")


def _opening(rules: Ruleset, words: Words) -> Iterator[str]:
    need = rules.opening.open_points
    if not need:
        yield words("plain.open.free")
        return
    points = words.count("points.count", need)
    yield words("plain.open.clean" if rules.opening.open_clean_runs else "plain.open", points=points)


def _table(rules: Ruleset, words: Words) -> Iterator[str]:
    yield words("plain.layoff.opened" if rules.table.layoff_needs_open else "plain.layoff")
    if rules.deck.jokers_per_pack and rules.table.swap is not Swap.NONE:
        yield words("plain.swap", when=value_text("swap", rules.table.swap, words))
        yield words(f"plain.swap.{rules.table.swap_reuse.value}")
    if rules.table.take_spare:
        yield words("plain.take_spare")
    if rules.table.remove_complete:
        yield words("plain.remove_complete")


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
    if rules.score.one_go_mult.no_joker != 1:
        yield words("plain.one_go", factor=words.number(rules.score.one_go_mult.no_joker))
    yield from _end(rules, words)


def _end(rules: Ruleset, words: Words) -> Iterator[str]:
    if rules.score.target is None or rules.score.target_effect is TargetEffect.NONE:
        yield words("plain.end.rounds")
        return
    points = words.count("points.count", rules.score.target)
    over = ".over" if rules.score.target_strict else ""
    yield words(f"plain.end.{rules.score.target_effect.value}{over}", points=points)
