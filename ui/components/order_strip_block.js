// What does one block show, and how much of its name fits?

const NAME_PAD = 5; // px of the block's own pattern to be seen on either side of a name
const PLATE_PAD = 1.5;
const SMALL = 0.7; // of the type size: a star alone, so that it is there in a narrow block too
const LEAST_LETTERS = 3; // with fewer a name says no more than the number

function makeBlock(id) {
  const block = make("div", "block", { role: "option", id });
  const parts = { block, fill: make("div", "fill"), plate: make("div", "plate") };
  parts.star = make("span", "mark star");
  parts.ring = make("span", "mark ring");
  parts.mark = make("span");
  parts.name = make("bdi");
  parts.plate.append(parts.mark, parts.name);
  parts.fill.append(parts.plate);
  block.append(parts.fill, parts.star, parts.ring);
  return parts;
}

function describeBlock(data, place, count) {
  const tokens = `${data.tokens.toLocaleString("en-US")} token${data.tokens === 1 ? "" : "s"}`;
  return [
    data.shown, data.kind, tokens, `place ${place + 1} of ${count}`,
    data.must_find && "must find", data.fixed && "keeps its place",
  ].filter(Boolean).join(", ");
}

function fillBlock(parts, data, place, count, { selected, palette }) {
  const { block, fill } = parts;
  const known = Object.hasOwn(palette.kinds, data.kind);
  const { color, shape, size } = known
    ? palette.kinds[data.kind]
    : { color: palette.muted, shape: "", size: 9 };
  block.dataset.name = data.name;
  block.style.setProperty("--tokens", String(data.tokens));
  block.style.setProperty("--fill", color);
  block.style.setProperty("--step", `${size}px`);
  fill.dataset.shape = shape;
  block.classList.toggle("fixed", data.fixed);
  block.classList.toggle("find", data.must_find);
  block.classList.toggle("selected", selected);
  const words = describeBlock(data, place, count);
  setAttribute(block, "aria-selected", String(selected));
  setAttribute(block, "aria-label", words);
  setAttribute(block, "title", `${data.number} ${words}`);
}

// What of star, number and name is written in `room` px: all, a cut name, the number, nothing.
function fitLabel(data, room, star, font, scale) {
  const number = String(data.number);
  const before = data.must_find ? `${star} ` : "";
  const width = (text) => textWidth(text, font);
  const beside = room - 2 * NAME_PAD * scale;
  for (const name of [data.shown, data.short]) {
    if (width(`${before}${number} ${name}`) <= beside) {
      return { mark: `${before}${number} `, name, style: "whole" };
    }
  }
  const letters = [...data.short];
  if (letters.length > LEAST_LETTERS) {
    const beginning = letters.slice(0, LEAST_LETTERS).join("");
    if (width(`${before}${number} ${beginning}…`) <= beside) {
      return { mark: `${before}${number} `, name: data.short, style: "cut" };
    }
  }
  const within = room - 2 * PLATE_PAD * scale;
  if (width(before + number) <= within) return { mark: before + number, name: "", style: "number" };
  if (before && Math.max(width(star), width(number)) <= within) {
    return { mark: `${star}\n${number}`, name: "", style: "stacked" };
  }
  if (before && width(star) <= room) return { mark: star, name: "", style: "number" };
  if (before && SMALL * width(star) <= room) return { mark: star, name: "", style: "small" };
  if (!before && width(number) <= within) return { mark: number, name: "", style: "number" };
  return { mark: "", name: "", style: "none" };
}

function writeLabel(parts, { mark, name, style }) {
  setText(parts.mark, mark);
  setText(parts.name, name);
  parts.plate.className = `plate ${style}`;
  parts.plate.hidden = style === "none";
}
