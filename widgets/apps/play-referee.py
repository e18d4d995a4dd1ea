from haventms_widgets.faces.play import app

app("play-referee")()
