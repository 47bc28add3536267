"""Which part of a section is sent, which is the mark of the cut, and which is left out?

>>> split_cut("Refunds within 30 days of purchase.", "Refunds within […]")
('Refunds within', ' […]', ' 30 days of purchase.')
>>> split_cut("Refunds.", "Refunds.")
('Refunds.', None, '')
"""

from __future__ import annotations


def split_cut(original: str, cut: str, marker: str = " […]") -> tuple[str, str | None, str]:
    """`cut` taken apart against the text it was cut from: kept, marker (or None), removed.

    An empty `cut` is a section left out: all of it is removed. A `cut` that is no beginning
    of the text is shown as it stands, with nothing removed: what is sent is never hidden.
    """
    if cut == original:
        return original, None, ""
    # The marker first: where the text itself goes on with those signs, a cut that ends in
    # them still got them as its marker, for the marker is left off only where it has no room.
    kept = cut.removesuffix(marker) if marker else cut
    if kept != cut and kept and original.startswith(kept):
        return kept, marker, original[len(kept) :]
    if original.startswith(cut):
        return cut, None, original[len(cut) :]
    return cut, None, ""
