"""How are turns changed, added, deleted and pinned, and facts planted and followed?"""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from engine.memory import CANARY_KINDS, Canary
from engine.memory.edits import (
    add_turn,
    change_text,
    delete_turn,
    follow_phrase,
    pin_turn,
    pinned_always,
    plant_canary,
)
from engine.memory.events import numbered
from engine.transcripts import Turn
from ui import state
from ui.bound import bound
from ui.components.turn_list import turn_list
from ui.memory.editing import edit, refuse
from ui.memory.happened import BECAME
from ui.memory.player import seek
from ui.memory.policy_pane import change_policy, current_policy
from ui.memory.run_pane import HEIGHT, HEIGHT_BIG, LEAST, LEAST_BIG, LIST
from ui.memory.shown import Shown
from ui.memory.talks import open_talk
from ui.memory.turns import turn_rows
from ui.palette import Theme
from ui.text import as_html

ADDED_ROLES = ("user", "assistant", "system")
TEXT_HEIGHT = 170
NEW_TEXT, NEW_ROLE = "new_turn_text", "new_turn_role"
FACT_KIND, FACT_PHRASE, FACT_SENTENCE = "fact_kind", "fact_phrase", "fact_sentence"
FACT_REPLACED = "fact_replaced"


def edit_view(shown: Shown, colours: Theme, width: int, big: bool) -> None:
    """The list; beside it the turn of the place, a turn to add, and the facts."""
    listed = max(round(width * LIST), LEAST_BIG if big else LEAST)
    with st.container(horizontal=True, gap="small", key="memory_edit"):
        with st.container(width=listed):
            turn_list(turn_rows(shown), shown.at + 1, colours, key="edit_turns", on_seek=seek,
                      height=HEIGHT_BIG if big else HEIGHT, big=big)  # fmt: skip
        with st.container(width="stretch"):
            first, second = st.columns(2, gap="medium")
            with first:
                _turn(shown, big)
                _new_turn(shown, big)
            with second:
                _new_fact(shown, big)
                _facts(shown, colours, big)


def _turn(shown: Shown, big: bool) -> None:
    known, at = shown.conversation, shown.at
    turn = known.turns[at]
    group = known.members.get(known.first[at], [at])
    with_it = f" · stands and leaves with {numbered([i for i in group if i != at])}"
    _head(
        f"Turn {at + 1:,}",
        f"{turn.role} · {known.tokens[at]:,} tokens{with_it if len(group) > 1 else ''}",
        big,
    )
    bound(st.text_area, "What it says", turn.text,
          lambda text: edit(lambda turns: change_text(turns, at, text)), f"turn text {at}",
          height=TEXT_HEIGHT, label_visibility="collapsed")  # fmt: skip
    policy, always = current_policy(shown), pinned_always(known, at)
    on = known.first[at] in known.kept(policy.pinned, policy.unpinned)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.button("Unpin" if on else "Pin", key="pin_turn", on_click=_pin, args=(shown, not on),
                  disabled=always,
                  help="Opening system text and the first user message always stay." if always
                  else "A pinned turn stays in the window under every policy.")  # fmt: skip
        others = f" with {numbered([i for i in group if i != at])}" if len(group) > 1 else ""
        st.button(f"Delete{others}", key="delete_turn",
                  on_click=edit, args=(lambda turns: delete_turn(turns, at),),
                  disabled=len(group) == len(known.turns),
                  help="A call goes with its results. Undo brings it back.")  # fmt: skip


def _pin(shown: Shown, on: bool) -> None:
    policy = pin_turn(current_policy(shown), shown.conversation, shown.at, on)
    change_policy(replace(policy, name=""))


def _new_turn(shown: Shown, big: bool) -> None:
    _head("Add a turn", "where it parts no call from its result", big)
    st.selectbox("Who speaks", ADDED_ROLES, key=NEW_ROLE)
    st.text_area("What is said", key=NEW_TEXT, height=96)
    with st.container(horizontal=True, gap="small"):
        for label, at in ((f"Before turn {shown.at + 1:,}", shown.at), ("After it", shown.at + 1)):
            st.button(label, key=f"add_{label[:5]}", on_click=_add, args=(at,))


def _add(at: int) -> None:
    turn = Turn(st.session_state[NEW_ROLE], st.session_state[NEW_TEXT])
    if edit(lambda turns: add_turn(turns, turn, at)):
        st.session_state[NEW_TEXT] = ""


def _new_fact(shown: Shown, big: bool) -> None:
    _head("Follow a fact", "of the conversation, or planted", big)
    with st.container(horizontal=True, gap="small"):
        with st.container(width=140):
            st.selectbox("Kind", CANARY_KINDS, key=FACT_KIND)
        with st.container(width="stretch"):
            st.text_input("Its words", key=FACT_PHRASE, placeholder="A-4127",
                          help="What is looked for in the window, the summary and the "
                          "store.")  # fmt: skip
    st.text_input("Sentence to plant", key=FACT_SENTENCE, placeholder="My order is A-4127.",
                  help="A new message of the user that says these words. Without one the words "
                  "alone are planted.")  # fmt: skip
    st.text_input("Words that replace it later", key=FACT_REPLACED, placeholder="found by itself",
                  help="A figure or a date that gets another value is found to be superseded. "
                  "For others: from the first later turn that says these words.")  # fmt: skip
    with st.container(horizontal=True, gap="small"):
        st.button("Follow what a turn says", key="follow_fact", on_click=_follow)
        st.button(f"Plant before turn {shown.at + 1:,}", key="plant_fact", on_click=_plant,
                  args=(shown.at,))  # fmt: skip


def _follow() -> None:
    talk = open_talk()
    try:
        fact = follow_phrase(talk.turns, st.session_state[FACT_KIND], st.session_state[FACT_PHRASE])
        fact = replace(fact, superseded_by=st.session_state[FACT_REPLACED].strip())
    except ValueError as error:
        refuse(error)
        return
    if fact.phrase not in [canary.phrase for canary in talk.canaries]:
        state.change_talk(replace(talk, canaries=(*talk.canaries, fact)))
    st.session_state[FACT_PHRASE] = st.session_state[FACT_REPLACED] = ""


def _plant(at: int) -> None:
    try:
        fact = Canary(
            st.session_state[FACT_KIND],
            st.session_state[FACT_PHRASE].strip(),
            st.session_state[FACT_SENTENCE].strip(),
            st.session_state[FACT_REPLACED].strip(),
        )
    except ValueError as error:
        refuse(error)
        return
    if edit(lambda turns: plant_canary(turns, fact, at), fact):
        for field in (FACT_PHRASE, FACT_SENTENCE, FACT_REPLACED):
            st.session_state[field] = ""


def _facts(shown: Shown, colours: Theme, big: bool) -> None:
    """The facts that are followed: what each is now, when it is lost, and a way to drop one."""
    canaries, lines = shown.talk.canaries, shown.lines
    _head("Facts that are followed", f"{len(canaries):,}", big)
    rows = []
    for canary in canaries:
        line = lines.get(canary.phrase)
        now = line.states[shown.at] if line is not None else None
        said = "no turn says it" if line is None or not line.sources else numbered(line.sources)
        became = "not said yet" if now is None else BECAME[now].removesuffix(" again")
        if now == "superseded" and line is not None:
            became = next((span.by.sentence for span in line.spans
                           if span.by and span.first <= shown.at <= span.last), became)  # fmt: skip
        lost = None if line is None else line.lost_at
        rows.append(
            f'<div><b dir="auto">{as_html(canary.phrase)}</b> <span class="cp-muted">{canary.kind}'
            f" · {said} · {became}{'' if lost is None else f' · lost at turn {lost + 1:,}'}</span>"
            "</div>"
        )
    st.html(f'<div class="cp-fact {"cp-big" if big else ""}">{"".join(rows)}</div>')
    if canaries:
        with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
            with st.container(width="stretch"):
                number = st.selectbox("Fact", range(len(canaries)), label_visibility="collapsed",
                                      format_func=lambda at: canaries[at].phrase)  # fmt: skip
            st.button("Drop", key="drop_fact", on_click=_drop, args=(canaries[number],),
                      help="Follow it no longer; its turn stays.")  # fmt: skip


def _drop(canary: Canary) -> None:
    talk = open_talk()
    left = tuple(other for other in talk.canaries if other != canary)
    state.change_talk(replace(talk, canaries=left))


def _head(title: str, beside: str, big: bool) -> None:
    st.html(
        f'<div class="{"cp-big" if big else ""}"><div class="cp-head"><b>{as_html(title)}</b> '
        f'<span class="cp-muted">{as_html(beside)}</span></div></div>'
    )
