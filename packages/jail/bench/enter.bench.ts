// What a profile costs: `true` behind the profile of a workspace, from its lists to its end, beside bare `bwrap` with the
// same mounts, in turns.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findProfileJail, workspaceProfile } from "@hermes/jail";
import { median, report, waitQuiet } from "@hermes/tooling/bench";

const rounds = process.env["HERMES_BENCH_FULL"] === undefined ? 25 : 100;
const root = mkdtempSync("/var/tmp/hermes-bench-jail-");
const search = await findProfileJail();
if (search.jail === undefined) throw new Error(search.reason);
const { jail } = search;

async function run([program = "", ...args]: readonly string[]): Promise<void> {
  const child = spawn(program, args, { cwd: workspace, stdio: "ignore" });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`It ended with ${String(code)}.`);
}

const [home, workspace, hermesHome, scratch] = ["home", "work", "home/.hermes", "scratch"].map((name) =>
  join(root, name),
) as [string, string, string, string]; // As many as there are names.
try {
  for (const folder of [home, workspace, hermesHome, scratch]) mkdirSync(folder);
  for (const name of [
    "home/.ssh",
    "home/.gnupg",
    "home/.npm",
    "home/.mozilla",
    "work/.git/hooks",
    "work/.vscode",
  ])
    mkdirSync(join(root, name), { recursive: true });
  for (const name of ["home/.npmrc", "home/.bash_history", "work/.git/config", "work/.envrc"])
    writeFileSync(join(root, name), "");
  const options = { workspace, home, hermesHome, scratch, env: {} };
  const enter = (): readonly string[] => jail.enter(workspaceProfile(options), ["true"]);
  const line = enter();
  // The same mounts, without what opens the filter before and compares afterwards.
  const bare = [
    "bwrap",
    ...line
      .slice(line.indexOf("-c") + 3, line.indexOf("--"))
      .filter((word) => word !== "--seccomp" && word !== "9"),
    "true",
  ];
  const contestants = { jailed: () => run(enter()), bare: () => run(bare), unjailed: () => run(["true"]) };
  const times: Record<keyof typeof contestants | "lists", number[]> = {
    jailed: [],
    bare: [],
    unjailed: [],
    lists: [],
  };
  await waitQuiet();
  for (let round = -2; round < rounds; round += 1) {
    for (const name of ["jailed", "bare", "unjailed"] as const) {
      const startedAt = performance.now();
      await contestants[name]();
      if (round >= 0) times[name].push(performance.now() - startedAt);
    }
    const startedAt = performance.now();
    enter();
    if (round >= 0) times.lists.push(performance.now() - startedAt);
  }
  const floor = median(times.bare);
  report({
    figure: "jail: true behind the profile of a workspace",
    unit: "ms",
    value: median(times.jailed),
    better: "lower",
    goal: floor * 1.5,
    floor: { name: "bare bwrap with the same mounts", value: floor },
    others: [
      { name: "without a jail", value: median(times.unjailed) },
      { name: "of it, making the command line", value: median(times.lists) },
    ],
  });
} finally {
  jail.close();
  rmSync(root, { recursive: true });
}
