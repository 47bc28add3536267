"""The panes of the Route page."""
