// Which keys act on the whole page? Not while someone types, nor where a key has a use of its own.

const PLAIN = {
  ArrowLeft: "back", ArrowRight: "step", Home: "home", End: "end", n: "next", " ": "play",
};
// Within these, arrows choose; the space bar presses what has the focus.
const CHOOSES = "[role=radiogroup],[role=slider],[role=tablist],[role=listbox],[role=menu],[role=grid],[role=dialog]";
const PRESSES = "button,a,summary,[role=button],[role=checkbox],[role=switch],[role=option]";

export default function keys({ data, parentElement, setTriggerValue }) {
  oneEntryAPage();
  const outbox = (parentElement.keysOutbox ||= new Outbox());
  outbox.send = (message) => setTriggerValue("event", message);
  outbox.receive(data, () => {});
  const typing = (event) => {
    const target = event.composedPath()[0];
    return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
  };
  const within = (event, what) => event.composedPath().some((one) => one.matches?.(what));
  const undoing = (event) => {
    const key = event.key.toLowerCase();
    if (event.altKey || (key !== "z" && key !== "y")) return null;
    return key === "y" || event.shiftKey ? "redo" : "undo";
  };
  const plain = (event) => {
    if (event.altKey || within(event, CHOOSES)) return null;
    // A letter is meant with the shift key too, an arrow with it has another use.
    const letter = /^[a-z]$/i.test(event.key);
    if (event.shiftKey && !letter) return null;
    if (event.key === " " && within(event, PRESSES)) return null;
    return PLAIN[letter ? event.key.toLowerCase() : event.key];
  };
  const listen = (event) => {
    if (event.defaultPrevented || typing(event)) return;
    const action = event.ctrlKey || event.metaKey ? undoing(event) : plain(event);
    if (!action || !data.actions.includes(action)) return;
    event.preventDefault();
    outbox.put(action, "page");
  };
  // What was chosen with the pointer hands the keys back to the page.
  const chosen = (event) => {
    if (data.actions.includes("step") && event.detail > 0 && within(event, "[role=radiogroup]")) {
      setTimeout(() => document.activeElement?.blur(), 0);
    }
  };
  document.addEventListener("keydown", listen);
  document.addEventListener("click", chosen, true);
  return () => {
    document.removeEventListener("keydown", listen);
    document.removeEventListener("click", chosen, true);
  };
}
