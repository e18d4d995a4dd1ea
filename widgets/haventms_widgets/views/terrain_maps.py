"""What the terrain explorer's brushes paint, and the maps that it opens with."""

from haventms import haven
from haventms.haven.factors import Factor

WALL, OPEN = "#", "."

# Light colours, so that a dark letter is readable on each; a family of ground has shades of one colour.
BRUSHES: dict[str, tuple[Factor, str]] = {
    WALL: (haven.Climbing(holds="none"), "#A3A8B0"),
    "h": (haven.Climbing(holds="easy"), "#E3D2B8"),
    "H": (haven.Climbing(holds="awkward"), "#C9B08A"),
    "c": (haven.Crowd(size="small"), "#F6D9E8"),
    "C": (haven.Crowd(size="large"), "#EBB1CF"),
    "D": (haven.Crowd(size="dense"), "#D98AB5"),
    "d": (haven.Darkness(), "#BFC3CC"),
    "u": (haven.Underbrush(), "#BFE3CC"),
    "v": (haven.Underbrush(vines=1), "#7CC79F"),
    "s": (haven.WadingSolid(depth="knees"), "#F4E8B4"),
    "S": (haven.WadingSolid(depth="waist"), "#E6D27C"),
    "N": (haven.WadingSolid(depth="neck"), "#C9B152"),
    "t": (haven.NoTrail(), "#DCEBD3"),
    "f": (haven.Fog(), "#E3E7EB"),
    "i": (haven.Ice(), "#D3EFFB"),
    "w": (haven.Liquid(depth="knees"), "#B7DCF5"),
    "W": (haven.Liquid(depth="hips"), "#8CC6EC"),
    "~": (haven.Liquid(depth="swimming"), "#62AFE0"),
    "m": (haven.UnstableFooting(grade="minor"), "#FBE6C2"),
    "M": (haven.UnstableFooting(grade="moderate"), "#F5CB86"),
    "J": (haven.UnstableFooting(grade="major"), "#EBB04A"),
    "b": (haven.Wind(feet_per_turn=30), "#E6DFF4"),
}

PALETTE = (
    (OPEN, "open ground", ""),
    *((letter, str(factor.row["name"]).removeprefix("a ").removeprefix("an "), colour)
      for letter, (factor, colour) in BRUSHES.items()),
)  # fmt: skip
"""Letter, name and colour of every brush."""

NAMES = {letter: name for letter, name, _ in PALETTE}

MARKET = """
....................
.##..cccccc...##.##.
.##.ccCCCCcc..##.##.
....cCCDDCCc........
.##.cCDDDDCcc.##.##.
.##.cCDDDDCCc.##.##.
....cCCDDDDCc.......
.##.ccCCDDCcc.##.##.
.##..cCCCCcc..##.##.
.....cccccc.........
.##...cc...c..##.##.
....................
"""

RIVER = """
.......iiiiii.......
.......iiiiiii......
......iiiiiiii......
......iiiiiiii......
.......iiiiiii......
.......iiiiiii......
u......iiiiiii.....u
uu....iiiiiii.....uu
uu....iiiWii......uu
u.....iWWWi........u
......HHHHH.........
......wWWWw.........
"""

SCREE = """
..mmmmMMMMMM....
.mmmmMMMMMMMM...
.mmmMMMMJJMMMM..
mmmMMMJJJJJMMM..
mmMMMJJJ##JJMM..
mmMMJJJ###JJMMM.
mmMMJJJJ##JJMM..
.mmMMMJJJJJMMM..
.mmmMMMJJMMMM...
..mmmmMMMMMm....
...mmmmmmmm.....
................
"""

FOREST = """
..uuu..u#u....uu....
.uu#uuuuvuu..uuu#u..
..uuvvuu#uvu..uvuu..
...uvv#uuuvvuuvvu...
u..u#vvuu..uvv#uu..u
uu..uuvu....uvvu..uu
#uu..ww..uu..uu..uu#
uuu.wwWw.uuu....uu#u
.u..wWWWww.uuu.uuuu.
...wwWWW~Www..wwwu..
..wwW~~~~~WWwwWWww..
.wwW~~~~~~~~WW~~~Ww.
"""
