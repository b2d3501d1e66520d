// What remembered MCP servers cost a start: from `openSession` to the first request, with ten servers of thirty tools each and
// without any, in turn. Each start is a runtime of its own over the same home; modules are loaded. No server is started.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadSettings } from "@hermes/config";
import { scripted } from "@hermes/models";
import { median, report } from "@hermes/tooling/bench";
import { createRuntime } from "../src/index.ts";
import type { Runtime } from "../src/index.ts";

const servers = 10;
const tools = 30;
const rounds = 25;

const folder = mkdtempSync(join(tmpdir(), "hermes-bench-mcp-"));
try {
  const [project, home] = [join(folder, "project"), join(folder, "home")];
  for (const each of [project, home]) mkdirSync(each);
  const program = join(import.meta.dirname, "../test/mcp/tool-server.mjs");
  const entries = Array.from({ length: servers }, (_, index) => {
    const own = join(folder, `server-${index}`);
    mkdirSync(own);
    writeFileSync(join(own, "tools.json"), JSON.stringify(Array.from({ length: tools }, toolOf)));
    return [`server-${index}`, { command: process.execPath, args: [program, own], profile: "open" }] as const;
  });
  const env = { PATH: process.env["PATH"], HOME: folder, HERMES_HOME: home };
  const configure = (named: object): void =>
    writeFileSync(join(home, "config.yaml"), JSON.stringify({ mcp_servers: named }));

  configure(Object.fromEntries(entries));
  await using first = await start(scripted([]));
  const mcp = await first.mcp();
  for (const [name] of entries) {
    await mcp.allow(name, true);
    await mcp.catalogue(name, { signal: AbortSignal.timeout(20_000) });
  }
  await first[Symbol.asyncDispose]();
  const starts = (): number =>
    entries.reduce(
      (sum, [, { args }]) => sum + readFileSync(join(args[1] ?? "", "starts.log"), "utf8").split("\n").length,
      0,
    );
  const before = starts();

  const times: { readonly bare: number[]; readonly full: number[] } = { bare: [], full: [] };
  // Says the same on a machine that has other work, too.
  const cpu: typeof times = { bare: [], full: [] };
  for (let round = 0; round < rounds; round++) {
    configure({});
    await measure("bare");
    configure(Object.fromEntries(entries));
    await measure("full");
  }
  if (starts() !== before) throw new Error("A server was started.");
  const [bare, full] = [median(times.bare.slice(5)), median(times.full.slice(5))];
  report({
    figure: `a session begins with ${servers} remembered MCP servers of ${tools} tools: more than without`,
    unit: "ms",
    value: full - bare,
    better: "lower",
  });
  report({
    figure: "the same, as processor time",
    unit: "ms",
    value: median(cpu.full.slice(5)) - median(cpu.bare.slice(5)),
    better: "lower",
  });
  report({
    figure: "the same, as a share of a start without",
    unit: "×",
    value: full / bare,
    better: "lower",
  });

  async function start(model: ReturnType<typeof scripted>): Promise<Runtime> {
    return createRuntime({
      ...{ loaded: await loadSettings({ env }), cwd: project, env, platform: "cli", model },
      housekeepingAfterMs: Infinity,
    });
  }

  async function measure(kind: "bare" | "full"): Promise<void> {
    const runtime = await start(scripted([{ text: "Hello." }]));
    const [began, used] = [performance.now(), process.cpuUsage()];
    const session = await runtime.openSession();
    await session.agent.chat("Hi.");
    times[kind].push(performance.now() - began);
    const { user, system } = process.cpuUsage(used);
    cpu[kind].push((user + system) / 1_000);
    await runtime[Symbol.asyncDispose]();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function toolOf(_: unknown, index: number): object {
  const properties = { to: { type: "string", description: "Where to." }, n: { type: "integer" } };
  return {
    name: `tool_${index}`,
    description: `Does the work number ${index} of this server, as its users know it.`,
    inputSchema: { type: "object", properties, required: ["to"] },
  };
}
