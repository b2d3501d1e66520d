"""Proves that commits_since.py sorts the commits after the newest tag."""
import os
import shutil
import subprocess
import sys
import tempfile

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "commits_since.py")
if shutil.which("git") is None:
    print("ok (without git there is nothing to try)")
    sys.exit(0)

with tempfile.TemporaryDirectory() as folder:
    setting = {
        "PATH": os.environ["PATH"],
        "HOME": folder,
        "GIT_CONFIG_NOSYSTEM": "1",
        **{f"GIT_{who}_{what}": "a@b.example" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
    }

    def run(*command):
        return subprocess.run(command, cwd=folder, env=setting, capture_output=True, text=True)

    run("git", "init", "-q")
    for message in ("first", "feat(api)!: drop v1", "feature: export (#7)", "Fix: crash", "chore: tidy", "Say more"):
        made = run("git", "commit", "-q", "--allow-empty", "-m", message)
        assert made.returncode == 0, made.stderr
        if message == "first":
            run("git", "tag", "v1.0.0")
    result = run(sys.executable, "-B", SCRIPT)
    heads = [line for line in result.stdout.splitlines() if line.startswith("## ")]
    assert result.stdout.startswith("5 commits, v1.0.0..HEAD"), result
    assert heads == ["## Breaking", "## New", "## Fixed", "## Other (read these: some matter to users)", "## Not for users"], heads
    assert "- feature: export (#7) (" in result.stdout
    assert run(sys.executable, "-B", SCRIPT, "none").returncode == 1
print("ok")
