// What does the order strip do when it is clicked, dragged and typed into?
//
// Joined behind dom.js and other shared files and the order_strip_*.js files into one module.

class OrderStrip extends OrderView {
  constructor(parent) {
    super(parent);
    this.list.addEventListener("keydown", (event) => this.onKey(event));
    this.list.addEventListener("pointerdown", (event) => this.onPointerDown(event));
    this.list.addEventListener("click", (event) => this.onClick(event));
    this.list.addEventListener("dblclick", (event) => this.onDoubleClick(event));
  }

  // --- actions: shown at once, and told to Python ---

  select(index, now) {
    const block = this.data.blocks[index];
    if (!block || block.name === this.selected) return;
    this.selected = block.name;
    this.draw();
    if (now) this.outbox.put("select", block.name);
    else this.outbox.putWhenAtRest("select", block.name);
  }

  toggleFind(index) {
    const block = this.data.blocks[index];
    if (!block) return;
    this.data.blocks[index] = { ...block, must_find: !block.must_find };
    this.draw();
    this.say(`${block.shown} ${block.must_find ? "need not" : "must"} be found`);
    this.outbox.put("toggle_find", block.name);
  }

  moveSelected(by) {
    const from = this.indexOf(this.selected);
    if (from < 0) return;
    const { blocks } = this.data;
    const { fixed, name, shown } = blocks[from];
    if (fixed) {
      this.say(`${shown} keeps its place`);
      return;
    }
    const free = [...blocks.keys()].filter((place) => !blocks[place].fixed);
    const slot = free.indexOf(from) + by;
    if (slot < 0 || slot >= free.length) {
      this.say(`${shown} cannot go further`);
      return;
    }
    this.shift(from, slot);
    this.outbox.put("move", name, by);
  }

  // From the place `from` to the `slot`-th of those that may be changed.
  shift(from, slot) {
    const { shown, name } = this.data.blocks[from];
    this.data.blocks = rearranged(this.data.blocks, from, slot);
    this.draw();
    this.say(`${shown} is now at place ${this.indexOf(name) + 1} of ${this.data.blocks.length}`);
  }

  say(words) {
    setText(this.live, words);
  }

  // --- pointer and keys ---

  onPointerDown(event) {
    const block = event.target.closest(".block");
    if (event.button !== 0 || !block || this.drag) return;
    this.drag = new OrderDrag(this, event, this.indexOf(block.dataset.name));
  }

  // The end of a press: a click, a block put down, or nothing.
  dropped(drag, dropped) {
    this.drag = null;
    const { name } = this.data.blocks[drag.index];
    const before = this.data.blocks.map((block) => block.name).join("\0");
    if (this.held) this.show(this.held);
    const index = this.indexOf(name);
    if (!dropped || index < 0) this.draw();
    else if (!drag.moving) this.select(index, true); // one that is fixed may have been pulled at
    else {
      // Where it was put was said of the blocks as they stood.
      const same = before === this.data.blocks.map((block) => block.name).join("\0");
      const { blocks } = this.data;
      const slot = [...blocks.keys()].filter((p) => !blocks[p].fixed).indexOf(drag.to);
      if (!same || slot < 0 || drag.to === index) return;
      this.shift(index, slot);
      this.outbox.put("reorder", name, drag.to);
    }
  }

  // Only what comes without a pointer, as from a screen reader; the rest is in `dropped`.
  onClick(event) {
    const block = event.target.closest(".block");
    if (block && event.detail === 0) this.select(this.indexOf(block.dataset.name), true);
  }

  // The list has captured the pointer, so that the event does not say which block it was.
  onDoubleClick(event) {
    const within = ({ name }) => {
      const { left, right } = this.parts.get(name).block.getBoundingClientRect();
      return event.clientX >= left && event.clientX < right;
    };
    this.toggleFind(this.data.blocks.findIndex(within));
  }

  onKey(event) {
    const { key, altKey } = event;
    if (event.ctrlKey || event.metaKey || event.isComposing || this.drag) return;
    const arrow = { ArrowLeft: -1, ArrowRight: 1 }[key];
    const count = this.data.blocks.length;
    const now = this.indexOf(this.selected);
    const to = {
      ArrowLeft: now < 0 ? count - 1 : now - 1, ArrowRight: now + 1, Home: 0, End: count - 1,
    }[key];
    if (altKey && arrow) this.moveSelected(arrow);
    else if (altKey) return;
    else if (to !== undefined) this.select(Math.max(0, Math.min(count - 1, to)), false);
    else if (key.toLowerCase() === "f" && !event.repeat) this.toggleFind(now);
    else return;
    // Alt+← would also leave the page, and F may be a shortcut of the page's own.
    event.preventDefault();
    event.stopPropagation();
  }
}

const strips = new WeakMap();

export default function orderStrip({ parentElement, data, setTriggerValue }) {
  if (!strips.has(parentElement)) strips.set(parentElement, new OrderStrip(parentElement));
  const strip = strips.get(parentElement);
  strip.outbox.send = (message) => setTriggerValue("event", message);
  strip.receive(data);
  return whenUnmounted(strip, () => {
    strip.close();
    strips.delete(parentElement);
  });
}
