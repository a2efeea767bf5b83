"""What stands around every page: name, pages, language, look, and the foot."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache
from html import escape
from typing import TYPE_CHECKING

import segno
import streamlit as st

from ui import state
from ui.gate import invitation
from ui.parts.assets import asset
from ui.parts.cards import shapes_css
from ui.words import LANGUAGES, Words

if TYPE_CHECKING:
    from streamlit.navigation.page import Page


def dress(words: Words) -> None:
    """Our look instead of Streamlit's, and the page's language for those who listen."""
    st.html(f"<style>{asset('app.css', 'cards.css')}{shapes_css()}</style>")
    page = st.components.v2.component("remi_lens_page", js=asset("page.js"), isolate_styles=False)
    page(key="page", data={"language": words.language, "four": state.four_colours()}, height=1)


def head(pages: Sequence[Page], words: Words) -> None:
    """The name, the pages and the language, in one line that wraps on a phone."""
    with st.container(horizontal=True, vertical_alignment="center", key="head"):
        st.html(brand_html(words), width="content")
        for page in pages:
            st.page_link(page, label=page.title, query_params=state.address(), width="content")
        language(words)


def brand_html(words: Words) -> str:
    icon = '<img src="/asset/icon.svg" alt="" width="37" height="37">'
    return f'<p class="brand">{icon}<span class="name">{escape(words("app.name"))}</span></p>'


def language(words: Words) -> None:
    """Which language this visitor reads."""
    st.selectbox(
        words("language.choose"),
        LANGUAGES,
        index=LANGUAGES.index(words.language),
        format_func=lambda code: words(f"language.{code}"),
        key="language-choice",
        placeholder=words("language.choose"),
        on_change=lambda: state.choose(str(state.take("language-choice"))),
        label_visibility="collapsed",
        width=130,
    )


def on_a_phone(words: Words) -> None:
    """How a phone comes in: the invitation as a picture to scan, or how to open the door."""
    with st.popover(words("phone.title")):
        address = invitation()
        if address is None:
            st.write(words("phone.how"))
            return
        st.write(words("phone.scan"))
        st.image(qr_png(address), width=260, caption=address)


@cache
def qr_png(address: str) -> bytes:
    picture = io.BytesIO()
    segno.make(address, error="m").save(picture, kind="png", scale=8, border=2)
    return picture.getvalue()


def foot(words: Words) -> None:
    """How a phone comes in, what the program promises, and where its source is."""
    on_a_phone(words)
    st.html(
        f'<footer class="foot"><span>{escape(words("foot.proposes"))}</span><span>{escape(words("foot.local"))}</span>'
        f'<a href="/source.zip" download>{escape(words("foot.source"))}</a></footer>'
    )
