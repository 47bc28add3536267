// How wide is the page's main column? Told once, and again when it changes by a step.

const STEP = 40;

export default function viewport({ data, parentElement, setStateValue }) {
  const ruler = parentElement.querySelector("div");
  let told = data.width;
  let timer = 0;
  const tell = () => {
    const width = Math.floor(ruler.getBoundingClientRect().width / STEP) * STEP;
    if (width > 0 && width !== told) {
      told = width;
      setStateValue("width", width);
    }
  };
  const observer = new ResizeObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(tell, 150);
  });
  observer.observe(ruler);
  // A message sent while another page is on its way would call this one back.
  const leave = (event) => {
    if (!event.composedPath().some((one) => one.tagName === "A")) return;
    clearTimeout(timer);
    observer.disconnect();
  };
  document.addEventListener("click", leave, true);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener("click", leave, true);
  };
}
