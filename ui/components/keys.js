// Which keys act on the whole page? Undo and redo, unless someone is typing: there they are the field's.

export default function keys({ data, parentElement, setTriggerValue }) {
  const outbox = (parentElement.keysOutbox ||= new Outbox());
  outbox.send = (message) => setTriggerValue("event", message);
  outbox.receive(data, () => {});
  const typing = (event) => {
    const target = event.composedPath()[0];
    return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
  };
  const listen = (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || typing(event)) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    outbox.put(key === "y" || event.shiftKey ? "redo" : "undo", "page");
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}
