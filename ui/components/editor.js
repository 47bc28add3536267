// What does the person type? The text is sent when the typing pauses, and when the field is left.

const PAUSE_MS = 350;
// A long text is sent only when the field is left: each sending costs its length.
const LIVE_CHARACTERS = 100000;

export default function editor({ data, parentElement, setTriggerValue }) {
  let field = parentElement.querySelector("textarea");
  if (!field) {
    field = document.createElement("textarea");
    field.spellcheck = false;
    parentElement.appendChild(field);
  }
  let state = field.editorState;
  if (!state) {
    state = field.editorState = { timer: 0, sent: null, name: null };
    field.addEventListener("input", () => {
      clearTimeout(state.timer);
      if (field.value.length <= LIVE_CHARACTERS) state.timer = setTimeout(state.send, PAUSE_MS);
    });
    field.addEventListener("blur", () => state.send());
  }
  state.send = () => {
    clearTimeout(state.timer);
    if (field.value === state.sent || state.name === null) return;
    state.sent = field.value;
    setTriggerValue("edit", { name: state.name, text: field.value });
  };
  if (state.name !== data.name) {
    // Another section: what was typed in the one before goes out first.
    if (state.name !== null) state.send();
    state.name = data.name;
    state.sent = data.text;
    field.value = data.text;
  } else if (data.text !== state.sent) {
    // Changed elsewhere (undo, another editor): the field follows, and keeps its caret.
    const caret = field.selectionStart;
    state.sent = data.text;
    field.value = data.text;
    field.setSelectionRange(caret, caret);
  }
  field.setAttribute("aria-label", "text of " + data.name);
  field.style.height = field.style.height || data.height + "px";
  field.style.fontSize = data.big ? "20px" : "15px";
}
