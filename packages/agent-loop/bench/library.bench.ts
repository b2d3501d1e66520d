// What the library weighs, what its import takes, and how much an app has to say, beside the AI SDK and Pi. Ours is installed
// from tarballs into an empty project, as the peers are.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startScriptedServer } from "@hermes/models/testing";
import { median, report, runProcess, waitQuiet } from "@hermes/tooling/bench";
import { peerFolder } from "@hermes/tooling/bench/peer";
import { installTarballs, measureInstalled, packPackages } from "@hermes/tooling/pack";
import type { InstalledSize } from "@hermes/tooling/pack";
import * as desk from "./library-model.ts";

interface Contestant {
  readonly name: string;
  /** Has its `node_modules`. */
  readonly folder: string;
  readonly imports: readonly string[];
}

interface Played {
  readonly status: string;
  readonly refund: string;
  readonly report: unknown;
  readonly times: readonly number[];
}

const runs = process.env["HERMES_BENCH_FULL"] ? 15 : 7;
const work = mkdtempSync(join(tmpdir(), "hermes-library-"));
const sources = join(import.meta.dirname, "..", "..", "..", "examples", "compared");
try {
  const tarballs = await packPackages(join(work, "tarballs"), process.env);
  const install = async (name: string, ...packages: string[]): Promise<InstalledSize> =>
    await installTarballs(join(work, name), packages, tarballs, process.env);
  const ours = await install("hermes", "@hermes/agent-loop");
  const zod = await install("zod", "zod@^4");
  const state = await install("state", "@hermes/state");
  await install("app", "@hermes/agent-loop", "@hermes/ui");

  const hermes = { name: "hermes", folder: join(work, "app"), imports: ["@hermes/agent-loop"] };
  const peers = knownPeers();
  reportSizes(ours, zod, state, peers);
  await reportImports([hermes, { name: "zod", folder: join(work, "zod"), imports: ["zod"] }, ...peers]);
  reportLines(peers);
  await reportFirstWords([hermes, ...peers]);
} finally {
  rmSync(work, { recursive: true, force: true });
}

function knownPeers(): readonly Contestant[] {
  const known = [
    { name: "ai-sdk", folder: peerFolder("library-ai-sdk"), imports: ["ai", "@ai-sdk/openai"] },
    {
      name: "pi",
      folder: peerFolder("library-pi"),
      imports: ["@earendil-works/pi-agent-core", "@earendil-works/pi-ai/providers/openai"],
    },
  ];
  return known.flatMap(({ folder, ...rest }) => (folder === undefined ? [] : [{ ...rest, folder }]));
}

function reportSizes(
  ours: InstalledSize,
  zod: InstalledSize,
  state: InstalledSize,
  peers: readonly Contestant[],
): void {
  const sizes = peers.map(({ name, folder }) => ({ name, ...measureInstalled(folder) }));
  report({
    figure: "install of @hermes/agent-loop",
    unit: "MB",
    value: ours.mb,
    better: "lower",
    goal: 20,
    floor: { name: "zod", value: zod.mb },
    others: sizes.map(({ name, mb }) => ({ name, value: mb })),
  });
  report({
    figure: "packages that come with @hermes/agent-loop",
    unit: "packages",
    value: ours.packages,
    better: "lower",
    others: sizes.map(({ name, packages }) => ({ name, value: packages })),
  });
  report({ figure: "install of @hermes/state", unit: "MB", value: state.mb, better: "lower", goal: 40 });
}

async function reportImports(contestants: readonly Contestant[]): Promise<void> {
  const times = new Map(contestants.map(({ name }) => [name, [] as number[]]));
  for (let run = -1; run < runs; run++) {
    await waitQuiet();
    for (const contestant of contestants) {
      const ms = await importMs(contestant);
      if (run >= 0) times.get(contestant.name)?.push(ms);
    }
  }
  const of = (name: string): number => median(times.get(name) ?? []);
  report({
    figure: "first import of the library and a provider",
    unit: "CPU ms",
    value: of("hermes"),
    better: "lower",
    floor: { name: "zod", value: of("zod") },
    others: contestants.slice(2).map(({ name }) => ({ name, value: of(name) })),
  });
}

/** CPU time, because others use the machine too. */
async function importMs({ folder, imports }: Contestant): Promise<number> {
  const script = `const before = process.cpuUsage();
    ${imports.map((name) => `await import(${JSON.stringify(name)});`).join("\n")}
    const { user, system } = process.cpuUsage(before);
    process.stdout.write(String((user + system) / 1_000));`;
  const env = { ...process.env };
  delete env["NODE_COMPILE_CACHE"];
  const args = ["--input-type=module", "-e", script];
  const { code, stdout, stderr } = await runProcess(process.execPath, args, { cwd: folder, env });
  if (code !== 0) throw new Error(stderr);
  return Number(stdout);
}

function reportLines(peers: readonly Contestant[]): void {
  const linesOf = (name: string): number =>
    readFileSync(join(sources, `${name}.ts`), "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "").length;
  report({
    figure: "lines of the same app: chat, tools, approval, typed data",
    unit: "lines",
    value: linesOf("hermes"),
    better: "lower",
    others: peers.map(({ name }) => ({ name, value: linesOf(name) })),
  });
}

async function reportFirstWords(contestants: readonly Contestant[]): Promise<void> {
  const server = await startScriptedServer({ script: desk.deskScript });
  const times = new Map<string, number[]>();
  const note = (name: string, ms: number): void => void times.set(name, [...(times.get(name) ?? []), ms]);
  try {
    // One after another and all again, so that a busy moment hits them alike.
    for (let round = 0; round < 5; round++) {
      await waitQuiet();
      note("fetch", await plainFirstWords(server.openaiUrl));
      for (const contestant of contestants)
        note(contestant.name, await firstWords(contestant, server.openaiUrl));
    }
  } finally {
    await server.close();
  }
  const of = (name: string): number => median(times.get(name) ?? []);
  report({
    figure: "from a POST to the first words of the answer",
    unit: "ms",
    value: of("hermes"),
    better: "lower",
    floor: { name: "fetch", value: of("fetch") },
    others: contestants.slice(1).map(({ name }) => ({ name, value: of(name) })),
  });
}

/** Plays the whole app, so that a contestant that does not do it is an error and no fast one. */
async function firstWords({ name, folder }: Contestant, baseUrl: string): Promise<number> {
  const place = join(work, `play-${name}`);
  if (!existsSync(place)) {
    mkdirSync(place);
    // Outside of node_modules: Node strips no types there.
    symlinkSync(join(folder, "node_modules"), join(place, "node_modules"));
  }
  for (const file of [`${name}.ts`, "play.ts"]) cpSync(join(sources, file), join(place, file));
  const env = {
    ...process.env,
    ...{ OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: "x", APPROVAL_SECRET: "0123456789abcdef0123456789abcdef" },
  };
  const args = ["play.ts", name, process.env["HERMES_BENCH_FULL"] ? "105" : "35"];
  const { code, stdout, stderr } = await runProcess(process.execPath, args, { cwd: place, env });
  if (code !== 0) throw new Error(`${name}: ${stderr}`);
  // Printed by `play.ts`.
  const played = JSON.parse(stdout) as Played;
  const wanted = { status: desk.statusText, refund: desk.refundText, report: desk.report };
  const { times, ...said } = played;
  if (JSON.stringify(said) !== JSON.stringify(wanted))
    throw new Error(`${name} played ${JSON.stringify(said)}`);
  return median(times);
}

async function plainFirstWords(baseUrl: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 35; round++) {
    const startedAt = performance.now();
    const body = JSON.stringify({
      model: "x",
      stream: true,
      input: [{ type: "message", role: "user", content: "Hello." }],
    });
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${baseUrl}/responses`, { method: "POST", headers, body });
    let text = "";
    let ms = 0;
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (ms === 0 && text.includes("output_text.delta")) ms = performance.now() - startedAt;
    }
    if (round >= 5) times.push(ms);
  }
  return median(times);
}
