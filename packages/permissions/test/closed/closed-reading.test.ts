import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { judgeCommand } from "@hermes/command-safety";
import { defineTool } from "@hermes/registry";
import { expect, test } from "vitest";
import { z } from "zod";
import { laterThanFiles } from "./hostile-project.ts";
import { call, callOf, temporaryPlace } from "../policy/support/temporary-place.ts";

const places = { workspace: "/home/user/project", homedir: "/home/user", home: "/home/user/.hermes" };

async function idsOf(command: string): Promise<readonly string[]> {
  const { findings } = await judgeCommand(command, { cwd: places.workspace, places, reading: "closed" });
  return findings.map(({ id }) => id);
}

test.each([
  ["frobnicate a.txt", "command.unknown-program"],
  ["git frobnicate", "command.unknown-program"],
  ["sort --frob=/etc/x a.txt", "command.unknown-option"],
  ["wc --frob a.txt", "command.unknown-option"],
  ["uniq a.txt b.txt", "command.unknown-option"],
  ["FROB=1 ls", "command.assignment"],
  ["export FROB=1", "command.assignment"],
  ["for FROB in a b; do echo x; done", "command.assignment"],
  ["x=$(cat a.txt); echo $((x + 1))", "command.arithmetic"],
  ["[[ $1 -eq 1 ]]", "command.arithmetic"],
  ['x=$(cat a.txt); echo "${y[$x]}"', "command.arithmetic"],
  ["ls() { true; }", "command.redefined"],
  ["node -e 1", "code.unknown"],
  ["python3 <<< 1", "code.unknown"],
  ["python3", "code.unknown"],
  ["echo x > a.js; npm test", "code.changed-here"],
  ["git checkout other && npm test", "code.changed-here"],
  ["mv a b; echo x > b/c", "path.changed-here"],
  ["ls -a | xargs cat", "path.unknown"],
  ["sort *", "command.pattern"],
  ["make -C ../other", "execute.outside"],
  ["cd /tmp/x && npm test", "execute.outside"],
  ["pnpx frobnicate", "command.unknown-program"],
  ["cat $(printf %d 010)", "path.unknown"],
  ['curl -s "https://example.com/$x"', "command.unknown-part"],
  ['git fetch "$x"', "command.unknown-part"],
])("closed, %j is asked about: %s", async (command, id) => {
  expect(await idsOf(command)).toContain(id);
});

test.each([
  "ls -la src && cat README.md | head -20",
  "grep -n 'a\\|b' src/a.ts | sort -u > names.txt",
  "sed -n '10,40p' src/a.ts; sed -i 's/a/b/g' src/a.ts",
  "awk -F, 'NR > 1 && $2 >= 3' a.csv",
  "npm test && npm run build && npx tsc --noEmit",
  "NODE_ENV=test npx vitest run src/a.test.ts -t 'reads a number'",
  "python3 -m pytest -x -q tests/test_a.py",
  "go test -run TestA ./... 2>&1 | tail -20",
  "RUST_BACKTRACE=1 cargo test parse -- --nocapture",
  "make -j$(nproc) test",
  "git status -sb; git diff --stat; git log --oneline -10",
  'git commit -m "$(cat <<E\nparse: numbers\nE\n)"',
  "for i in 1 2 3; do echo $((i * 2)); done",
  'for f in src/*.ts; do wc -l "$f"; done',
  "x=3; (( y = x + 1 )); echo $((y << 2))",
  "[ -f a.txt ] && echo yes; echo $?",
  'name=$(git rev-parse --abbrev-ref HEAD); echo "on $name"',
  "find src -name '*.ts' -exec grep -l foo {} +",
  "cat > notes.md <<'E'\n# Notes\nE",
  "curl -sSL https://example.com/data.json -o data.json",
])("closed, what is known to its end needs no question: %j", async (command) => {
  expect(await idsOf(command)).toEqual([]);
});

test("the reading is open where nothing else is said, and in an isolated backend", async () => {
  const backend = { kind: "docker", isolated: true };

  const open = await judgeCommand("frobnicate", { cwd: places.workspace, places });
  const isolated = await judgeCommand("frobnicate", { cwd: "/work", places, backend, reading: "closed" });

  expect([...open.findings, ...isolated.findings]).toEqual([]);
});

test("of a script what the agent wrote is read as the command is, and the person's own as before", async () => {
  await using place = await temporaryPlace();
  await writeFile(join(place.workspace, "own.sh"), "frobnicate\n");
  const startedAt = laterThanFiles(place.homedir);
  await writeFile(join(place.workspace, "made.sh"), "frobnicate\n");
  const permissions = place.open({ reading: "closed", now: () => startedAt });

  const own = await call(permissions, "terminal", { command: "bash own.sh" });
  const made = await call(permissions, "terminal", { command: "bash made.sh" });

  expect([own.allow, made.allow]).toEqual([true, false]);
});

test("a search is asked about where it would bring up a secret, unless git keeps it out", async () => {
  await using place = await temporaryPlace();
  const permissions = place.open({ reading: "closed" });
  const isAllowed = async (command: string) => (await call(permissions, "terminal", { command })).allow;
  await writeFile(join(place.workspace, "a.txt"), "x");
  const before = await isAllowed("grep -r x .");
  await writeFile(join(place.workspace, ".env"), "KEY=x");
  const after = [await isAllowed("grep -r x ."), await isAllowed("git add -A"), await isAllowed("rg x")];
  await writeFile(join(place.workspace, ".gitignore"), ".env\n");
  const kept = await isAllowed("git add -A");

  expect([before, ...after, kept]).toEqual([true, false, false, true, true]);
});

test("what is typed into a program is asked about", async () => {
  await using place = await temporaryPlace();
  const process = defineTool({
    name: "process",
    toolset: "terminal",
    description: "",
    input: z.object({ text: z.string() }),
    action: { name: "terminal.input", summary: "" },
    argument: ({ text }) => ({ kind: "command", text, typedInto: "p1" }),
    execute: () => ({}),
  });

  const open = await callOf(place.open(), process, { text: "ls\n" });
  const closed = await callOf(place.open({ reading: "closed" }), process, { text: "ls\n" });

  expect([open.allow, closed.allow]).toEqual([true, false]);
});

test("a rule lifts a kind of question, as everywhere", async () => {
  await using place = await temporaryPlace();
  const section = { "finding(command.unknown-program)": "allow" };
  const permissions = place.open({ reading: "closed", section });

  const verdict = await call(permissions, "terminal", { command: "frobnicate" });

  expect(verdict.allow).toBe(true);
  expect(await readFile(place.rulesPath, "utf8").catch(() => "none")).toBe("none");
});
