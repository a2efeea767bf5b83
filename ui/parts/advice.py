"""The advice: may I lay down, what exactly, what then; or why not, in numbers."""

from __future__ import annotations

from html import escape

import streamlit as st

from engine.advice import Advice, TooManyCopies, advise, other_readings
from engine.cards import Face
from engine.melds import Group, Meld
from engine.presets import house_rules_for
from engine.reasons import Code, Reason
from engine.rules import Ruleset
from engine.solver import Laying, Openings
from ui import state
from ui.desk import Desk
from ui.parts.cards import cards_html, fan_html
from ui.parts.game import rules_of
from ui.words import Words


def advice_panel(desk: Desk, words: Words) -> None:
    """Everything that is to be said about the hand on the desk."""
    if not desk.cards:
        st.html(f'<p class="hint">{escape(words("advice.empty"))}</p>')
        return
    rules = rules_of(desk)
    st.subheader(words("advice.title"), anchor=False)
    try:
        advice = advise(desk.hand, rules, players=desk.players)
    except TooManyCopies as excess:
        st.warning(too_many(excess, words))
        return
    if desk.doubtful:
        st.html(doubts_html(desk, words))
    opening_panel(advice, desk, rules, words)


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
    st.html(verdict_html(laying, found, rules, words) + laying_html(laying, rules, words))
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


def verdict_html(laying: Laying, found: Openings, rules: Ruleset, words: Words) -> str:
    """Yes, with the figures and what the rules ask for."""
    cards, points = words.count("cards.count", laying.cards), points_text(laying, words)
    need = rules.opening.open_points
    title = words("advice.yes", points=points, cards=cards) if need else words("advice.yes_free", cards=cards)
    told = [words("advice.needed", need=words.count("points.count", need))] if need else []
    if laying.goes_out:
        told.append(words("advice.goes_out"))
    return _verdict("yes", "✓", title, " ".join(told))


def why_not_html(found: Openings, rules: Ruleset, words: Words) -> str:
    """No, with each reason in numbers and the nearest miss."""
    told = [reason_text(reason, words) for reason in found.reasons]
    if rules.opening.open_clean_runs and found.best_without:
        clean, loose = found.best_with_clean_run, found.best_without
        if clean:
            told.append(words("advice.best_clean", points=words.count("points.count", clean)))
        if loose > clean:
            told.append(words("advice.best_any", points=words.count("points.count", loose)))
    return _verdict("no", "…", words("advice.no"), " ".join(told))


def reason_text(reason: Reason, words: Words) -> str:
    """One reason of the engine as a sentence."""
    if reason.code is Code.NOT_A_MELD:
        return words("advice.no_meld")
    card = "" if reason.card is None else words.face(reason.card)
    return words(
        f"reason.{reason.code.value}",
        have=reason.have, need=reason.need, limit=reason.limit, short=reason.short, card=card,
    )  # fmt: skip


def _verdict(kind: str, seal: str, title: str, text: str) -> str:
    return (
        f'<div class="verdict {kind}" role="status"><span class="seal" aria-hidden="true">{seal}</span>'
        f"<div><h2>{escape(title)}</h2><p>{escape(text)}</p></div></div>"
    )


def laying_html(laying: Laying, rules: Ruleset, words: Words) -> str:
    """The melds as cards on the felt, then what to discard and what stays."""
    melds = "".join(meld_html(meld, rules, words) for meld in laying.melds)
    return (
        f'<div class="felt"><h3>{escape(words("advice.lay"))}</h3>'
        f'<div class="melds">{melds}</div>{rest_html(laying, words)}</div>'
    )


def meld_html(meld: Meld, rules: Ruleset, words: Words) -> str:
    """One meld with its name, its points, and what its jokers stand for."""
    name, points = meld_name(meld, words), words.count("points.count", sum(meld.points(rules.values)))
    jokers = "".join(
        f"<br>{escape(words('advice.joker', card=words.spoken(slot.stands_for)))}"
        for slot in meld.slots
        if slot.is_joker and slot.stands_for is not None
    )
    about = f'<p class="about"><b>{escape(name)}</b> · {escape(points)}{jokers}</p>'
    return f'<div class="meld">{about}{fan_html(meld.slots, words, name)}</div>'


def meld_name(meld: Meld, words: Words) -> str:
    if isinstance(meld, Group):
        return words({3: "advice.set3", 4: "advice.set4"}.get(len(meld.slots), "advice.set"))
    return words("advice.clean_run" if meld.clean else "advice.run")


def rest_html(laying: Laying, words: Words) -> str:
    """What to discard, and what is kept."""
    left = list(laying.left.sorted())
    parts = ""
    if laying.discard is not None:
        left.remove(laying.discard)
        parts += _pile(words("advice.discard"), [laying.discard], words)
    if left:
        parts += _pile(words("advice.keep"), left, words)
    return f'<div class="then">{parts}</div>' if parts else ""


def _pile(title: str, faces: list[Face], words: Words) -> str:
    return f"<div><h3>{escape(title)}</h3>{cards_html(faces, words, title)}</div>"


def differences(desk: Desk, rules: Ruleset, words: Words) -> None:
    """House rules and other readings under which this very answer would be another."""
    open_to = [rule for rule in house_rules_for(desk.rules) if rule.id not in desk.house_rules]
    readings = other_readings(desk.hand, rules, open_to, players=desk.players)
    if not readings:
        return
    with st.expander(words("advice.differ")):
        for reading in readings:
            rule = words(f"house.{reading.house_rule}")
            if not reading.legal:
                st.write(words("advice.differ_no", rule=rule))
                continue
            points = words.count("points.count", reading.max_points)
            cards = words.count("cards.count", reading.max_cards)
            st.write(words("advice.differ_yes", rule=rule, points=points, cards=cards))
