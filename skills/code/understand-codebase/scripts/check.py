"""Proves that import_graph.py finds imports of both languages, and cycles."""
import os
import subprocess
import sys
import tempfile

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "import_graph.py")
FILES = {
    "web/pages/home.ts": 'import { a } from "../parts/button.js";\nimport "./home.css";\nimport fs from "node:fs";\n',
    "web/parts/button.tsx": 'export const a = 1;\nconst later = () => import("../store");\n',
    "web/store/index.ts": "export {};\n",
    "app/core/engine.py": "from app.io import files\nimport json\n",
    "app/io/files.py": "from ..core.engine import start\n",
    "app/io/__init__.py": "",
    "node_modules/x/index.js": 'import "./y.js";\n',
}


def run(*arguments):
    return subprocess.run([sys.executable, "-B", SCRIPT, *arguments], capture_output=True, text=True)


with tempfile.TemporaryDirectory() as folder:
    assert run(folder).returncode == 2
    for path, text in FILES.items():
        os.makedirs(os.path.join(folder, os.path.dirname(path)), exist_ok=True)
        with open(os.path.join(folder, path), "w", encoding="utf-8") as file:
            file.write(text)
    result = run(folder)
    names = {line.split('"')[1]: line.split("[")[0].strip() for line in result.stdout.splitlines() if '["' in line}
    assert sorted(names) == ["app/core", "app/io", "web/pages", "web/parts", "web/store"], result.stdout
    for here, there in [("web/pages", "web/parts"), ("web/parts", "web/store"), ("app/core", "app/io")]:
        assert f"{names[here]} -->|1| {names[there]}" in result.stdout, (here, there, result.stdout)
    assert "%% cycle: app/core, app/io" in result.stdout and result.returncode == 1, result.stdout
    assert '["app/io/files.py"]' in run(folder, "--files").stdout
    assert run(os.path.join(folder, "web")).returncode == 0
print("ok")
