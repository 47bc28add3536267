"""The panes of the Memory page."""
