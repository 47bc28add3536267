"""Before you look: which of four facts will be gone after the next compaction?"""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from engine.memory.events import numbered
from engine.memory.loss import ACTS, LifeLine
from engine.memory.presets import PRESETS
from ui.charts.canvas import CHART_CONFIG
from ui.charts.memory_life import state_color
from ui.components.turn_list import turn_list
from ui.memory.figures import window_strip
from ui.memory.happened import BECAME
from ui.memory.player import halt, seek
from ui.memory.predict_question import Question, question_at
from ui.memory.run_pane import GAP, HEIGHT, HEIGHT_BIG, LEAST, LEAST_BIG, LIST
from ui.memory.runs import Run
from ui.memory.shown import Shown
from ui.memory.turns import turn_rows
from ui.palette import Theme
from ui.text import as_html, as_label

PREDICT = "predict_loss"  # whether one predicts first
REVEALED = "revealed_loss"  # the run, the turn, and the facts that were said to be gone
MOST_LETTERS = 70


def predict_toggle() -> None:
    """The switch at the head of the page."""
    st.toggle("Predict first", key=PREDICT, persist_state="session", on_change=halt,
              help="Say which facts the next compaction takes before it is shown.")  # fmt: skip


def predicting() -> bool:
    """Whether one predicts first."""
    return bool(st.session_state.get(PREDICT))


def predict_pane(shown: Shown, colours: Theme, width: int, big: bool) -> None:
    """The window before the compaction and the question; once revealed, what became of each."""
    listed = max(round(width * LIST), LEAST_BIG if big else LEAST)
    room = width - listed - GAP
    with st.spinner("Looking for facts", show_time=False):
        asked = question_at(shown)
    at = shown.at if asked is None else asked.at
    said = None if asked is None else _said(shown, asked)
    before = replace(shown, at=at if asked is None or said is not None else at - 1)
    with st.container(horizontal=True, gap="small", key="memory_predict"):
        with st.container(width=listed):
            turn_list(turn_rows(before), before.at + 1, colours, key="predict_turns",
                      on_seek=seek, height=HEIGHT_BIG if big else HEIGHT, big=big)  # fmt: skip
        with st.container(width="stretch"):
            if asked is None:
                st.write("No compaction comes after this turn.")
                st.button("From the first turn", on_click=seek, args=(1,), type="primary")
            elif not asked.lines:
                st.write(f"No fact is known that could be lost at turn {at + 1:,}. Follow one "
                         "under Edit, or go on.")  # fmt: skip
                st.button("To the one after", on_click=seek, args=(at + 1,), type="primary")
            else:
                _strip(before, colours, room, big)
                _ask(shown, asked, colours, big)
                if said is None:
                    _ticks(shown, asked)
                else:
                    _answers(shown, asked, said, colours, big)


def _said(shown: Shown, asked: Question) -> frozenset[str] | None:
    """The facts that were said to be gone; None before it is revealed."""
    run, at, said = st.session_state.get(REVEALED, (None, -1, frozenset()))
    return said if run is shown.run and at == asked.at else None


def _reveal(run: Run, asked: Question) -> None:
    said = (line.phrase for line in asked.lines if st.session_state.get(_tick(asked, line)))
    st.session_state[REVEALED] = (run, asked.at, frozenset(said))


def _strip(shown: Shown, colours: Theme, room: int, big: bool) -> None:
    now = shown.snapshot
    st.html(
        f'<div class="cp-line {"cp-big" if big else ""}"><span><b>Window at turn {now.number:,}</b>'
        f' <span class="cp-muted">acts above {now.policy.trigger_tokens:,} tokens, down to '
        f"{now.policy.target_tokens:,}</span></span>"
        f"<span><b>{now.token_count:,}</b> of {now.usable:,}</span></div>"
    )
    st.plotly_chart(
        window_strip(shown, colours, room, big),
        theme=None,
        width=room,
        config={**CHART_CONFIG, "displayModeBar": False},
        key="predict_window",
    )


def _ask(shown: Shown, asked: Question, colours: Theme, big: bool) -> None:
    policy = shown.run[asked.at].policy
    what = next((preset.what for preset in PRESETS.values() if preset.name == policy.name), "")
    rungs = ", ".join(rung.replace("_", " ") for rung in policy.rungs)
    st.html(
        f'<div class="cp-query{" cp-big" if big else ""}" style="border-color:{colours.primary}">'
        f'<div class="cp-name">At turn {asked.at + 1:,} the window is made smaller. Which of these '
        "facts will be gone after it?</div>"
        f"<div>Gone: neither in the window nor in its summary, and nowhere to be fetched from. "
        f"{as_html(what or f'Tried in this order: {rungs}.')}</div></div>"
    )


def _ticks(shown: Shown, asked: Question) -> None:
    for line in asked.lines:
        now = BECAME[line.states[asked.at - 1] or "gone"].removesuffix(" again")
        st.checkbox(
            f"**{as_label(line.phrase, MOST_LETTERS)}** · said in {numbered(line.sources)}, "
            f"now {now}",
            key=_tick(asked, line),
        )
    st.button("Reveal", type="primary", on_click=_reveal, args=(shown.run, asked))


def _tick(asked: Question, line: LifeLine) -> str:
    return f"gone_{asked.at}_{line.phrase}"


def _answers(
    shown: Shown, asked: Question, said: frozenset[str], colours: Theme, big: bool
) -> None:
    """What became of each fact, by which event, and whether that was foreseen."""
    rows, right = [], 0
    for line in asked.lines:
        gone = asked.gone(line)
        foreseen = (line.phrase in said) == gone
        right += foreseen
        now = line.states[asked.at] or "gone"
        rows.append(
            f'<tr><td dir="auto">{as_html(line.phrase)}</td>'
            f'<td class="cp-says">{"gone" if line.phrase in said else "stays"} '
            f"{'✓' if foreseen else '✕'}</td>"
            f'<td class="cp-says"><b style="color:{state_color(now, colours)}">'
            f"{BECAME[now].removesuffix(' again')}</b></td>"
            f'<td class="cp-says">{as_html(_taken(shown, asked, line))}</td></tr>'
        )
    st.html(
        f'<div class="{"cp-big" if big else ""}"><div class="cp-verdict" '
        f'style="border-color:{colours.primary}">{right} of {len(asked.lines)} foreseen</div>'
        f'<table class="cp-table cp-dense cp-summary" style="border-color:{colours.text}"><tr>'
        f'<th>fact</th><th class="cp-says">you said</th><th class="cp-says">after it</th>'
        f'<th class="cp-says">by what</th></tr>{"".join(rows)}</table></div>'
    )
    with st.container(horizontal=True, gap="small"):
        st.button("Next compaction", type="primary", on_click=seek, args=(asked.at + 1,))
        st.button(f"Look at turn {asked.at + 1:,}", on_click=_look_at, args=(asked.at + 1,))


def _taken(shown: Shown, asked: Question, line: LifeLine) -> str:
    """The last event of that turn that acted on a turn which says it, else the last that acted."""
    if line.states[asked.at] == line.states[asked.at - 1]:
        return "nothing"
    acts = [event for event in shown.run[asked.at].events if event.kind in ACTS]
    own = [event for event in acts if not set(line.sources).isdisjoint(event.turns)]
    return (own or acts)[-1].sentence


def _look_at(number: int) -> None:
    st.session_state[PREDICT] = False
    seek(number)
