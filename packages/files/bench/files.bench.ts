// Reading 1 MB and searching a tree, beside the bare read and bare ripgrep.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { fileTools } from "@hermes/files";
import { createLocalBackend } from "@hermes/terminal-backends";
import { median, report, waitQuiet } from "@hermes/tooling/bench";

const full = process.env["HERMES_BENCH_FULL"] !== undefined;
const files = full ? 20_000 : 4_000;
const rounds = full ? 11 : 5;
const folder = mkdtempSync(join(tmpdir(), "hermes-bench-files-"));
const backend = createLocalBackend({ cwd: folder, env: process.env });
const context = {
  taskId: "bench",
  sessionId: "bench",
  callId: "bench",
  signal: new AbortController().signal,
  origin: { platform: "bench", entryPoint: "library" },
};

try {
  const line = "the quick brown fox jumps over the lazy dog 0123456789\n";
  writeFileSync(join(folder, "large.txt"), line.repeat(Math.ceil(1_000_000 / line.length)));
  fill();
  await waitQuiet();
  const read = caller("read_file", { path: "large.txt", limit: 2_000 });
  await compare("files: read_file of 1 MB", read, {
    others: { "bare readFile": () => readFile(join(folder, "large.txt")) },
  });
  const query = { pattern: "needle", path: "tree" };
  const ripgrep = () =>
    promisify(execFile)("rg", ["--json", "needle", join(folder, "tree")], { maxBuffer: 1e9 });
  const hasRipgrep = await ripgrep().then(
    () => true,
    () => false,
  );
  const peers: Record<string, () => Promise<unknown>> = hasRipgrep ? { "bare ripgrep": ripgrep } : {};
  if (hasRipgrep) {
    await compare(`files: search over ${files} files`, caller("search", query), {
      others: peers,
      goal: (floor) => 1.2 * floor + 5,
    });
  }
  await compare(`files: search over ${files} files, fallback`, caller("search", query, false), {
    others: peers,
    goal: (floor) => 10 * floor,
  });
} finally {
  await backend.dispose();
  rmSync(folder, { recursive: true, force: true });
}

function fill(): void {
  for (let index = 0; index < files; index += 1) {
    const below = join(folder, "tree", `${index % 97}`, `${index % 7}`);
    mkdirSync(below, { recursive: true });
    const hit = index % 100 === 0 ? "a needle\n" : "";
    writeFileSync(join(below, `${index}.ts`), `${`const a${index} = ${index};\n`.repeat(20)}${hit}`);
  }
}

function caller(name: string, args: object, ripgrep = true): () => Promise<unknown> {
  const tool = fileTools({ backend, ripgrep }).find((each) => each.name === name);
  const parsed = tool?.parse(args);
  if (tool === undefined || parsed?.ok !== true)
    throw new Error(`${name} does not take ${JSON.stringify(args)}.`);
  return async () => {
    // What was read before would be answered with a word.
    await tool.cleanup?.(context.taskId);
    return tool.execute(parsed.value, context);
  };
}

interface Comparison {
  readonly others: Readonly<Record<string, () => Promise<unknown>>>;
  readonly goal?: (floor: number) => number;
}

async function compare(
  figure: string,
  ours: () => Promise<unknown>,
  { others, goal }: Comparison,
): Promise<void> {
  const times = new Map<string, number[]>();
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, call] of Object.entries({ ours, ...others })) {
      const startedAt = performance.now();
      await call();
      if (round > 0) times.set(name, [...(times.get(name) ?? []), performance.now() - startedAt]);
    }
  }
  const [floor] = Object.keys(others).map((name) => ({ name, value: median(times.get(name) ?? []) }));
  const reached = floor === undefined ? undefined : goal?.(floor.value);
  report({
    figure,
    unit: "ms",
    value: median(times.get("ours") ?? []),
    better: "lower",
    floor,
    ...(reached === undefined ? {} : { goal: reached }),
  });
}
