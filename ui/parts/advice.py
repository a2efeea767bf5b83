"""The advice: may I lay down, what exactly, what then; or why not, in numbers."""

from __future__ import annotations

from html import escape

import streamlit as st

from engine.advice import Advice, TooManyCards, TooManyCopies, advise, other_readings
from engine.presets import HOUSE_RULES, house_rules_for
from engine.reasons import Code, Reason
from engine.rules import Ruleset
from engine.solver import Laying, Openings
from engine.table import TableMeld
from ui import state
from ui.desk import Desk
from ui.parts.game import rules_of
from ui.parts.grounds import reason_words
from ui.parts.melds import meld_html, pile_html, verdict_html
from ui.parts.rule_table import house_rule_name
from ui.parts.table import melds_on_table, seen_cards
from ui.parts.turn import chances_panel, knock_panel, next_turn_note, turn_panel
from ui.words import Words


def advice_panel(desk: Desk, words: Words) -> None:
    """Everything that is to be said about the hand on the desk."""
    if not desk.cards:
        st.html(f'<p class="hint">{escape(words("advice.empty"))}</p>')
        return
    rules = rules_of(desk)
    st.html('<div class="advice-here"></div>')
    st.subheader(words("advice.title"), anchor=False)
    try:
        table, seen = melds_on_table(rules), seen_cards()
        advice = advise(desk.hand, rules, players=desk.players, opened=desk.opened, table=table, seen=seen)
    except TooManyCopies as excess:
        st.warning(too_many(excess, words))
        return
    except TooManyCards as excess:
        st.warning(words("hand.too_large", limit=excess.most, n=excess.count))
        return
    if desk.doubtful:
        st.html(doubts_html(desk, words))
    answer(advice, desk, table, rules, words)


def answer(advice: Advice, desk: Desk, table: tuple[TableMeld, ...], rules: Ruleset, words: Words) -> None:
    """The knock in gin, the whole turn after laying down, else the opening."""
    if advice.knock is not None:
        knock_panel(advice.knock, rules, words)
    elif desk.opened and advice.turns:
        turn_panel(advice.turns[0], table, rules, words)
        next_turn_note(advice.turns[0], table, rules, desk.players, words)
    else:
        opening_panel(advice, desk, rules, words)
        if not advice.opening.legal:
            chances_panel(with_chances(desk, table, rules), words)


def with_chances(desk: Desk, table: tuple[TableMeld, ...], rules: Ruleset) -> Advice:
    """Before the draw: which cards help; after it: which discard leaves the best chance."""
    drawn = len(desk.cards) > rules.deck.deal.at(desk.players)
    return advise(
        desk.hand, rules, players=desk.players, table=table, seen=seen_cards(), with_outs=not drawn, with_discards=drawn
    )


def too_many(excess: TooManyCopies, words: Words) -> str:
    return words("hand.too_many", limit=excess.most, card=words.face(excess.face), n=excess.count)


def doubts_html(desk: Desk, words: Words) -> str:
    """The answer stands on cards that were read uncertainly; say which."""
    named = words.listed(words.face(card.parsed) for card in desk.doubtful)
    text = words.count("advice.if_right", len(desk.doubtful), cards=named)
    return f'<p class="note" role="note">{escape(text)}</p>'


def opening_panel(advice: Advice, desk: Desk, rules: Ruleset, words: Words) -> None:
    """The first lay-down, or what is missing."""
    found = advice.opening
    if not found.legal:
        st.html(why_not_html(found, rules, words))
        differences(desk, rules, words)
        return
    laying = chosen_laying(found, desk, words)
    st.html(opening_verdict(laying, found, rules, words) + laying_html(laying, rules, words))
    differences(desk, rules, words)


def chosen_laying(found: Openings, desk: Desk, words: Words) -> Laying:
    """Most points or most cards; asked only where the two differ."""
    by_points, by_cards = found.front[0], found.front[-1]
    if by_points.cards == by_cards.cards:
        return by_points
    wishes = {"points": by_points, "cards": by_cards}
    wish = desk.wish if desk.wish in wishes else "points"
    st.segmented_control(
        words("advice.prefer"),
        list(wishes),
        default=wish,
        format_func=lambda each: f"{words(f'advice.most_{each}')}: {figures(wishes[each], words)}",
        key="wish",
        on_change=wished,
        required=True,
    )
    return wishes[wish]


def wished() -> None:
    state.keep(state.desk().but(wish=str(state.take("wish"))))


def figures(laying: Laying, words: Words) -> str:
    return words("advice.choice", cards=words.count("cards.count", laying.cards), points=points_text(laying, words))


def points_text(laying: Laying, words: Words) -> str:
    return words.count("points.count", laying.points)


def opening_verdict(laying: Laying, found: Openings, rules: Ruleset, words: Words) -> str:
    """Yes, with the figures and what the rules ask for."""
    cards, points = words.count("cards.count", laying.cards), points_text(laying, words)
    need = rules.opening.open_points
    title = words("advice.yes", points=points, cards=cards) if need else words("advice.yes_free", cards=cards)
    told = [words("advice.needed", need=words.count("points.count", need))] if need else []
    if laying.goes_out:
        told.append(words("advice.goes_out"))
    return verdict_html("yes", "✓", title, " ".join(told))


def why_not_html(found: Openings, rules: Ruleset, words: Words) -> str:
    """No, with each reason in numbers and the nearest miss."""
    told = [reason_text(reason, words) for reason in found.reasons]
    if rules.opening.open_clean_runs and found.best_without:
        clean, loose = found.best_with_clean_run, found.best_without
        if clean:
            told.append(words("advice.best_clean", points=words.count("points.count", clean)))
        if loose > clean:
            told.append(words("advice.best_any", points=words.count("points.count", loose)))
    return verdict_html("no", "…", words("advice.no"), " ".join(told))


def reason_text(reason: Reason, words: Words) -> str:
    """One reason of the engine as a sentence about a whole hand."""
    return words("advice.no_meld") if reason.code is Code.NOT_A_MELD else reason_words(reason, words)


def laying_html(laying: Laying, rules: Ruleset, words: Words) -> str:
    """The melds as cards on the felt, then what to discard and what stays."""
    melds = "".join(meld_html(meld, rules, words) for meld in laying.melds)
    return (
        f'<div class="felt"><h3>{escape(words("advice.lay"))}</h3>'
        f'<div class="melds">{melds}</div>{rest_html(laying, words)}</div>'
    )


def rest_html(laying: Laying, words: Words) -> str:
    """What to discard, and what is kept."""
    left = list(laying.left.sorted())
    parts = ""
    if laying.discard is not None:
        left.remove(laying.discard)
        parts += pile_html(words("advice.discard"), [laying.discard], words)
    if left:
        parts += pile_html(words("advice.keep"), left, words)
    return f'<div class="then">{parts}</div>' if parts else ""


def differences(desk: Desk, rules: Ruleset, words: Words) -> None:
    """House rules and other readings under which this very answer would be another."""
    open_to = [rule for rule in house_rules_for(desk.rules) if rule.id not in desk.house_rules]
    readings = other_readings(desk.hand, rules, open_to, players=desk.players)
    if not readings:
        return
    with st.expander(words("advice.differ")):
        for reading in readings:
            rule = house_rule_name(HOUSE_RULES[reading.house_rule], words)
            if not reading.legal:
                st.write(words("advice.differ_no", rule=rule))
                continue
            points = words.count("points.count", reading.max_points)
            cards = words.count("cards.count", reading.max_cards)
            st.write(words("advice.differ_yes", rule=rule, points=points, cards=cards))
