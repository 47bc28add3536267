// What does the strip show, and how does it stay there over reruns?
//
// It stays mounted and is changed in place. The list has the focus, never a block of it, so
// that focus survives whatever becomes of the blocks.

const LEAST_PX = 6;
const GAP_PX = 2, MOST_WITH_GAPS = 60;
// Widening slivers moves all others off their scale: they get this share of the width at most.
const MOST_WIDENED = 0.4;
const HINT = "Arrow keys select; with Alt they move the block. Drag a block to move it. " +
  "F marks it as must find.";
let stripsMade = 0;

class OrderView {
  constructor(parent) {
    this.parent = parent;
    this.outbox = new Outbox();
    this.parts = new Map();
    this.made = 0;
    this.id = `order-strip-${(stripsMade += 1)}`;
    this.selected = null;
    this.drag = null;
    this.held = null;
    this.root = make("div", "order-strip");
    this.letter = make("div", "letter", { "aria-hidden": "true" });
    this.list = make("div", "list", {
      role: "listbox", tabindex: "0", "aria-orientation": "horizontal",
      "aria-describedby": `${this.id}-hint`,
    });
    this.hint = make("div", "unseen", { id: `${this.id}-hint` });
    setText(this.hint, HINT);
    this.live = make("div", "unseen", { "aria-live": "polite" });
    this.root.append(this.letter, this.list, this.hint, this.live);
    parent.append(this.root);
    this.resizes = new ResizeObserver(() => this.writeLabels());
    this.resizes.observe(this.list);
    this.onFonts = () => {
      measured.clear();
      this.writeLabels();
    };
    document.fonts.addEventListener("loadingdone", this.onFonts);
  }

  // --- what Python says ---

  receive(data) {
    this.outbox.receive(data, (latest) => this.show(latest));
  }

  show(data) {
    if (this.drag) {
      this.held = data; // what is dragged would jump away from under the pointer
      return;
    }
    this.held = null;
    this.data = { ...data, blocks: [...data.blocks] };
    this.selected = data.selected;
    const { style } = this.root;
    style.setProperty("--k", String(data.scale));
    style.setProperty("--height", `${data.height}px`);
    style.setProperty("--left", `${data.left}px`);
    style.setProperty("--right", `${data.right}px`);
    style.setProperty("--gap", data.blocks.length > MOST_WITH_GAPS ? "0px" : `${GAP_PX}px`);
    this.root.classList.toggle("close", data.blocks.length > MOST_WITH_GAPS);
    setColours(this.root, data.palette);
    setText(this.letter, data.letter);
    setAttribute(this.list, "aria-label", data.letter ? `Order ${data.letter}` : "Order");
    this.draw();
  }

  indexOf(name) {
    return name === null ? -1 : this.data.blocks.findIndex((block) => block.name === name);
  }

  // --- what is on the screen ---

  draw() {
    const { blocks, palette } = this.data;
    const wanted = new Set(blocks.map((block) => block.name));
    for (const [name, parts] of this.parts) {
      if (wanted.has(name)) continue;
      parts.block.remove();
      this.parts.delete(name);
    }
    let next = this.list.firstElementChild;
    blocks.forEach((data, place) => {
      let parts = this.parts.get(data.name);
      if (!parts) {
        parts = makeBlock(`${this.id}-${(this.made += 1)}`);
        this.parts.set(data.name, parts);
      }
      if (parts.block === next) next = next.nextElementSibling;
      else this.list.insertBefore(parts.block, next);
      const selected = data.name === this.selected;
      fillBlock(parts, data, place, blocks.length, { selected, palette });
    });
    const active = this.parts.get(this.selected)?.block.id ?? null;
    setAttribute(this.list, "aria-activedescendant", active);
    this.writeLabels();
  }

  writeLabels() {
    const width = this.list.clientWidth;
    if (!this.data || !width || this.drag) return;
    const { blocks, palette, scale } = this.data;
    const least = Math.min(LEAST_PX, (MOST_WIDENED * width) / Math.max(1, blocks.length));
    this.root.style.setProperty("--least", `${least}px`);
    const font = `700 ${15 * scale}px ${getComputedStyle(this.root).fontFamily}`;
    const rooms = blocks.map((data) => this.widthOf(data.name) - GAP_PX);
    blocks.forEach((data, index) => {
      const label = fitLabel(data, rooms[index], palette.must_find, font, scale);
      writeLabel(this.parts.get(data.name), label);
    });
  }

  widthOf(name) {
    return this.parts.get(name).block.getBoundingClientRect().width;
  }

  close() {
    this.outbox.close();
    this.resizes.disconnect();
    document.fonts.removeEventListener("loadingdone", this.onFonts);
    this.root.remove();
  }
}
