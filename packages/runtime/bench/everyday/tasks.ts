interface Call {
  readonly name: string;
  readonly arguments: Readonly<Record<string, string>>;
}

/** Something that agents are asked every day, whose first answer is long. */
export interface EverydayTask {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** Run in the project before the task. */
  readonly prepare?: string;
  readonly call: Call;
  /** What the model looks for in the result, as a regular expression for one line. */
  readonly wanted: string;
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
const run = (command: string): Call => ({ name: "terminal", arguments: { command } });
const lines = (count: number, line: (n: number) => string): string =>
  numbers(count)
    .map((n) => `${line(n)}\n`)
    .join("");
const words = "cache session worker queue parser router index buffer token schema column header".split(" ");
const word = (n: number): string => words[(n * 7 + Math.floor(n / 12)) % words.length] ?? "";

const source = (n: number): string =>
  `export function ${word(n)}${n}(input: string): string {\n  // TODO: ${word(n + 3)} of ${word(n + 5)} ${n}\n  return input.replaceAll("${word(n)}", "${n}");\n}\n`;
const sources = (count: number): Record<string, string> =>
  Object.fromEntries(
    numbers(count).map((n) => [
      `src/${word(n)}/${word(n + 1)}-${n}.ts`,
      numbers(8)
        .map((part) => source(n * 8 + part))
        .join("\n"),
    ]),
  );

const suite = `import test from "node:test";
import assert from "node:assert/strict";
for (let n = 0; n < 900; n++) test(\`case \${n} of the parser reads what it wrote\`, () => assert.equal(n === 611 ? 1 : 0, 0, "round trip lost a byte"));
`;

const packages: Readonly<Record<string, string>> = Object.fromEntries([
  [
    "package.json",
    JSON.stringify({
      name: "app",
      version: "1.0.0",
      dependencies: Object.fromEntries(numbers(900).map((n) => [`${word(n)}-kit-${n}`, "^1.0.0"])),
    }),
  ],
  ...numbers(900).map((n) => [
    `node_modules/${word(n)}-kit-${n}/package.json`,
    JSON.stringify({ name: `${word(n)}-kit-${n}`, version: n === 333 ? "0.9.4" : `1.${n % 20}.0` }),
  ]),
]);

/** Commits for `git fast-import`: a thousand processes would take longer than the task. */
const commits = `${lines(400, (n) => {
  const message = `${word(n)}: ${word(n + 2)} survives ${word(n + 4)} ${n}\n\nThe ${word(n + 1)} was read before the ${word(n + 6)}.\n`;
  const text = lines(20, (line) => `${word(line + n)} = ${line * n}`);
  const path = `${word(n)}.conf`;
  return `commit refs/heads/main\ncommitter Ada <ada@example.com> ${1_700_000_000 + n * 3_600} +0000\ndata ${message.length}\n${message}M 100644 inline ${path}\ndata ${text.length}\n${text}`;
})}done\n`;
const repository = "git init -q -b main && git fast-import --quiet --done < .commits && git reset -q --hard";

const log = (count: number): string =>
  lines(count, (n) => {
    const level = n === count - 40 ? "ERROR" : "INFO";
    const what = level === "ERROR" ? "connection to db-7 was reset" : `request ${n} took ${n % 97} ms`;
    return `2026-03-01T10:${String(Math.floor(n / 60) % 60).padStart(2, "0")}:${String(n % 60).padStart(2, "0")}Z ${level} ${word(n)} ${what}`;
  });

const build = `for n in $(seq 1 1400); do echo "[$n/1400] cc -O2 -Wall -Iinclude -c src/module_$n.c -o build/module_$n.o"; done
echo "src/link.c:88:12: error: undefined reference to 'open_queue'" >&2; echo "make: *** [app] Error 1" >&2; exit 2
`;

const people = JSON.stringify({
  next: null,
  items: numbers(700).map((n) => ({
    id: n,
    name: `${word(n)} ${n}`,
    tags: [word(n + 1), word(n + 2)],
    address: { street: `${n} ${word(n + 3)} street`, country: n === 512 ? "IS" : "NO" },
  })),
});

export const tasks: readonly EverydayTask[] = [
  {
    name: "a failing test suite",
    files: { "parser.test.mjs": suite },
    call: run("node --test --test-reporter=tap parser.test.mjs"),
    wanted: "^\\s*not ok 612",
  },
  {
    name: "a large source file",
    files: { "src/all.ts": numbers(500).map(source).join("\n") },
    call: { name: "read_file", arguments: { path: "src/all.ts" } },
    wanted: "[a-z]303\\(",
  },
  { name: "grep", files: sources(120), call: run("grep -rn TODO src"), wanted: "TODO: .* 777$" },
  {
    name: "git log",
    files: { ".commits": commits },
    prepare: repository,
    call: run("git log --stat"),
    wanted: " 391$",
  },
  { name: "npm ls", files: packages, call: run("npm ls --all"), wanted: "invalid: \\S+ from|0\\.9\\.4" },
  { name: "find", files: sources(1_500), call: run("find . -type f"), wanted: "-1203\\.ts" },
  { name: "a build log", files: { "build.sh": build }, call: run("sh build.sh"), wanted: "error: undefined" },
  {
    name: "a diff",
    files: { ".commits": commits },
    prepare: `${repository} && for f in *.conf; do sed -i 's/ = / := /' $f; done`,
    call: run("git diff HEAD~60 HEAD && git diff"),
    wanted: "^\\+schema := 0",
  },
  {
    name: "a JSON dump",
    files: { "people.json": people },
    call: run("cat people.json"),
    wanted: '"country":"IS"',
  },
  {
    name: "a CSV table",
    files: {
      "sales.csv": `day,shop,item,price\n${lines(2_500, (n) => `2026-02-${(n % 28) + 1},${word(n)},${word(n + 5)}-${n},${(n * 13) % 400}.50`)}`,
    },
    call: { name: "read_file", arguments: { path: "sales.csv" } },
    wanted: "-1999,",
  },
  { name: "a log", files: { "app.log": log(1_500) }, call: run("cat app.log"), wanted: " ERROR " },
  { name: "a directory listing", files: sources(600), call: run("ls -lR src"), wanted: "-401\\.ts" },
];
