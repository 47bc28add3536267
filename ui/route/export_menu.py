"""What leaves the Route page?"""

from __future__ import annotations


def export_menu() -> None:
    """Nothing yet."""
