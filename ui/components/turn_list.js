// Which turns stand around the place, and which one is lit? Joined behind dom.js and outbox.js.

const LIT_AT = 0.45; // of the height: what came before has a little less room than what follows

function newRow(view) {
  const row = make("button", "", { type: "button" });
  const part = (name) => {
    const element = make("span", name);
    row.append(element);
    return element;
  };
  row.parts = { number: part("number"), who: part("who"), tokens: part("tokens"), text: part("text") };
  row.parts.text.setAttribute("dir", "auto");
  row.addEventListener("click", () => view.outbox.put("seek", "turn", row.turn));
  return row;
}

function fillRow(row, turn, at) {
  const { number, who, tokens, text } = row.parts;
  row.turn = turn.number;
  setText(number, String(turn.number));
  setText(who, turn.state ? `${turn.role} · ${turn.state}` : turn.role);
  setText(tokens, turn.tokens.toLocaleString("en-US"));
  setText(text, turn.text);
  const names = [];
  if (turn.number > at) names.push("later");
  else if (turn.state && turn.state !== "pinned") names.push("left");
  if (turn.state === "gone") names.push("gone");
  if (turn.number === at) names.push("lit");
  row.className = names.join(" ");
  setAttribute(row, "aria-current", turn.number === at ? "true" : null);
}

function drawTurns(view, data) {
  const { box, rows } = view;
  box.style.height = `${data.height}px`;
  box.style.setProperty("--k", data.scale);
  setColours(box, data.palette);
  const wanted = new Set(data.rows.map((turn) => turn.number));
  for (const [number, row] of rows) {
    if (!wanted.has(number)) {
      row.remove();
      rows.delete(number);
    }
  }
  let before = null;
  for (const turn of data.rows) {
    let row = rows.get(turn.number);
    if (!row) rows.set(turn.number, (row = newRow(view)));
    fillRow(row, turn, data.at);
    const place = before ? before.nextSibling : box.firstChild;
    if (row !== place) box.insertBefore(row, place);
    before = row;
  }
  const lit = rows.get(data.at);
  // Only a step moves the list: whoever scrolls in it reads on undisturbed.
  if (lit && view.at !== `${data.at} ${data.scale} ${data.height}`) {
    box.scrollTop = lit.offsetTop + lit.offsetHeight / 2 - LIT_AT * box.clientHeight;
  }
  view.at = `${data.at} ${data.scale} ${data.height}`;
}

const views = new WeakMap();

export default function turnList({ parentElement, data, setTriggerValue }) {
  let view = views.get(parentElement);
  if (!view) {
    const box = make("div", "turns", { role: "group", "aria-label": "Turns" });
    view = { box, rows: new Map(), at: null, outbox: new Outbox() };
    parentElement.append(box);
    views.set(parentElement, view);
  }
  view.outbox.send = (message) => setTriggerValue("event", message);
  view.outbox.receive(data, (shown) => drawTurns(view, shown));
  return whenUnmounted(view, () => {
    view.outbox.close();
    view.box.remove();
    views.delete(parentElement);
  });
}
