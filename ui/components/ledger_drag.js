// How is a row dragged to another place?
//
// The pointer is captured by the scroller, because the row under the grip may leave the drawn
// range while the list scrolls under the pointer.

const EDGE = 34;
const CLICK_SLOP = 4;
// The dragged row hangs a little below the pointer, so that the line it would go to is seen.
const HANG = 9;

class Drag {
  constructor(table, event, index) {
    this.table = table;
    this.name = table.data.rows[index].name;
    this.pointer = event.pointerId;
    this.startY = this.y = event.clientY;
    this.moving = false;
    this.stops = new AbortController();
    const options = { signal: this.stops.signal };
    const { scroller } = table;
    scroller.setPointerCapture(event.pointerId);
    scroller.addEventListener("pointermove", (e) => this.move(e), options);
    scroller.addEventListener("pointerup", () => this.end(true), options);
    scroller.addEventListener("pointercancel", () => this.end(false), options);
    const escape = (e) => {
      if (e.key !== "Escape") return;
      e.preventDefault();
      e.stopPropagation();
      this.end(false);
    };
    window.addEventListener("keydown", escape, { ...options, capture: true });
  }

  // A run may change the rows while one is dragged.
  get index() {
    return this.table.indexOf(this.name);
  }

  move(event) {
    if (event.pointerId !== this.pointer) return;
    this.y = event.clientY;
    if (!this.moving && Math.abs(this.y - this.startY) > CLICK_SLOP) this.start();
    if (this.moving) this.draw();
  }

  start() {
    const { table } = this;
    const origin = table.rows.get(this.index)?.row;
    if (!origin) return;
    this.moving = true;
    this.ghost = origin.cloneNode(true);
    this.ghost.removeAttribute("id");
    this.ghost.setAttribute("aria-hidden", "true");
    this.ghost.classList.add("ghost");
    this.line = make("div", "drop-line");
    this.offset = this.startY - origin.getBoundingClientRect().top;
    table.body.append(this.ghost, this.line);
    table.root.classList.add("dragging");
    this.frame = requestAnimationFrame(() => this.scroll());
  }

  // Near an edge of what is visible the list scrolls, the faster the nearer.
  scroll() {
    const { top, bottom } = this.table.viewport();
    const beyond = Math.max(top + EDGE - this.y, 0) - Math.max(this.y - (bottom - EDGE), 0);
    if (beyond) {
      this.table.scroller.scrollTop -= Math.max(-16, Math.min(16, beyond / 3));
      this.draw();
    }
    this.frame = requestAnimationFrame(() => this.scroll());
  }

  draw() {
    const { table, index: from } = this;
    const count = table.data.rows.length;
    const top = table.body.getBoundingClientRect().top;
    const gap = Math.max(0, Math.min(count, Math.round((this.y - top) / table.rowHeight)));
    this.to = gap > from ? gap - 1 : gap;
    const lowest = (count - 1) * table.rowHeight + HANG;
    this.ghost.style.top = `${Math.max(0, Math.min(lowest, this.y - top - this.offset + HANG))}px`;
    this.line.style.top = `${gap * table.rowHeight - (gap === count ? 3 : 1)}px`;
    for (const [index, parts] of table.rows) {
      parts.row.classList.toggle("lifted", index === from);
    }
  }

  end(dropped) {
    this.stops.abort();
    const { table } = this;
    cancelAnimationFrame(this.frame);
    if (table.scroller.hasPointerCapture(this.pointer)) {
      table.scroller.releasePointerCapture(this.pointer);
    }
    table.root.classList.remove("dragging");
    this.ghost?.remove();
    this.line?.remove();
    table.drag = null;
    for (const parts of table.rows.values()) parts.row.classList.remove("lifted");
    const from = this.index;
    if (!this.moving && dropped) {
      table.select(from, true);
      table.scroller.focus({ preventScroll: true });
    } else if (dropped && from >= 0 && this.to !== from) table.reorder(from, this.to);
    else table.draw();
  }
}
