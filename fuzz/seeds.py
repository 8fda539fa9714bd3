"""Makes a folder of seeds for every fuzz target from what the repository has."""

import json
import sqlite3
from pathlib import Path

HERE = Path(__file__).parent
DATA = HERE.parent / "tests" / "data"
SEEDS = HERE / "seeds"

RECORDS = {
    "psq": [b"Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,530\na\nb\n-1\n"],
    "sgf": [
        b"(;FF[4]GM[4]SZ[15]RU[renju]PB[a]PW[b]RE[B+R];B[hh]C[x\\]y];W[ii](;B[jj])(;B[kk]LB[aa:1]))",
        b"(;GM[4]SZ[19]AB[aa:bb]AW[cc]PL[W];W[])(;GM[4];B[hh])",
    ],
    "lib": [b"\xffRenLib\xff\x03\x04" + b"\xff" * 10 + b"\x00\x00\x78\x00\x79\x80\x6a\x40\x7a\x40"],
    "pos": [b"h8i9g10\nh8h9", b"1. h8 2. i9 3. j10\n1.h8 i9 2.j10"],
    "offset": [b"0,0, 1,1, -2,0\n"],
    "chesslog": [b"7,8,-1\n6,0,1\n7,7,-1"],
    "json": [
        b'{"format":"tengen-game","version":1,"rule":"renju","size":15,"moves":["H8",{"move":"I9",'
        b'"comment":"c"},"pass"],"variations":[{"after":1,"moves":["H9"]}]}\n'
    ],
    "link": [
        b"https://page.example/#g=1YH8ISgAPBQQFQWxpY2VwgE_lCR5oZXJlIGl0IGJlZ2luczsgaGVyZSBpdCBiZWdpbnMBBNIBQW5xUMAkujGV"
        b"M-Fad2-JJ17hVjHmEuEA4eDmAuI"
    ],
}
TALKS = [
    "START 15\nINFO timeout_turn 1000\nINFO rule 4\nBEGIN\nTURN 8,8\nBOARD\n7,7,1\n8,8,2\nDONE\nEND\n",
    "ABOUT\nRECTSTART 15,15\nSTART 20\nTAKEBACK 1,1\nRESTART\nYXSHOWINFO\nYXSOOSORV\nEND\n",
    "START 15\nYXSHOWINFO\nINFO show_detail 1\nYXBOARD\n7,7,1\nDONE\nYXNBEST 3\nYXSTOP\nYXBLOCK\n1,1\nDONE\n",
]
BOTZONE = [
    '{"requests":[{"x":-1,"y":-1}],"responses":[]}\n',
    '{"requests":[{"x":7,"y":7},{"x":8,"y":8}],"responses":[{"x":6,"y":6}]}\n',
    '1\n{"x":-1,"y":-1}\n',
]
PLAY = '{"request":1,"action":{"type":"play","point":"H8"}}'
GAMES = [
    '{"first":{"type":"human"},"second":{"type":"human"},"rule":"renju"}\n' + PLAY + "\n"
    + '{"request":2,"action":{"type":"undo"}}\n{"request":3,"action":{"type":"hint"}}\n'
    + '{"request":4,"seq":2,"action":{"type":"resign"}}\n',
    '{"first":{"type":"human"},"second":{"type":"ai","opponent":"champion"},"opening":"swap2",'
    '"clock":{"main_ms":1000,"increment_ms":10}}\n'
    + '{"request":1,"action":{"type":"opening","action":{"type":"place","point":"H8"}}}\n'
    + '{"request":2,"action":{"type":"offer_draw"}}\n{"request":3,"action":{"type":"pause"}}\n',
]


def write(target: str, number: int, data: bytes) -> None:
    folder = SEEDS / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{number:04}").write_bytes(data)


def documents() -> list[bytes]:
    """The documents of the first version's library, and those of the golden tests."""
    found = []
    marks = {"games": b"g", "analyses": b"a", "settings": b"s", "thoughts": b"t", "reasoning": b"t"}
    with sqlite3.connect(f"file:{DATA / 'library-v1' / 'games.db'}?mode=ro&immutable=1", uri=True) as library:
        tables = [row[0] for row in library.execute("SELECT name FROM sqlite_master WHERE type='table'")]
        for table in tables:
            for row in library.execute(f"SELECT * FROM {table}"):
                texts = [cell for cell in row if isinstance(cell, str) and cell.startswith("{")]
                for text in texts:
                    kinds = [marks[table]] if table in marks else list(set(marks.values()))
                    found += [kind + text.encode() for kind in kinds]
    golden = HERE.parent / "crates" / "store" / "tests" / "golden"
    for path in sorted(golden.glob("**/*.json")):
        kind = next((mark for word, mark in marks.items() if word[:4] in path.name), None)
        kinds = [kind] if kind else [b"g", b"a", b"s", b"t"]
        found += [kind + path.read_bytes() for kind in kinds]
    return found


def main() -> None:
    for name, files in RECORDS.items():
        for number, data in enumerate(files):
            write(f"record_{name}", number, data)
            write("record_any", 10 * list(RECORDS).index(name) + number, data)
    for number, text in enumerate(TALKS):
        for manner in b"\x00\x07":
            write("brain_session", 10 * number + manner, bytes([manner]) + text.encode())
    for number, text in enumerate(BOTZONE):
        write("botzone_messages", number, b"\x40" + text.encode())
    for number, text in enumerate(GAMES):
        write("server_messages", number, text.encode())
    for number, data in enumerate(documents()):
        write("stored_documents", number, data)
    vectors = json.loads((DATA / "vectors_public.json").read_text())
    diagrams = json.dumps(vectors)[:4000].encode()
    for target in ["rules_diagram", "rules_notation", "rules_game_play"]:
        write(target, 0, b"XO.X\n.O.X\n" if target == "rules_diagram" else diagrams[:200])


main()
