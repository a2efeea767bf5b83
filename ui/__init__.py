"""The pages people see; the only room that knows streamlit."""
