// Where does the browser's Back lead? To the page before, not to each setting in its address.
//
// Streamlit adds an entry whenever the address says something new, so that Back would have to be
// pressed once a step. An entry of the same page takes the place of the one that stands.

function oneEntryAPage() {
  if (history.oneEntryAPage) return;
  history.oneEntryAPage = true;
  const push = history.pushState;
  history.pushState = function (state, title, url) {
    const same = url && new URL(url, location.href).pathname === location.pathname;
    (same ? history.replaceState : push).call(history, state, title, url);
  };
}
