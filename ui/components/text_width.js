// How wide is a text in px, before it is drawn?

const pencil = document.createElement("canvas").getContext("2d");
const measured = new Map();

function textWidth(text, font) {
  const key = font + text;
  let width = measured.get(key);
  if (width === undefined) {
    pencil.font = font;
    // Figures are tabular in the table and may be narrower on the canvas.
    width = pencil.measureText(text.replace(/[0-9]/g, "0")).width;
    if (measured.size > 20000) measured.clear();
    measured.set(key, width);
  }
  return width;
}
