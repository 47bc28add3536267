"""Memory: what leaves the window, what the summary keeps, and when is a fact gone?"""

from __future__ import annotations

import streamlit as st

from ui.address import Kept, Typed, after_first
from ui.components.viewport import column_width, is_narrow, measure_column
from ui.frame import page, presenting
from ui.memory.asking import TEXT as QUESTION
from ui.memory.controls import memory_bar, view_row
from ui.memory.export_menu import export_menu, keep_latest
from ui.memory.legend import view_legend
from ui.memory.open_pane import notes_line
from ui.memory.player import KEYS, tick
from ui.memory.predict_pane import predict_pane, predict_toggle, predicting
from ui.memory.progress import Bar
from ui.memory.shown import PHRASE, TURN, look, usual_phrase
from ui.memory.views import VIEWS

SENTENCE = "Step with ← → and watch what leaves the window, and the turn at which a fact is gone."
SHORT = "Step with ← → and see what is lost."  # on one line beside the title
GUESS = "Which facts does the next compaction take? Say so before it is shown."

# What an address may ask for; a turn beyond the end stands for the last.
TURNS = {str(number): number for number in range(1, 20_001)}

colours = page(
    "Memory",
    GUESS if predicting() else SHORT if is_narrow() else SENTENCE,
    export_menu,
    switch=predict_toggle,
    keys={} if predicting() else KEYS,
    kept={
        "below": Kept("memory_view", after_first(VIEWS)),
        "turn": Kept(TURN, TURNS),
    },
    typed=(Typed(PHRASE, usual_phrase), Typed(QUESTION)),
)
big, width = presenting(), column_width()
with Bar("Replaying the conversation") as bar:
    shown = look(bar.tell)
keep_latest(shown)
memory_bar(shown, big, stepping=not predicting())
notes_line(shown.talk.notes, colours)
if not shown.run:
    st.write("No turns yet: open a conversation, or choose a shipped one.")
elif predicting():
    predict_pane(shown, colours, width, big)
else:
    view = view_row(shown, list(VIEWS), lambda view: view_legend(view, shown, colours, big), big)
    VIEWS[view](shown, colours, width, big)
tick(shown)
measure_column()
