"""Cards to practise with: what looks like a meld, hands in which something may be found, hands that may knock."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

from engine.cards import CARDS, JOKER, Card, Face, Hand, Rank
from engine.melds import Slot, judge_meld
from engine.rules import Ruleset
from engine.table import DEFAULT_PLAYERS

_TRIES = 200


def some_meld(rules: Ruleset, dice: random.Random, *, with_joker: bool, spoilt: bool) -> Hand:
    """Cards that look like a meld; ``spoilt``: some of them are none."""
    faces: list[Face] = list(_some_run(dice) if dice.random() < 0.5 else _some_set(dice))
    if rules.deck.jokers_per_pack and (with_joker or dice.random() < 0.4):
        faces[dice.randrange(len(faces))] = JOKER
    if spoilt and dice.random() < 0.4:
        faces[dice.randrange(len(faces))] = dice.choice(CARDS)
    dice.shuffle(faces)
    return Hand(tuple(faces))


def _some_run(dice: random.Random) -> list[Card]:
    first, length = dice.choice(CARDS), dice.choice([3, 3, 4, 5])
    return [Card(Rank((int(first.rank) + step - 1) % 13 + 1), first.suit) for step in range(length)]


def _some_set(dice: random.Random) -> list[Card]:
    rank = dice.choice(CARDS).rank
    return dice.sample([card for card in CARDS if card.rank == rank], dice.choice([3, 3, 4]))


def _deck(rules: Ruleset, cards: Iterable[Card]) -> list[Face]:
    packs = rules.deck.packs.at(DEFAULT_PLAYERS)
    return [*list(cards) * packs, *(JOKER,) * (packs * rules.deck.jokers_per_pack)]


def hand_size(rules: Ruleset) -> int:
    """Cards held after the draw."""
    return rules.deck.deal.at(DEFAULT_PLAYERS) + 1


def some_hand(rules: Ruleset, dice: random.Random) -> Hand:
    """A hand after the draw, from cards near each other so that something may be found."""
    suits = dice.sample(sorted({card.suit.value for card in CARDS}), dice.choice([2, 3, 4]))
    lowest, width = dice.randrange(13), dice.choice([6, 8, 13])
    ranks = {(lowest + step) % 13 + 1 for step in range(width)}
    deck = _deck(rules, (card for card in CARDS if card.suit.value in suits and card.rank in ranks))
    if len(deck) < hand_size(rules):
        deck = _deck(rules, CARDS)
    return Hand(tuple(dice.sample(deck, hand_size(rules)))).sorted()


def nearly_melded(rules: Ruleset, dice: random.Random) -> Hand:
    """A hand after the draw that is all melds but for a few low cards: one that may knock, or nearly."""
    held: list[Face] = []
    for _ in range(_TRIES):
        meld = _some_run(dice) if dice.random() < 0.5 else _some_set(dice)
        room = hand_size(rules) - 1 - len(held) - len(meld)
        if room in (1, 2) or room < 0 or not judge_meld(map(Slot.of, meld), rules).legal:
            continue
        if all(count <= rules.deck.packs.at(2) for count in Counter([*held, *meld]).values()):
            held += meld
        if not room or (room <= 4 and rules.knock.knock_max):
            break
    others = [card for card in CARDS if card not in held]
    low = sorted(dice.sample(others, 12), key=lambda card: card.rank)
    return Hand((*held, *low[: hand_size(rules) - len(held)])).sorted()
