// How is an element built from text that nobody vetted? By textContent and attributes, never markup.

function make(tag, className = "", attributes = {}) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

// Writing only what differs keeps focus, selection and the browser's layout work where they are.
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function setAttribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

// Colours come from Python, one palette for all pictures; here they become CSS variables.
function setColours(root, palette) {
  const names = ["page", "panel", "text", "muted", "hairline", "primary", "link", "label", "ink"];
  for (const name of names) {
    if (palette[name]) root.style.setProperty(`--${name}`, palette[name]);
  }
}

// Streamlit may run the clean-up of an outdated call of a component that is still there (data
// changed while its module was loading). Only when no newer call follows is it really gone.
function whenUnmounted(owner, close) {
  const call = (owner.calls = (owner.calls || 0) + 1);
  return () => setTimeout(() => owner.calls === call && close(), 250);
}
