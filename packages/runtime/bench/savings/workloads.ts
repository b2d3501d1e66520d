import type { ScriptedCall } from "@hermes/models";

type Result = Readonly<Record<string, unknown>>;

/** A way to do the work call by call: each step gives calls that do not need each other, and gets their results. */
export type DirectWork = Generator<readonly ScriptedCall[], string, readonly Result[]>;

export interface Workload {
  readonly name: string;
  readonly task: string;
  readonly files: Readonly<Record<string, string>>;
  direct(): DirectWork;
  /** The same in Python. Prints the answer. */
  readonly script: string;
  /** Words that the final text must hold. */
  readonly answer: string;
  /** Files as they must be at the end. */
  readonly after?: Readonly<Record<string, string>>;
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
const read = (path: string, more: object = {}): ScriptedCall => ({
  name: "read_file",
  arguments: { path, ...more },
});
const run = (command: string): ScriptedCall => ({ name: "terminal", arguments: { command } });

/** Text of a file without the numbers that `read_file` puts before its lines. */
function linesOf(result: Result | undefined): readonly string[] {
  return String(result?.["content"] ?? "")
    .split("\n")
    .map((line) => line.slice(line.indexOf("|") + 1));
}

function filesOf(
  count: number,
  path: (n: number) => string,
  text: (n: number) => string,
): Record<string, string> {
  return Object.fromEntries(numbers(count).map((n) => [path(n), text(n)]));
}

const logs = numbers(12).map((n) => `logs/service-${n}.log`);
const logOf = (n: number): string =>
  numbers(150)
    .map(
      (line) =>
        `2026-01-02T03:04:${String(line % 60).padStart(2, "0")} ${(line * 7 + n) % 11 === 0 ? "ERROR" : "INFO"} request ${line} of service ${n} took ${(line * 13) % 97} ms`,
    )
    .join("\n");
const errorsIn = (n: number): number => (logOf(n).match(/ERROR/g) ?? []).length;

const configs = numbers(15).map((n) => `config/app-${n}.json`);
const configOf = (n: number, port: number): string =>
  `${JSON.stringify({ name: `app-${n}`, port, debug: n % 3 === 0 }, undefined, 2)}\n`;

const needs: Readonly<Record<string, readonly string[]>> = {
  app: ["http", "store"],
  http: ["net", "log"],
  store: ["disk", "log"],
  net: ["bytes"],
  disk: ["bytes", "paths"],
  log: ["time"],
  bytes: [],
  paths: ["text"],
  time: ["text"],
  text: [],
};

export const workloads: readonly Workload[] = [
  {
    name: "count errors in 12 logs",
    task: "Which of the logs in logs/ has the most errors, and how many?",
    files: filesOf(12, (n) => `logs/service-${n}.log`, logOf),
    *direct() {
      const results = yield logs.map((path) => read(path));
      const counts = results.map(
        (result) => linesOf(result).filter((line) => line.includes(" ERROR ")).length,
      );
      return `service-${counts.indexOf(Math.max(...counts))} has ${Math.max(...counts)}`;
    },
    script: `from hermes_tools import read_file
counts = [read_file(f"logs/service-{n}.log")["content"].count(" ERROR ") for n in range(12)]
print(f"service-{counts.index(max(counts))} has {max(counts)}")`,
    answer: `has ${Math.max(...numbers(12).map(errorsIn))}`,
  },
  {
    name: "follow a chain of 12 files",
    task: "Begin at chain/0.txt; each file names the next. What does the last one say?",
    files: filesOf(
      12,
      (n) => `chain/${n}.txt`,
      (n) =>
        `${"Some words about nothing.\n".repeat(20)}${n === 11 ? "the treasure is a teapot" : `next: chain/${n + 1}.txt`}\n`,
    ),
    *direct() {
      let path = "chain/0.txt";
      for (;;) {
        const [result] = yield [read(path)];
        const last = linesOf(result).findLast((line) => line !== "") ?? "";
        if (!last.startsWith("next: ")) return last;
        path = last.slice(6);
      }
    },
    script: `from hermes_tools import read_file
path = "chain/0.txt"
while True:
    last = [l.split("|", 1)[1] for l in read_file(path)["content"].splitlines() if l.split("|", 1)[1]][-1]
    if not last.startswith("next: "):
        break
    path = last[6:]
print(last)`,
    answer: "the treasure is a teapot",
  },
  {
    name: "find the first bad revision of 1000",
    task: "check.sh N fails from some N below 1000 on. Which is the first?",
    files: { "check.sh": 'echo "checking revision $1"; echo "building ..."; [ "$1" -lt 617 ]\n' },
    *direct() {
      let [good, bad] = [0, 1000];
      while (bad - good > 1) {
        const middle = Math.floor((good + bad) / 2);
        const [result] = yield [run(`sh check.sh ${middle}`)];
        if (result?.["exit_code"] === 0) good = middle;
        else bad = middle;
      }
      return `first bad: ${bad}`;
    },
    script: `from hermes_tools import terminal
good, bad = 0, 1000
while bad - good > 1:
    middle = (good + bad) // 2
    if terminal(f"sh check.sh {middle}")["exit_code"] == 0: good = middle
    else: bad = middle
print("first bad:", bad)`,
    answer: "first bad: 617",
  },
  {
    name: "change a setting in 15 files where another is on",
    task: "In config/, set the port to 9000 where debug is on.",
    files: filesOf(
      15,
      (n) => `config/app-${n}.json`,
      (n) => configOf(n, 8000 + n),
    ),
    *direct() {
      const results = yield configs.map((path) => read(path));
      const changed = results.flatMap((result, n) =>
        linesOf(result).join("\n").includes('"debug": true') ? [n] : [],
      );
      yield changed.map((n) => ({
        name: "patch",
        arguments: { path: configs[n], old_string: `"port": ${8000 + n}`, new_string: '"port": 9000' },
      }));
      return `changed ${changed.length}`;
    },
    script: `from hermes_tools import read_file, patch
changed = 0
for n in range(15):
    path = f"config/app-{n}.json"
    text = read_file(path)["content"]
    if '"debug": true' in text:
        patch(path=path, old_string=f'"port": {8000 + n}', new_string='"port": 9000')
        changed += 1
print("changed", changed)`,
    answer: "changed 5",
    after: filesOf(
      15,
      (n) => `config/app-${n}.json`,
      (n) => configOf(n, n % 3 === 0 ? 9000 : 8000 + n),
    ),
  },
  {
    name: "walk a graph of dependencies",
    task: "Which packages does app need, directly or not? Manifests are in packages/.",
    files: Object.fromEntries(
      Object.entries(needs).map(([name, list]) => [
        `packages/${name}.json`,
        `${JSON.stringify({ name, needs: list, description: "A package. ".repeat(30) })}\n`,
      ]),
    ),
    *direct() {
      const seen = new Set<string>();
      let next = ["app"];
      while (next.length > 0) {
        for (const name of next) seen.add(name);
        const results = yield next.map((name) => read(`packages/${name}.json`));
        const found = results.flatMap((result) => {
          const { needs: list }: { readonly needs: readonly string[] } = JSON.parse(
            linesOf(result).join("\n"),
          );
          return list;
        });
        next = [...new Set(found)].filter((name) => !seen.has(name));
      }
      return [...seen].sort().join(" ");
    },
    script: `from hermes_tools import read_file
import json
seen, todo = set(), ["app"]
while todo:
    name = todo.pop()
    if name in seen: continue
    seen.add(name)
    text = "\\n".join(l.split("|", 1)[1] for l in read_file(f"packages/{name}.json")["content"].splitlines())
    todo += json.loads(text)["needs"]
print(" ".join(sorted(seen)))`,
    answer: Object.keys(needs).sort().join(" "),
  },
  {
    name: "read a long file page by page",
    task: "In which line of big.txt does the word needle stand alone? Read it; searching finds too much.",
    files: {
      "big.txt": numbers(6000)
        .map((n) => (n === 5120 ? "needle" : `line ${n} with needles in it`))
        .join("\n"),
    },
    *direct() {
      for (let offset = 1; ; offset += 500) {
        const [result] = yield [read("big.txt", { offset, limit: 500 })];
        const index = linesOf(result).indexOf("needle");
        if (index >= 0) return `line ${offset + index}`;
      }
    },
    script: `from hermes_tools import read_file
offset = 1
while True:
    lines = [l.split("|", 1)[1] for l in read_file("big.txt", offset=offset, limit=500)["content"].splitlines()]
    if "needle" in lines:
        break
    offset += 500
print("line", offset + lines.index("needle"))`,
    answer: "line 5121",
  },
  {
    name: "try until it works",
    task: "flaky.sh works at some attempt. Run it until it does, and say at which attempt and what it printed.",
    files: {
      "flaky.sh":
        'n=$(cat .count 2>/dev/null || echo 0); n=$((n + 1)); echo $n > .count\nfor i in 1 2 3 4 5 6 7 8; do echo "attempt $n: step $i took a while and said many things"; done\n[ $n -ge 9 ] && echo "token-$n" || exit 1\n',
    },
    *direct() {
      for (let attempt = 1; ; attempt++) {
        const [result] = yield [run("sh flaky.sh")];
        const found = /token-\d+/.exec(String(result?.["output"]));
        if (result?.["exit_code"] === 0) return `attempt ${attempt}: ${found?.[0]}`;
      }
    },
    script: `from hermes_tools import terminal
attempt = 1
while (r := terminal("sh flaky.sh"))["exit_code"] != 0:
    attempt += 1
print(f"attempt {attempt}: {r['output'].split()[-1]}")`,
    answer: "attempt 9: token-9",
  },
  {
    name: "find, read around, and mend 10 places",
    task: "Each FIXME in src/ is about the number below it: double that number, and remove the FIXME.",
    files: filesOf(
      10,
      (n) => `src/part-${n}.ts`,
      (n) =>
        `${"// Words about the part.\n".repeat(40)}// FIXME\nexport const value = ${n + 1};\n${"// More words.\n".repeat(40)}`,
    ),
    *direct() {
      const [found] = yield [{ name: "search", arguments: { pattern: "FIXME", path: "src" } }];
      const paths = (Array.isArray(found?.["matches"]) ? found["matches"] : []).map(
        ({ path }: { readonly path: string }) => path,
      );
      const results = yield paths.map((path) => read(path));
      yield results.map((result, index) => {
        const value = Number(/value = (\d+)/.exec(linesOf(result).join("\n"))?.[1]);
        return {
          name: "patch",
          arguments: {
            path: paths[index],
            old_string: `// FIXME\nexport const value = ${value};`,
            new_string: `export const value = ${value * 2};`,
          },
        };
      });
      return `mended ${paths.length}`;
    },
    script: `from hermes_tools import search, read_file, patch
import re
paths = [m["path"] for m in search("FIXME", path="src")["matches"]]
for path in paths:
    value = int(re.search(r"value = (\\d+)", read_file(path)["content"])[1])
    patch(path=path, old_string=f"// FIXME\\nexport const value = {value};", new_string=f"export const value = {value * 2};")
print("mended", len(paths))`,
    answer: "mended 10",
    after: filesOf(
      10,
      (n) => `src/part-${n}.ts`,
      (n) =>
        `${"// Words about the part.\n".repeat(40)}export const value = ${(n + 1) * 2};\n${"// More words.\n".repeat(40)}`,
    ),
  },
];
