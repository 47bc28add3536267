"""What leaves the Memory page?"""

from __future__ import annotations


def export_menu() -> None:
    """Nothing yet."""
