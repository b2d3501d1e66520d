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

    def run(files):
        for name, text in files.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        command = [sys.executable, "-B", SCRIPT, *files]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True)

    result = run(GOOD)
    assert result.returncode == 0, (result.stdout, result.stderr)
    result = run({name: text for name, (text, _) in BAD.items()})
    assert result.returncode == 1, result.stderr
    for name, (_, problem) in BAD.items():
        said = [line for line in result.stdout.splitlines() if line.startswith(f"{name}:")]
        # Where Graphviz is installed, it says so too.
        said = [line for line in said if "<stdin>" not in line]
        assert len(said) == 1 and problem in said[0], (name, said)
    assert run({"x.png": ""}).returncode == 2
print("ok")
