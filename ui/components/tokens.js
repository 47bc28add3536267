// How are tokens drawn so that their edges and the characters nobody sees can be seen?
//
// Joined behind dom.js. Marks for line breaks, tabs and runs of spaces are drawn by the style
// sheet, so that what is selected and copied is the text itself.

// Characters that show nothing or turn the direction of the text; the joiner inside emoji
// (U+200D) stays, because a family would fall apart.
const INVISIBLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;
const PARTS = new RegExp(`(\\r?\\n)|(\\t)|([ \\u00a0\\u2000-\\u200a\\u202f\\u3000]{2,})|(${INVISIBLE.source})`, "gu");

function codeName(character) {
  const code = character.codePointAt(0).toString(16).toUpperCase();
  return `U+${code.padStart(4, "0")}`;
}

// Append a text to an element; plain stretches as text nodes, the rest in small spans.
function appendVisible(element, text) {
  let from = 0;
  for (const match of text.matchAll(PARTS)) {
    if (match.index > from) element.append(text.slice(from, match.index));
    from = match.index + match[0].length;
    const [whole, line, tab, spaces] = match;
    if (line) {
      element.append(make("span", line === "\n" ? "line" : "line windows"), "\n");
    } else if (tab || spaces) {
      const span = make("span", tab ? "tab" : "spaces");
      span.textContent = whole;
      element.append(span);
    } else {
      // The character itself is left out: it could turn the text around it.
      const span = make("span", "code", { "data-code": codeName(whole), title: codeName(whole) });
      element.append(span);
    }
  }
  if (from < text.length) element.append(text.slice(from));
}

function note(text) {
  const line = make("div", "note");
  line.textContent = text;
  return line;
}

const amount = (number) => number.toLocaleString("en-US");

function drawTokens(box, data) {
  const nodes = document.createDocumentFragment();
  const text = make("div", "text", { translate: "no" });
  data.pieces.forEach((piece, index) => {
    const length = [...piece].length;
    const span = make("span", `token tint-${index % 3}`, {
      title: `token piece ${amount(index + 1)} · ${length} character${length === 1 ? "" : "s"}`,
    });
    appendVisible(span, piece);
    text.append(span);
  });
  nodes.append(text);
  let tail = text;
  if (data.more_pieces) {
    nodes.append(note(`… ${amount(data.more_pieces)} more token pieces not drawn`));
    tail = make("div", "text", { translate: "no" });
  }
  if (data.marker) {
    const marker = make("span", "marker", { title: "the mark of the cut, sent with the text" });
    marker.textContent = data.marker;
    tail.append(marker);
  }
  if (data.removed) {
    const removed = make("del", "removed");
    appendVisible(removed, data.removed);
    tail.append(removed);
  }
  if (tail !== text && tail.firstChild) nodes.append(tail);
  if (data.more_characters) {
    nodes.append(note(`… ${amount(data.more_characters)} more characters left out, not drawn`));
  }
  box.replaceChildren(nodes);
}

const views = new WeakMap();

export default function tokens({ parentElement, data }) {
  let view = views.get(parentElement);
  if (!view) {
    view = { box: make("div", "tokens", { tabindex: "0", role: "region", "aria-label": "Tokens" }) };
    parentElement.append(view.box);
    views.set(parentElement, view);
  }
  const { box } = view;
  setColours(box, data.palette);
  data.palette.tints.forEach((tint, index) => box.style.setProperty(`--tint-${index}`, tint));
  box.style.setProperty("--k", data.big ? "1.3" : "1");
  box.style.maxHeight = `${data.height}px`;
  const { pieces, more_pieces, marker, removed, more_characters } = data;
  const content = JSON.stringify([pieces, more_pieces, marker, removed, more_characters]);
  if (content !== view.content) drawTokens(box, data);
  view.content = content;
  return whenUnmounted(view, () => {
    box.remove();
    views.delete(parentElement);
  });
}
