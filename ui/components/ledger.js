// What does the ledger do when it is shown, scrolled, clicked and typed into?
//
// Joined behind dom.js, swatch.js and the other ledger_*.js files into one module. A table stays
// mounted over reruns and is changed in place, so that focus and scroll position survive.

const DRAW_ALL = 150;
const OVERSCAN = 8;
const PATIENCE_MS = 1500;
let tablesMade = 0;

class LedgerTable {
  constructor(parent) {
    this.parent = parent;
    this.outbox = new Outbox();
    this.rows = new Map();
    this.id = `ledger-${(tablesMade += 1)}`;
    this.selected = null;
    this.root = make("div", "ledger");
    this.scroller = make("div", "scroller", { role: "grid", tabindex: "0", "aria-label": "Ledger" });
    this.head = makeHead();
    this.body = make("div", "body", { role: "rowgroup" });
    this.total = makeTotal();
    this.live = make("div", "live", { "aria-live": "polite" });
    this.scroller.append(this.head, this.body, this.total.row);
    this.root.append(this.scroller, this.live);
    parent.append(this.root);
    this.scroller.addEventListener("scroll", () => this.onScroll(), { passive: true });
    this.scroller.addEventListener("keydown", (event) => this.onKey(event));
    this.body.addEventListener("click", (event) => this.onClick(event));
    this.body.addEventListener("dblclick", (event) => this.onDoubleClick(event));
    this.body.addEventListener("pointerdown", (event) => this.onPointerDown(event));
    this.body.addEventListener("focusout", (event) => this.onLeave(event));
    this.resizes = new ResizeObserver(() => this.layOut());
    this.resizes.observe(this.root);
    document.fonts?.ready.then(() => {
      measured.clear();
      this.cells = null;
      this.layOut();
    });
  }

  // --- what Python says ---

  receive(data) {
    this.outbox.acknowledge(data.seen);
    clearTimeout(this.late);
    if (this.data && this.outbox.busy) {
      // Python has not heard the latest action yet: its answer to that one is on the way, and
      // this one would flicker back. Should none come, the action is told again.
      this.late = setTimeout(() => {
        this.show(data);
        this.outbox.post();
      }, PATIENCE_MS);
    } else this.show(data);
  }

  show(data) {
    const before = this.data?.selected;
    this.data = { ...data, rows: [...data.rows] };
    this.scale = data.big ? 1.3 : 1;
    this.rowHeight = Math.round(35 * this.scale);
    this.root.style.setProperty("--k", String(this.scale));
    this.root.style.setProperty("--row", `${this.rowHeight}px`);
    this.scroller.style.maxHeight = `${data.height}px`;
    setColours(this.root, data.palette);
    this.body.style.height = `${data.rows.length * this.rowHeight}px`;
    setAttribute(this.scroller, "aria-rowcount", String(data.rows.length + 2));
    setText(this.total.words, data.totals.text);
    setText(this.total.before, data.totals.before);
    setText(this.total.after, data.totals.after);
    setText(this.total.left, data.totals.left_out);
    this.cells = null;
    this.layOut(false);
    const outside = data.selected !== this.selected || before === undefined;
    this.selected = data.selected;
    if (outside) this.reveal(this.indexOf(this.selected));
    this.draw();
  }

  indexOf(name) {
    return name === null ? -1 : this.data.rows.findIndex((row) => row.name === name);
  }

  // --- what is on the screen ---

  layOut(redraw = true) {
    const width = this.scroller.clientWidth;
    if (!this.data || !width) return;
    const { rows, totals } = this.data;
    this.cells ??= naturalWidths(rows, totals, getComputedStyle(this.root).fontFamily, this.scale);
    const fit = fitColumns(this.cells, width, this.scale);
    this.root.style.setProperty("--columns", fit.template);
    this.root.style.setProperty("--gap", `${fit.gap}px`);
    this.root.style.setProperty("--width", `${fit.total}px`);
    for (const name of ["kind", "reason", "before"]) {
      this.root.classList.toggle(`no-${name}`, fit.without.includes(name));
    }
    if (redraw) this.draw();
  }

  // The part of the window in which rows are visible, between the sticky head and total.
  viewport() {
    const box = this.scroller.getBoundingClientRect();
    return { top: box.top + this.head.offsetHeight, bottom: box.bottom - this.total.row.offsetHeight };
  }

  wanted() {
    const count = this.data.rows.length;
    let first = 0, last = count - 1;
    if (count > DRAW_ALL) {
      const { scrollTop, clientHeight } = this.scroller;
      first = Math.max(0, Math.floor(scrollTop / this.rowHeight) - OVERSCAN);
      last = Math.min(last, Math.ceil((scrollTop + clientHeight) / this.rowHeight) + OVERSCAN);
    }
    const indexes = new Set();
    // The selected row is always there: it may hold the focus, and Tab leads into it.
    const selected = this.indexOf(this.selected);
    if (selected >= 0 && selected < first) indexes.add(selected);
    for (let index = first; index <= last; index += 1) indexes.add(index);
    if (selected > last) indexes.add(selected);
    return indexes;
  }

  onScroll() {
    if (this.data && this.data.rows.length > DRAW_ALL) this.draw(false);
  }

  // With `refill` false only rows that come into view are written.
  draw(refill = true) {
    if (!this.data) return;
    const focus = this.focusNow();
    this.drawing = true;
    const indexes = this.wanted();
    for (const [index, parts] of this.rows) {
      if (indexes.has(index)) continue;
      parts.row.remove();
      this.rows.delete(index);
    }
    let previous = null;
    for (const index of indexes) {
      let parts = this.rows.get(index);
      const known = Boolean(parts);
      if (!parts) {
        parts = makeRow(`${this.id}-${index}`);
        this.rows.set(index, parts);
        if (previous) previous.after(parts.row);
        else this.body.prepend(parts.row);
      }
      previous = parts.row;
      if (known && !refill) continue;
      const data = this.data.rows[index];
      parts.row.style.top = `${index * this.rowHeight}px`;
      const editing = focus?.part === "input" && focus.name === data.name && focus.index === index;
      fillRow(parts, data, index, {
        selected: data.name === this.selected, palette: this.data.palette, editing,
      });
    }
    const active = this.indexOf(this.selected);
    setAttribute(this.scroller, "aria-activedescendant", active < 0 ? null : `${this.id}-${active}`);
    this.restoreFocus(focus);
    this.drawing = false;
  }

  // --- focus: it belongs to a control of a section, whichever row shows that section ---

  focusNow() {
    const element = this.parent.activeElement;
    if (!element || !this.body.contains(element)) return null;
    const row = element.closest(".row");
    const index = [...this.rows].find(([, parts]) => parts.row === row)?.[0];
    return {
      element, index, part: element.dataset.part, name: row.dataset.name, typed: element.value,
    };
  }

  restoreFocus(focus) {
    if (!focus) return;
    const row = this.rows.get(this.indexOf(focus.name))?.row;
    const target = row?.querySelector(`[data-part="${focus.part}"]`);
    if (!target || target.hidden) this.scroller.focus({ preventScroll: true });
    else if (target !== this.parent.activeElement) {
      if (focus.part === "input") target.value = focus.typed;
      target.focus({ preventScroll: true });
    }
  }

  reveal(index) {
    if (index < 0) return;
    const { scroller, rowHeight } = this;
    const visible = scroller.clientHeight - this.head.offsetHeight - this.total.row.offsetHeight;
    const top = index * rowHeight;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + rowHeight > scroller.scrollTop + visible) {
      scroller.scrollTop = top + rowHeight - visible;
    }
  }

  // --- what the user does: shown at once, and told to Python ---

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
    const text = input.value.trim().replace("−", "-").replace(",", ".");
    const value = Number(text);
    if (text === "" || !Number.isFinite(value)) {
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
      const value = Number(input.value.replace("−", "-").replace(",", "."));
      if (Number.isFinite(value)) input.value = String(value + (key === "ArrowUp" ? 1 : -1));
      return true;
    }
    return false;
  }

  close() {
    clearTimeout(this.late);
    this.outbox.close();
    this.resizes.disconnect();
    this.root.remove();
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
