// What of the ledger is on the screen, and how does it stay there over reruns?
//
// It stays mounted and is changed in place: focus, scroll position and what is being typed
// survive. Of many rows only those in view are in the document.

const DRAW_ALL = 150;
const OVERSCAN = 8;
let tablesMade = 0;

class LedgerView {
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
    this.resizes = new ResizeObserver(() => this.layOut());
    this.resizes.observe(this.root);
    this.onFonts = () => {
      measured.clear();
      this.cells = null;
      this.layOut();
    };
    document.fonts.addEventListener("loadingdone", this.onFonts);
  }

  // --- what Python says ---

  receive(data) {
    this.outbox.receive(data, (latest) => this.show(latest));
  }

  show(data) {
    const before = this.data?.selected;
    const asRow = (values) => Object.fromEntries(data.fields.map((name, i) => [name, values[i]]));
    this.data = { ...data, rows: data.rows.map(asRow) };
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

  close() {
    this.outbox.close();
    this.resizes.disconnect();
    document.fonts.removeEventListener("loadingdone", this.onFonts);
    this.root.remove();
  }
}
