// How does each action of the user reach Python exactly once?
//
// Streamlit may drop a trigger (a newer one replaces it while a run is waiting) and may replay
// one (a run that was interrupted). So every action carries a number, every message holds all
// actions that Python has not acknowledged yet, and Python skips those it has seen.

// Selecting by key repeat would ask for a run at every row passed; wait until the key rests.
const REST_MS = 90;
const PATIENCE_MS = 1500;

class Outbox {
  constructor() {
    this.client = Math.random().toString(36).slice(2) + Date.now().toString(36);
    this.number = 0;
    this.waiting = [];
    this.resting = null;
    this.timer = 0;
    this.late = 0;
    this.send = () => {};
  }

  get busy() {
    return this.waiting.length > 0 || this.resting !== null;
  }

  put(action, name, value = null) {
    this.release();
    this.queue({ action, name, value });
    this.post();
  }

  putWhenAtRest(action, name) {
    clearTimeout(this.timer);
    this.resting = { action, name, value: null };
    this.timer = setTimeout(() => {
      this.release();
      this.post();
    }, REST_MS);
  }

  // What was waiting for the key to rest goes first, so that actions keep their order.
  release() {
    clearTimeout(this.timer);
    if (this.resting) this.queue(this.resting);
    this.resting = null;
  }

  queue(event) {
    this.number += 1;
    this.waiting.push({ number: this.number, ...event });
  }

  post() {
    if (this.waiting.length) this.send({ client: this.client, events: this.waiting });
  }

  // What Python says is shown, unless it has not heard the latest action yet: its answer to that
  // one is on the way, and this one would flicker back. Should none come, the action is told again.
  receive(data, show) {
    this.acknowledge(data.seen);
    clearTimeout(this.late);
    if (!this.busy) show(data);
    else {
      this.late = setTimeout(() => {
        show(data);
        this.post();
      }, PATIENCE_MS);
    }
  }

  acknowledge(seen) {
    if (!seen || seen[0] !== this.client) return;
    this.waiting = this.waiting.filter((event) => event.number > seen[1]);
  }

  close() {
    clearTimeout(this.timer);
    clearTimeout(this.late);
  }
}
