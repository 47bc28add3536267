// Where would a dragged block stand, and how do the others make way?
//
// Fixed blocks keep their places; those that may move share the others. For every place that the
// block could take it is known where it would begin: it goes to the one that is nearest.

// The blocks with the one at `from` in the `slot`-th of the places that may be changed.
function rearranged(blocks, from, slot) {
  const free = [...blocks.keys()].filter((place) => !blocks[place].fixed);
  const moving = free.map((place) => blocks[place]);
  moving.splice(slot, 0, ...moving.splice(free.indexOf(from), 1));
  const result = [...blocks];
  free.forEach((place, index) => { result[place] = moving[index]; });
  return result;
}

class OrderDrag extends PointerDrag {
  constructor(strip, event, index) {
    super(strip.list, event, "x");
    this.strip = strip;
    this.index = index;
    this.to = index;
  }

  start() {
    const { strip, index } = this;
    const { blocks } = strip.data;
    if (blocks[index].fixed) return false;
    this.block = blocks[index];
    this.widths = new Map(blocks.map((data) => [data, strip.widthOf(data.name)]));
    this.width = this.widths.get(this.block);
    this.now = this.starts(blocks);
    this.total = [...this.widths.values()].reduce((a, b) => a + b, 0);
    const free = [...blocks.keys()].filter((place) => !blocks[place].fixed);
    this.options = free.map((place, slot) => {
      let start = 0;
      for (const data of rearranged(blocks, index, slot)) {
        if (data === this.block) break;
        start += this.widths.get(data);
      }
      return { place, slot, start };
    });
    this.slot = make("div", "slot");
    strip.root.append(this.slot);
    strip.root.classList.add("dragging");
    strip.parts.get(this.block.name).block.classList.add("lifted");
    return true;
  }

  // Where each block begins in this order, in px.
  starts(order) {
    let x = 0;
    return new Map(order.map((data) => {
      const start = x;
      x += this.widths.get(data);
      return [data, start];
    }));
  }

  draw() {
    const { strip, block, now } = this;
    const lifted = strip.parts.get(block.name).block;
    const wanted = now.get(block) + this.at - this.from;
    const x = Math.max(0, Math.min(this.total - this.width, wanted));
    lifted.style.transform = `translate(${x - now.get(block)}px, -6px)`;
    const away = (option) => Math.abs(option.start - x);
    const best = this.options.reduce((a, b) => (away(b) < away(a) ? b : a));
    if (best === this.best) return;
    this.best = best;
    this.to = best.place;
    this.slot.style.left = `${best.start}px`;
    this.slot.style.width = `${this.width}px`;
    const then = this.starts(rearranged(strip.data.blocks, this.index, best.slot));
    for (const [data, start] of then) {
      if (data === block) continue;
      const by = start - now.get(data);
      strip.parts.get(data.name).block.style.transform = by ? `translateX(${by}px)` : "";
    }
  }

  finish(dropped) {
    const { strip } = this;
    this.slot?.remove();
    strip.root.classList.remove("dragging");
    for (const { block } of strip.parts.values()) {
      block.classList.remove("lifted");
      block.style.transform = "";
    }
    strip.dropped(this, dropped);
  }
}
