"""Figures: each function takes values of the engine and a theme and returns a Plotly figure."""
