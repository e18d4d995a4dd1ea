from haventms_widgets.faces.dashboard import app

app("haven-hazard")()
