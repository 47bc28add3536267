// What does one row show, and how is it changed in place?

function makeRow(id) {
  const row = make("div", "row", { role: "row", id });
  const cell = (name) => {
    const element = make("div", `cell ${name}`, { role: "gridcell" });
    row.append(element);
    return element;
  };
  const button = (parent, part) => {
    const element = make("button", part, { type: "button", tabindex: "-1", "data-part": part });
    parent.append(element);
    return element;
  };
  const parts = { row };
  const lead = cell("lead");
  parts.grip = make("span", "grip", { "aria-hidden": "true", title: "drag to another place" });
  parts.swatch = makeSwatch();
  lead.append(parts.grip, parts.swatch);
  parts.lead = lead;
  parts.nameCell = cell("name");
  parts.number = make("span", "number");
  parts.name = make("bdi", "title");
  parts.nameCell.append(parts.number, " ", parts.name);
  parts.kind = cell("kind");
  const prio = cell("prio");
  parts.priority = make("span", "priority");
  parts.input = make("input", "edit", {
    type: "text", inputmode: "decimal", autocomplete: "off", tabindex: "-1", "data-part": "input",
  });
  prio.append(parts.priority, parts.input);
  parts.pin = button(cell("pin"), "pin-button");
  parts.outcomeCell = cell("outcome");
  parts.glyph = make("span", "glyph", { "aria-hidden": "true" });
  parts.outcome = make("b");
  parts.reason = make("span", "reason");
  parts.outcomeCell.append(parts.glyph, parts.outcome, parts.reason);
  parts.before = cell("before");
  parts.after = cell("after");
  parts.budget = button(cell("budget"), "budget-button");
  parts.orprio = button(cell("orprio"), "orprio-button");
  return parts;
}

function fillRow(parts, data, index, { selected, palette, editing }) {
  const { row } = parts;
  row.dataset.name = data.name;
  row.classList.toggle("out", data.out);
  row.classList.toggle("selected", selected);
  row.classList.toggle("short", data.short);
  setAttribute(row, "aria-selected", String(selected));
  setAttribute(row, "aria-rowindex", String(index + 2));
  drawSwatch(parts.swatch, palette.kinds[data.kind] || { color: palette.muted }, palette.page);
  setAttribute(parts.lead, "title", data.kind);
  setText(parts.number, String(index + 1));
  setText(parts.name, data.shown);
  setAttribute(parts.nameCell, "title", `${data.shown} (${data.kind})`);
  setText(parts.kind, data.kind);
  setText(parts.priority, String(data.priority).replace("-", "−"));
  parts.input.hidden = !selected;
  parts.priority.hidden = selected;
  if (!editing) {
    parts.input.value = String(data.priority);
    setAttribute(parts.input, "aria-invalid", null);
  }
  setAttribute(parts.input, "aria-label", `priority of ${data.shown}`);
  setText(parts.pin, data.pinned ? palette.pinned : palette.unpinned);
  setAttribute(parts.pin, "aria-pressed", String(data.pinned));
  setAttribute(parts.pin, "aria-label", `pin ${data.shown}`);
  setAttribute(parts.pin, "title", data.pinned ? "pinned: always sent whole" : "not pinned");
  setText(parts.glyph, data.glyph);
  setText(parts.outcome, data.outcome);
  setText(parts.reason, ` · ${data.reason}`);
  setAttribute(parts.outcomeCell, "title", `${data.outcome} · ${data.reason}`);
  setText(parts.before, data.before);
  setText(parts.after, data.after);
  setAttribute(parts.after, "title", `${data.before} → ${data.after} tokens`);
  for (const name of ["budget", "orprio"]) {
    parts[name].hidden = !data[name];
    // No button in a row that is not in whole: no such change alone would take it in.
    const none = parts[name].parentElement;
    none.classList.toggle("none", data.short && !data[name]);
    setAttribute(none, "title", data.short && !data[name] ? "no such change alone takes it in" : null);
    setText(parts[name], data[name] || "");
    setAttribute(parts[name], "aria-label", data[`${name}_hint`]);
    setAttribute(parts[name], "title", data[`${name}_hint`]);
  }
  // One row's controls are in the tab order, that of the selected row: Tab goes into it, not
  // through hundreds of buttons.
  const stop = selected ? "0" : "-1";
  for (const part of [parts.input, parts.pin, parts.budget, parts.orprio]) {
    setAttribute(part, "tabindex", stop);
  }
}

function makeHead() {
  const head = make("div", "row head", { role: "row", "aria-rowindex": "1" });
  for (const [name, title] of COLUMNS) {
    const cell = make("div", `cell ${name}`, { role: "columnheader" });
    if (name === "lead") cell.setAttribute("aria-label", "Kind, drag to reorder");
    if (name === "outcome") {
      const reason = make("span", "reason");
      setText(reason, " · reason");
      cell.append("Outcome", reason);
    } else setText(cell, title);
    head.append(cell);
  }
  return head;
}

function makeTotal() {
  const row = make("div", "row total", { role: "row" });
  const parts = { row };
  for (const name of ["words", "before", "after", "left"]) {
    parts[name] = make("div", `cell ${name}`, { role: "gridcell" });
    row.append(parts[name]);
  }
  return parts;
}
