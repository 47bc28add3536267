"""What only Streamlit and Plotly need: palette, charts, state, frame and editors."""
