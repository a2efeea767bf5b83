"""The front door: which pages there are."""

import streamlit as st

st.title("Remi Lens")
