// What stands in the place of what, word by word? Joined behind dom.js and outbox.js.

const NOTHING = "nothing";

function newCell(view, cell) {
  const element = make("div", "cell");
  const head = make("div", "head");
  if (cell.turns) {
    const turns = make("button", "", { type: "button", title: "Show this turn in the run" });
    setText(turns, cell.turns);
    turns.addEventListener("click", () => view.outbox.put("seek", "turn", cell.first));
    head.append(turns);
  }
  const who = make("span", "who");
  setText(who, cell.role);
  const tokens = make("span", "tokens");
  setText(tokens, cell.tokens);
  head.append(who, tokens);
  const text = make("div", "text", { dir: "auto" });
  for (const [words, mark, said] of cell.parts) {
    const part = make(mark === "lost" ? "s" : "span", mark);
    if (said) part.setAttribute("title", said);
    setText(part, words);
    text.append(part);
  }
  element.append(head, text);
  return element;
}

function newSide(view, cells) {
  const side = make("div", "side");
  for (const cell of cells) side.append(newCell(view, cell));
  if (!cells.length) {
    const nothing = make("div", "nothing");
    setText(nothing, NOTHING);
    side.append(nothing);
  }
  return side;
}

function drawRows(view, data) {
  const { box } = view;
  box.style.height = `${data.height}px`;
  box.style.setProperty("--k", data.scale);
  setColours(box, data.palette);
  for (const [mark, color] of Object.entries(data.marks)) box.style.setProperty(`--${mark}`, color);
  const content = JSON.stringify(data.rows);
  if (content !== view.content) {
    const head = make("div", "row top");
    for (const words of ["Before", "In its place"]) {
      const title = make("div", "title");
      setText(title, words);
      head.append(title);
    }
    const rows = data.rows.map((row) => {
      const element = make("div", "row");
      element.append(newSide(view, row.before), newSide(view, row.after));
      return element;
    });
    box.replaceChildren(head, ...rows);
    view.content = content;
  }
  if (view.name !== data.name) box.scrollTop = 0;
  view.name = data.name;
}

const views = new WeakMap();

export default function diffList({ parentElement, data, setTriggerValue }) {
  let view = views.get(parentElement);
  if (!view) {
    const box = make("div", "diff", { role: "group", "aria-label": "Before and after", tabindex: "0" });
    view = { box, content: null, name: null, outbox: new Outbox() };
    parentElement.append(box);
    views.set(parentElement, view);
  }
  view.outbox.send = (message) => setTriggerValue("event", message);
  view.outbox.receive(data, (shown) => drawRows(view, shown));
  return whenUnmounted(view, () => {
    view.outbox.close();
    view.box.remove();
    views.delete(parentElement);
  });
}
