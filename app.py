"""Context Playground: where the app starts, and which pages it has."""

import pandas as pd  # noqa: F401 - imported whole here, before a page's first run is interrupted
import streamlit as st

from ui.frame import PAGES

# The default page stands at "/" and needs a path of its own beside the one people type.
first, *others = PAGES
pages = [st.Page(first, title=PAGES[first], default=True, url_path="start")]
pages += [st.Page(path, title=title) for path, title in PAGES.items()]
st.navigation(pages, position="hidden").run()
