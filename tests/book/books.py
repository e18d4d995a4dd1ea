"""Small books that a test writes, and what a build left."""

import json
import os
import resource
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import nbformat

BOOK = Path(__file__).resolve().parents[2] / "book"

sys.path.append(str(BOOK / "_ext"))
from outside import outside  # noqa: E402

__all__ = ["BOOK", "Built", "SmallBook", "outside"]


def bounded(size: int) -> None:
    """From now on this process can write no file of more bytes."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@dataclass
class Built:
    """What a build said and what it left."""

    code: int
    said: str
    html: Path

    def pages(self) -> list[Path]:
        """Every page; what lies in `_static` are templates of the theme."""
        return sorted(file for file in self.html.rglob("*.html") if "_static" not in file.parts)

    def page(self, name: str) -> str:
        return (self.html / f"{name}.html").read_text(encoding="utf-8")


@dataclass
class SmallBook:
    """A book in a folder of its own, built with the real machinery."""

    folder: Path
    packages: Path | None = None

    def write(self, **pages: str | list[str]) -> None:
        """Pages by name: a text is Markdown, a list holds the cells of a notebook; a cell that starts with `%md` is
        Markdown."""
        for name, content in pages.items():
            if isinstance(content, str):
                (self.folder / f"{name}.md").write_text(content, encoding="utf-8")
                continue
            notebook = nbformat.v4.new_notebook(
                cells=[
                    nbformat.v4.new_markdown_cell(cell.removeprefix("%md").strip())
                    if cell.startswith("%md")
                    else nbformat.v4.new_code_cell(cell)
                    for cell in content
                ],
                metadata={"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}},
            )
            nbformat.write(notebook, self.folder / f"{name}.ipynb")
        names = sorted({file.stem for file in self.folder.iterdir() if file.suffix in (".md", ".ipynb")} - {"intro"})
        toc = {"format": "jb-book", "root": "intro", "chapters": [{"file": name} for name in names]}
        (self.folder / "_toc.yml").write_text(json.dumps(toc), encoding="utf-8")

    def start(self, *options: str, limit: int = 0) -> subprocess.Popen[str]:
        """Begin a build; its files may grow to so many bytes at most, as on a full disk."""
        environment = dict(os.environ)
        if self.packages:
            environment["PYTHONPATH"] = str(self.packages)
        command = [sys.executable, str(BOOK / "_tools" / "build.py"), "--source", str(self.folder), *options]
        return subprocess.Popen(
            command,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=self.folder,
            preexec_fn=(lambda: bounded(limit)) if limit else None,
        )

    def build(self, *options: str) -> Built:
        return self.end(self.start(*options))

    def end(self, process: subprocess.Popen[str]) -> Built:
        said, _ = process.communicate(timeout=240)
        return Built(process.returncode, said, self.folder / "_build" / "html")
