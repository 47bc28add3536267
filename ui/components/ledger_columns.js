// How wide is each column, and which go when there is no room?
//
// Rows are drawn one by one (only those in view), so no browser table can size the columns:
// the widest text of each is measured on a canvas, and all rows share one grid template.

const COLUMNS = [
  ["lead", ""], ["name", "Section"], ["kind", "Kind"], ["prio", "Prio"], ["pin", "Pin"],
  ["outcome", "Outcome · reason"], ["before", "Before"], ["after", "After"],
  ["budget", "In whole at"], ["orprio", "or prio"],
];

// In this order a narrow table gives things up: air, the kind (the swatch still says it), the end
// of very long names, the reason and the tokens before (tooltips still say them). Then it scrolls.
const STEPS = [
  { without: [], names: Infinity },
  { without: ["kind"], names: Infinity },
  { without: ["kind"], names: 170 },
  { without: ["kind", "reason"], names: 130 },
  { without: ["kind", "reason", "before"], names: 112 },
];
const LEAST_GAP = 7, MOST_GAP = 13;

function widest(texts, font) {
  let most = 0;
  for (const text of new Set(texts)) if (text) most = Math.max(most, textWidth(text, font));
  return Math.ceil(most);
}

// The natural width of every column in px, for fonts of one family at one scale.
function naturalWidths(rows, totals, family, scale) {
  const font = (weight, size) => `${weight} ${size * scale}px ${family}`;
  const plain = font(400, 16), bold = font(600, 16), head = font(600, 14), small = font(400, 15);
  const button = font(600, 14);
  const boxed = (texts) => {
    const text = widest(texts, button);
    return text ? text + Math.ceil(16 * scale) + 2 : 0;
  };
  const most = (numbers) => Math.ceil(numbers.reduce((a, b) => Math.max(a, b), 0)) + 1;
  const glyph = Math.ceil(16 * scale);
  const cells = {
    lead: Math.ceil(31 * scale),
    name: most(rows.map((row, index) =>
      textWidth(`${index + 1} `, plain) + textWidth(row.shown, bold))),
    kind: widest(rows.map((row) => row.kind), plain),
    prio: widest(rows.map((row) => String(row.priority)), plain) + Math.ceil(14 * scale),
    pin: Math.ceil(26 * scale),
    outcome: glyph + most(rows.map((row) =>
      textWidth(row.outcome, bold) + textWidth(` · ${row.reason}`, small))),
    word: glyph + widest(rows.map((row) => row.outcome), bold),
    before: widest([...rows.map((row) => row.before), totals.before], bold),
    after: widest([...rows.map((row) => row.after), totals.after], bold),
    budget: boxed(rows.map((row) => row.budget)),
    orprio: boxed(rows.map((row) => row.orprio)),
  };
  for (const [name, title] of COLUMNS) {
    cells[name] = Math.max(cells[name], widest([title], head));
  }
  cells.word = Math.max(cells.word, widest(["Outcome"], head));
  return cells;
}

// The grid template for an available width, and what had to go.
function fitColumns(cells, available, scale) {
  const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
  let fit;
  for (const { without, names } of STEPS) {
    const shown = COLUMNS.map(([name]) => name).filter((name) => !without.includes(name));
    const widths = {
      ...cells,
      name: Math.min(cells.name, names * scale),
      outcome: without.includes("reason") ? cells.word : cells.outcome,
    };
    const inside = sum(shown.map((name) => widths[name])) + Math.ceil(10 * scale);
    const gaps = shown.length - 1;
    const air = Math.floor((available - inside) / gaps);
    const gap = Math.max(LEAST_GAP * scale, Math.min(MOST_GAP * scale, air));
    fit = { without, shown, widths, gap, total: inside + gap * gaps };
    if (fit.total <= available) break;
  }
  // What is still free goes to the two columns of words.
  const { widths, shown } = fit;
  const tracks = {
    name: `minmax(${widths.name}px, 3fr)`, outcome: `minmax(${widths.outcome}px, 2fr)`,
  };
  if (widths.name < cells.name) tracks.outcome = `${widths.outcome}px`;
  fit.template = shown.map((name) => tracks[name] || `${widths[name]}px`).join(" ");
  return fit;
}
