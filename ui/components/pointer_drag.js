// When does a press of the pointer become a drag, and when is it over?
//
// A drag begins once the pointer has left its place along one axis, "x" or "y"; Escape and a
// pointer that is taken away cancel it. The element captures the pointer, because what was
// pressed may change while it is dragged.

const CLICK_SLOP = 4;

class PointerDrag {
  constructor(element, event, axis) {
    this.element = element;
    this.axis = axis;
    this.pointer = event.pointerId;
    this.from = this.at = this.along(event);
    this.moving = false;
    this.stops = new AbortController();
    const options = { signal: this.stops.signal };
    element.setPointerCapture(event.pointerId);
    element.addEventListener("pointermove", (e) => this.move(e), options);
    const over = (e) => e.pointerId === this.pointer && this.end(e.type === "pointerup");
    element.addEventListener("pointerup", over, options);
    element.addEventListener("pointercancel", over, options);
    const escape = (e) => {
      if (e.key !== "Escape") return;
      e.preventDefault();
      e.stopPropagation();
      this.end(false);
    };
    window.addEventListener("keydown", escape, { ...options, capture: true });
  }

  along(event) {
    return this.axis === "x" ? event.clientX : event.clientY;
  }

  move(event) {
    if (event.pointerId !== this.pointer) return;
    this.at = this.along(event);
    // `start` says whether there is anything to drag.
    if (!this.moving && Math.abs(this.at - this.from) > CLICK_SLOP) this.moving = this.start();
    if (this.moving) this.draw();
  }

  end(dropped) {
    this.stops.abort();
    if (this.element.hasPointerCapture(this.pointer)) {
      this.element.releasePointerCapture(this.pointer);
    }
    this.finish(dropped);
  }
}
