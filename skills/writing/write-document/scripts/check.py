"""Proves that check_markdown.py names dead links, skipped levels and open blocks, and leaves good pages alone."""
import os
import subprocess
import sys
import tempfile

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "check_markdown.py")
GOOD = """# Title

See [below](#two-words), [other](other.md#part), [web](https://example.com) and `[no](link)`.

## Two words

```sh
# not a heading
```
"""
BAD = {
    "there is no gone.md": "[a](gone.md)",
    "no heading #none in other.md": "[a](other.md#none)",
    "level 4 follows one of level 2": "# T\n\n## A\n\n#### B",
    "second title": "# T\n\n# U",
    "not closed": "```sh\nls",
    "3: there is no x.png": "a\n\n![p](x.png)",
}

with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "other.md"), "w", encoding="utf-8") as file:
        file.write("# Other\n\n## Part\n")

    def run(files):
        for name, text in files.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        command = [sys.executable, "-B", SCRIPT, *files]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True)

    result = run({"good.md": GOOD})
    assert result.returncode == 0, result.stdout
    pages = {f"bad{number}.md": text for number, text in enumerate(BAD.values())}
    result = run(pages)
    for name, problem in zip(pages, BAD):
        said = [line for line in result.stdout.splitlines() if line.startswith(f"{name}:")]
        assert len(said) == 1 and problem in said[0], (problem, said)
    assert result.returncode == 1
print("ok")
