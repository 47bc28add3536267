// Which keys act on the whole page? Undo and redo, unless someone is typing: there they are the field's.

export default function keys({ setTriggerValue }) {
  const typing = (event) => {
    const target = event.composedPath()[0];
    return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
  };
  const listen = (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || typing(event)) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    setTriggerValue("pressed", key === "y" || event.shiftKey ? "redo" : "undo");
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}
