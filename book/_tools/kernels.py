"""Kernels that depend on nothing but the interpreter that starts them."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

# jsonschema, which validates notebooks and Jupyter Book's configuration, compiles forty grammars on import, for formats
# that neither has. It does without where this module is missing: three seconds less for every process.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]

import nbformat  # noqa: E402
from nbclient import NotebookClient  # noqa: E402
from nbclient.exceptions import CellExecutionError  # noqa: E402

# A kernel that has done its work is ended at once: one asked to leave takes a second or more. Clients that derive from
# this one, as that of MyST-NB does, take the default over; whoever uses this one itself says so.
NotebookClient.shutdown_kernel.default_value = "immediate"

__all__ = ["CellExecutionError", "NotebookClient", "nbformat", "own_kernels"]

# The kernel tells of plain TCP on the local machine at each start; its history would be a file that kernels share.
CONFIG = {"IPKernelApp": {"log_level": 40}, "HistoryManager": {"enabled": False}}

# It is ended in the middle of things, so what it heard is written after each cell.
LISTEN = """
if __import__("os").environ.get("HAVENTMS_FIRED"):
    def _listen():
        import json, os, pathlib
        from haventms import firing
        heard = set()
        firing.LISTENERS.append(heard)
        def write(_result):
            pathlib.Path(os.environ["HAVENTMS_FIRED"]).write_text(json.dumps(sorted(heard)), encoding="utf-8")
        get_ipython().events.register("post_run_cell", write)
    _listen()
    del _listen
"""


@contextmanager
def own_kernels() -> Iterator[None]:
    """While it is open, kernels run in this environment and read no configuration of the user's.

    A kernel started with HAVENTMS_FIRED in its environment writes into that file, after each cell, what has fired.
    """
    with TemporaryDirectory(prefix="haventms-kernels-") as folder:
        profile = Path(folder, "profile_default")
        profile.mkdir()
        (profile / "ipython_kernel_config.json").write_text(json.dumps(CONFIG), encoding="utf-8")
        (profile / "startup").mkdir()
        (profile / "startup" / "fired.py").write_text(LISTEN, encoding="utf-8")
        ours = {"IPYTHONDIR": folder, "JUPYTER_CONFIG_DIR": folder, "JUPYTER_PREFER_ENV_PATH": "1"}
        before = {name: os.environ.get(name) for name in ours}
        os.environ.update(ours)
        try:
            yield
        finally:
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value
