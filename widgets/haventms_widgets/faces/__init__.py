"""The faces: notebook, dashboard, page, text and server. They draw a View and never compute."""
