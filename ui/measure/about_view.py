"""What may one conclude from such a run, and what not?"""

from __future__ import annotations

import streamlit as st

from ui.measure.held import OpenRun
from ui.palette import Theme

WORDS = """
**What is asked.** The same items stand at every position, so that only the position differs.
Controls come first: the fact alone (oracle), which must be found in 95 %, or the run stops; and
the question without the text (closed book), which shows what can be guessed.

**The shape depends on how the task is put.** In a pilot with 25 pairs, SmolLM2 found from start
to end 6, 1, 2, 2 and 6 of 8 items where it continues a sentence, all 8 everywhere where it
completes a line of the list, and 3, 1, 1, 2 and 3 where it is asked plainly. Other wordings show a
loss after the start only, or none. A curve speaks for one task in one wording, for one length.

**It is one model, and few items.** 30 questions a position give an interval of up to ± 17 points;
see Plan. SmolLM2-135M is a toy: a larger model may show no effect at this length, and one at
another. What was measured on pairs says little about retrieval with hard distractors.

**What is written down.** A run is a file on this server, under a name that stands in your address
only: settings, with a text of your own where you gave one, and every answer. A key is never in it.
"""


def about_view(run: OpenRun | None, colours: Theme, width: int, big: bool) -> None:
    """The limits of the method, in plain words."""
    st.markdown(WORDS)
