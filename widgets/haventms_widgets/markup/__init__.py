"""A View and its form as HTML: one renderer for the page, the notebook and the dashboard, and in the browser too."""
