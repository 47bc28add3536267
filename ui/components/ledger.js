// What does the ledger do when it is clicked, dragged and typed into?
//
// Joined behind dom.js and other shared files and the ledger_*.js files into one module.

// A number as people write it, or null: "−3", "0,5", and "1,000" as the table writes thousands.
function readNumber(typed) {
  let text = typed.trim().replace("−", "-");
  const thousands = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text);
  text = thousands ? text.replaceAll(",", "") : text.replace(",", ".");
  const value = Number(text);
  return text !== "" && Number.isFinite(value) ? value : null;
}

class LedgerTable extends LedgerView {
  constructor(parent) {
    super(parent);
    this.scroller.addEventListener("keydown", (event) => this.onKey(event));
    this.body.addEventListener("click", (event) => this.onClick(event));
    this.body.addEventListener("dblclick", (event) => this.onDoubleClick(event));
    this.body.addEventListener("pointerdown", (event) => this.onPointerDown(event));
    this.body.addEventListener("focusout", (event) => this.onLeave(event));
  }

  // --- actions: shown at once, and told to Python ---

  select(index, now) {
    const row = this.data.rows[index];
    if (!row) return;
    const before = this.selected;
    this.selected = row.name;
    this.reveal(index);
    this.draw();
    if (before === row.name) return;
    if (now) this.outbox.put("select", row.name);
    else this.outbox.putWhenAtRest("select", row.name);
  }

  reorder(from, to) {
    const name = this.shift(from, to);
    this.outbox.put("reorder", name, to);
  }

  moveSelected(by) {
    const from = this.indexOf(this.selected);
    const to = from + by;
    if (from < 0 || to < 0 || to >= this.data.rows.length) return;
    const name = this.shift(from, to);
    this.reveal(to);
    this.outbox.put("move", name, by);
  }

  shift(from, to) {
    const { rows } = this.data;
    const [row] = rows.splice(from, 1);
    rows.splice(to, 0, row);
    this.draw();
    setText(this.live, `${row.shown} is now ${to + 1} of ${rows.length}`);
    return row.name;
  }

  // True unless what was typed is not a number.
  commit(input) {
    const index = this.indexOf(input.closest(".row").dataset.name);
    const row = this.data.rows[index];
    const value = readNumber(input.value);
    if (value === null) {
      setAttribute(input, "aria-invalid", "true");
      return false;
    }
    setAttribute(input, "aria-invalid", null);
    if (value !== row.priority) {
      this.data.rows[index] = { ...row, priority: value };
      this.outbox.put("set_priority", row.name, value);
    }
    return true;
  }

  // --- pointer and keys ---

  onClick(event) {
    const row = event.target.closest(".row");
    if (!row) return;
    const index = this.indexOf(row.dataset.name);
    const data = this.data.rows[index];
    const part = event.target.closest("[data-part]")?.dataset.part;
    if (part === "pin-button") this.outbox.put("toggle_pin", data.name);
    else if (part === "budget-button") this.outbox.put(data.budget_action, data.name);
    else if (part === "orprio-button") {
      this.outbox.put("apply_priority", data.name, data.orprio_value);
    } else if (part !== "input" && !event.target.closest(".grip")) {
      this.select(index, true);
      if (event.target.closest(".prio")) this.edit(index);
    }
  }

  onDoubleClick(event) {
    const row = event.target.closest(".row");
    if (row && event.target.closest(".prio")) this.edit(this.indexOf(row.dataset.name));
  }

  edit(index) {
    const input = this.rows.get(index)?.input;
    if (!input || input.hidden) return;
    input.focus({ preventScroll: true });
    input.select();
  }

  onPointerDown(event) {
    const row = event.target.closest(".row");
    if (event.button !== 0 || !row || !event.target.closest(".grip")) return;
    event.preventDefault();
    this.drag = new Drag(this, event, this.indexOf(row.dataset.name));
  }

  onLeave(event) {
    if (this.drawing || event.target.dataset.part !== "input") return;
    if (!this.commit(event.target)) this.draw();
    else setAttribute(event.target, "aria-invalid", null);
  }

  onKey(event) {
    const { key, altKey } = event;
    if (event.ctrlKey || event.metaKey || event.isComposing) return;
    const inInput = event.target.dataset?.part === "input";
    if (inInput) event.stopPropagation();
    if (inInput && this.onKeyInInput(event, key, altKey)) return;
    if (altKey && (key === "ArrowUp" || key === "ArrowDown")) {
      event.preventDefault();
      this.moveSelected(key === "ArrowUp" ? -1 : 1);
      return;
    }
    if (altKey || inInput) return;
    const count = this.data.rows.length;
    const now = this.indexOf(this.selected);
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / this.rowHeight) - 3);
    const to = {
      ArrowDown: now + 1, ArrowUp: now < 0 ? count - 1 : now - 1, Home: 0, End: count - 1,
      PageDown: now + page, PageUp: now - page,
    }[key];
    if (to !== undefined) {
      event.preventDefault();
      const part = event.target.dataset?.part;
      const index = Math.max(0, Math.min(count - 1, to));
      this.select(index, false);
      if (part) this.restoreFocus({ part, name: this.selected });
    } else if ((key === "Enter" || key === "F2") && event.target === this.scroller) {
      event.preventDefault();
      this.reveal(now);
      this.edit(now);
    }
  }

  // True when the key was meant for the number and is dealt with.
  onKeyInInput(event, key, altKey) {
    const input = event.target;
    if (key === "Enter") {
      event.preventDefault();
      if (this.commit(input)) this.scroller.focus({ preventScroll: true });
      return true;
    }
    if (key === "Escape") {
      event.preventDefault();
      input.value = String(this.data.rows[this.indexOf(input.closest(".row").dataset.name)].priority);
      this.scroller.focus({ preventScroll: true });
      return true;
    }
    if (!altKey && (key === "ArrowUp" || key === "ArrowDown")) {
      event.preventDefault();
      const value = readNumber(input.value);
      if (value !== null) input.value = String(value + (key === "ArrowUp" ? 1 : -1));
      return true;
    }
    return false;
  }
}

const tables = new WeakMap();

export default function ledger({ parentElement, data, setTriggerValue }) {
  if (!tables.has(parentElement)) tables.set(parentElement, new LedgerTable(parentElement));
  const table = tables.get(parentElement);
  table.outbox.send = (message) => setTriggerValue("event", message);
  table.receive(data);
  return whenUnmounted(table, () => {
    table.close();
    tables.delete(parentElement);
  });
}
