// How is a row dragged to another place?
//
// The scroller has the pointer, because the row under the grip may leave the drawn range while
// the list scrolls under the pointer.

const EDGE = 34;
// The dragged row hangs a little below the pointer, so that the line it would go to is seen.
const HANG = 9;

class Drag extends PointerDrag {
  constructor(table, event, index) {
    super(table.scroller, event, "y");
    this.table = table;
    this.name = table.data.rows[index].name;
  }

  // A run may change the rows while one is dragged.
  get index() {
    return this.table.indexOf(this.name);
  }

  start() {
    const { table } = this;
    const origin = table.rows.get(this.index)?.row;
    if (!origin) return false;
    this.ghost = origin.cloneNode(true);
    this.ghost.removeAttribute("id");
    this.ghost.setAttribute("aria-hidden", "true");
    this.ghost.classList.add("ghost");
    this.line = make("div", "drop-line");
    this.offset = this.from - origin.getBoundingClientRect().top;
    table.body.append(this.ghost, this.line);
    table.root.classList.add("dragging");
    this.frame = requestAnimationFrame(() => this.scroll());
    return true;
  }

  // Near an edge of what is visible the list scrolls, the faster the nearer.
  scroll() {
    const { top, bottom } = this.table.viewport();
    const beyond = Math.max(top + EDGE - this.at, 0) - Math.max(this.at - (bottom - EDGE), 0);
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
    const gap = Math.max(0, Math.min(count, Math.round((this.at - top) / table.rowHeight)));
    this.to = gap > from ? gap - 1 : gap;
    const lowest = (count - 1) * table.rowHeight + HANG;
    this.ghost.style.top = `${Math.max(0, Math.min(lowest, this.at - top - this.offset + HANG))}px`;
    this.line.style.top = `${gap * table.rowHeight - (gap === count ? 3 : 1)}px`;
    for (const [index, parts] of table.rows) {
      parts.row.classList.toggle("lifted", index === from);
    }
  }

  finish(dropped) {
    const { table } = this;
    cancelAnimationFrame(this.frame);
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
