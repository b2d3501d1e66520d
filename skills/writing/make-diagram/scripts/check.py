"""Proves that check_diagram.py passes good diagrams and names what is wrong with bad ones."""
import os
import subprocess
import sys
import tempfile

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "check_diagram.py")
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50">{}</svg>'
GOOD = {
    "a.mmd": 'flowchart LR\n  a["Start (here)"] --> b{ok?}\n  b -->|yes| c[(store)]\n  subgraph one\n  d --o e\n  end\n  f -.-> g([x])\n',
    "b.mmd": "---\ntitle: x\n---\nsequenceDiagram\n  loop daily\n  A->>B: hi\n  end\n",
    "c.md": "Text\n\n```mermaid\npie\n  \"a\" : 1\n```\n",
    "d.svg": SVG.format('<rect x="5" y="5" width="90" height="40"/><text x="50" y="25" text-anchor="middle" font-size="10">short</text>'),
    "e.dot": 'digraph { a -> b [label="x {"]; }',
}
BAD = {
    "a.mmd": ("flowchart LR\n  a[Start --> b\n", "2: [ is not closed"),
    "b.mmd": ("flowchart LR\n  a --> end\n", "word of the language"),
    "c.mmd": ("flowchart LR\n  a[call f(x)] --> b\n", "brackets in a label"),
    "d.mmd": ("flow\n a --> b\n", "no kind of diagram"),
    "e.mmd": ("sequenceDiagram\n  alt x\n  A->>B: hi\n", '1 "end" missing'),
    "f.md": ("# no diagram\n", "no ```mermaid block"),
    "g.svg": ("<svg viewBox='0 0 1 1'/>", "xmlns"),
    "h.svg": (SVG.format("<rect>"), "not well-formed"),
    "i.svg": (SVG.format('<text x="10" y="20">a text that is far too long</text>'), "reaches out of the picture"),
    "j.svg": (SVG.format('<line x1="0" y1="0" x2="9" y2="9" marker-end="url(#arrow)"/>'), 'refers to "arrow"'),
    "k.dot": ("digraph { a -> b", "do not pair"),
}

with tempfile.TemporaryDirectory() as folder:

    def run(name, text):
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return subprocess.run([sys.executable, "-B", SCRIPT, path], capture_output=True, text=True)

    for name, text in GOOD.items():
        result = run(name, text)
        assert result.returncode == 0, (name, result.stdout, result.stderr)
    for name, (text, problem) in BAD.items():
        result = run(name, text)
        assert result.returncode == 1 and problem in result.stdout, (name, result.stdout, result.stderr)
    assert run("x.png", "").returncode == 2
print("ok")
