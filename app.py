"""The front door: which pages there are, and what stands around them."""

import streamlit as st

from ui import state
from ui.parts import frame

words = state.words()
st.set_page_config(page_title=words("app.name"), page_icon="ui/assets/icon-192.png", layout="centered")
pages = [
    st.Page("ui/pages/advise.py", title=words("nav.advise"), default=True),
    st.Page("ui/pages/live.py", title=words("nav.live"), url_path="live"),
    st.Page("ui/pages/score.py", title=words("nav.score"), url_path="score"),
    st.Page("ui/pages/practise.py", title=words("nav.practise"), url_path="practise"),
    st.Page("ui/pages/rules.py", title=words("nav.rules"), url_path="rules"),
]
page = st.navigation(pages, position="hidden")
frame.dress(words)
frame.head(pages, words)
page.run()
frame.foot(words)
