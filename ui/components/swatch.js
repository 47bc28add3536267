// What does the swatch of a kind look like? Its colour and its pattern, as in the charts.

const SVG = "http://www.w3.org/2000/svg";
const SIDE = 20;
const STRENGTH = 0.75;

// One path in a square of SIDE; the letters are those of Plotly's patterns.
function patternPath(pattern, step) {
  const lines = [];
  const from = step / 2;
  for (let at = from; at < SIDE; at += step) {
    if (pattern === "-" || pattern === "+") lines.push(`M0 ${at}H${SIDE}`);
    if (pattern === "|" || pattern === "+") lines.push(`M${at} 0V${SIDE}`);
  }
  for (let at = from - SIDE; at < 2 * SIDE; at += step * 1.15) {
    if (pattern === "/" || pattern === "x") lines.push(`M${at} ${SIDE}L${at + SIDE} 0`);
    if (pattern === "\\" || pattern === "x") lines.push(`M${at} 0L${at + SIDE} ${SIDE}`);
  }
  return lines.join("");
}

const DOTS = [[5, 5], [15, 5], [10, 10], [5, 15], [15, 15]];

// In so small a square the pattern is drawn in the colour of the page: it must tell kinds apart.
function drawSwatch(svg, { color, shape: pattern = "", size = 9 }, ink) {
  const mark = `${color} ${pattern} ${ink}`;
  if (svg.dataset.mark === mark) return;
  svg.dataset.mark = mark;
  const part = (tag, attributes) => {
    const node = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    return node;
  };
  const nodes = [part("rect", { width: SIDE, height: SIDE, rx: 2.5, fill: color })];
  if (pattern === ".") {
    for (const [cx, cy] of DOTS) nodes.push(part("circle", { cx, cy, r: 2, fill: ink, opacity: STRENGTH }));
  } else if (pattern) {
    const d = patternPath(pattern, size > 12 ? 9 : SIDE / 3);
    nodes.push(part("path", { d, stroke: ink, "stroke-width": 2, fill: "none", opacity: STRENGTH }));
  }
  svg.replaceChildren(...nodes);
}

function makeSwatch() {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${SIDE} ${SIDE}`);
  svg.setAttribute("class", "swatch");
  svg.setAttribute("aria-hidden", "true");
  return svg;
}
