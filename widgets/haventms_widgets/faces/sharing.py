"""What a dashboard saves and loads: files of what it shows, and a file of characters."""

from base64 import b64decode
from binascii import Error
from typing import Any

from bokeh.core.properties import String
from bokeh.model import DataModel
from bokeh.models import Column, ColumnDataSource, CustomJS, FileInput, Select

from ..characters import LONGEST, PLACES, load, read, several
from ..exports import FORMATS, file_name
from ..run import Refused
from .forms import Toolkit, wrong
from .kit import listen
from .session import Session

SAVE_TEXT = "const { name, mime, text } = cb_obj.data; haventmsFiles.text(name[0], mime[0], text[0])"
SAVE_PICTURE = """
if (cb_obj.value !== "png" && cb_obj.value !== "svg") return;
const view = Bokeh.index.find_one(drawn);
haventmsFiles.picture(view, cb_obj.value, drawn.html_attributes["aria-label"])
  .then((blob) => haventmsFiles.save(`${id}.${cb_obj.value}`, blob));
"""


class Address(DataModel):  # type: ignore[misc]
    """The state text of what is shown; the browser writes it into its address."""

    state = String(default="")

    @classmethod
    def told(cls) -> "Address":
        made = cls()
        made.js_on_change("state", CustomJS(code="haventmsAddress(cb_obj.state)"))
        return made


class Saving:
    """A choice of files: the browser saves the picture itself, the rest comes from here."""

    def __init__(self, session: Session, drawn: Any, wide: dict[str, Any]) -> None:
        self.session = session
        self.file = ColumnDataSource({"name": [], "mime": [], "text": []})
        self.file.js_on_change("data", CustomJS(code=SAVE_TEXT))
        kinds = [("", "choose one"), ("png", "Picture (PNG)"), ("svg", "Picture (SVG)")]
        kinds += [(kind, each.label) for kind, each in FORMATS.items()]
        self.choice = Select(title="Save this case as", options=kinds, value="", **wide)
        shown = {"drawn": drawn, "file": self.file, "id": session.explorer.id}
        self.choice.js_on_change("value", CustomJS(args=shown, code=SAVE_PICTURE))
        listen(self.choice, "value", self._save)

    def _save(self, kind: str) -> None:
        if kind in FORMATS:
            view, made = self.session.view, FORMATS[kind]
            self.file.data = {"name": [file_name(view, made)], "mime": [made.mime], "text": [made.make(view)]}
        self.choice.value = ""


def text_of(content: str) -> str:
    """The text of a file of characters that a browser sent; `Refused` says why it is none."""
    try:
        raw = b64decode(content) if len(content) <= 8 * LONGEST else b" " * (LONGEST + 1)
        text = raw.decode()
    except (UnicodeDecodeError, Error):
        raise Refused([{"field": "", "message": "The file of characters is no text in UTF-8."}]) from None
    read(text)
    return text


def party_input(toolkit: Toolkit) -> FileInput:
    """The control that takes a file of characters."""
    wide: dict[str, Any] = getattr(toolkit, "wide", {})
    return FileInput(title="A file with the numbers of a party", accept=".json,application/json", **wide)


class PartyFile:
    """A file of characters, who of them is shown, and as what. It is held as long as the visitor stays."""

    def __init__(self, session: Session, toolkit: Toolkit) -> None:
        self.session, self.toolkit, self.text = session, toolkit, ""
        wide: dict[str, Any] = getattr(toolkit, "wide", {})
        self.file = party_input(toolkit)
        self.who = Select(title="Character", options=[("-", "no file yet")], value="-", disabled=True, **wide)
        roles = [(role, role) for role in PLACES.get(session.explorer.id, {"": {}})]
        self.role = Select(title="As", options=roles, value=roles[0][0], visible=len(roles) > 1, **wide)
        self.said = toolkit.words()
        self.chosen = Column(children=[self.who, self.role, self.said], sizing_mode="stretch_width")
        self.widget = Column(children=[self.file, self.chosen], sizing_mode="stretch_width")
        listen(self.file, "value", self._opened)
        listen(self.who, "value", lambda _: self._choose())
        listen(self.role, "value", lambda _: self._choose())

    def _opened(self, content: str) -> None:
        try:
            text = text_of(content)
        except Refused as refused:
            self._say(str(refused))
        else:
            self.offer(text)

    def offer(self, text: str) -> None:
        """The characters of a file that can be read: the first of them is shown, or all where several may be."""
        self.text = ""
        names = [each.name for each in read(text)]
        everybody = [("", "all of them")] if self._several() else []
        options = [("-", "choose one"), *everybody, *(("=" + name, name) for name in names)]
        self.who.update(options=options, value="" if everybody else "=" + names[0], disabled=False)
        self.text = text
        self._choose()

    def _several(self) -> bool:
        return several(self.session.explorer.id, self.role.value)

    def _choose(self) -> None:
        chosen = self.who.value
        if not self.text or chosen == "-":
            return
        who = [chosen[1:]] if chosen else []
        try:
            state = load(self.session.explorer.id, self.session.view["state"], self.text, who, self.role.value)
        except Refused as refused:
            self._say(str(refused))
            return
        self._say("")
        self.session.load(state)

    def _say(self, sentence: str) -> None:
        self.toolkit.say(self.said, wrong(sentence))
