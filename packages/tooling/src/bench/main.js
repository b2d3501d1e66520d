import { spawn } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { node, projectEnvironment, root } from "../paths.js";
import { installPeers, peersFolder } from "./peers.js";
import { formatNumber, renderTable } from "./table.js";

const usage = `Usage: pnpm bench [name …] [options]

  name          Part of a benchmark's file name, such as loop, cli or append. All when left out.
  --peers       Installs the peers first (needs the npm registry; some 500 MB).
  --full        Full sizes; takes several times as long.
  --json FILE   Writes the figures to a file as well.
`;

/**
 * Runs the benchmarks one after another and prints one table.
 *
 * A benchmark is `bench/<name>.bench.ts` of a package. It prints figures as JSON lines (see `kit.js`).
 *
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} Exit code: 1 when a benchmark failed. A missed goal is printed, not an error.
 */
export async function bench(args, env) {
  const { values, positionals } = parse(args);
  if (!values || values.help) {
    console.error(usage);
    return values ? 0 : 2;
  }
  const files = benchmarks().filter(
    (file) =>
      positionals.every((name) => file.includes(name)) ||
      positionals.some((name) => basename(file).startsWith(name)),
  );
  if (files.length === 0) {
    console.error(
      `No benchmark matches "${positionals.join(" ")}". There are:\n${benchmarks()
        .map((file) => `  ${relative(root, file)}`)
        .join("\n")}`,
    );
    return 2;
  }
  if (values.peers && !(await installPeers(env, files))) return 1;
  const figures = [];
  const failed = [];
  for (const file of files) {
    console.error(`— ${relative(root, file)}`);
    const result = await runBenchmark(file, { ...projectEnvironment(env), ...benchEnvironment(values) });
    figures.push(...result.figures);
    if (result.code !== 0) failed.push(relative(root, file));
  }
  console.log(renderTable(figures));
  if (values.json) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);
  if (failed.length > 0) console.error(`Failed: ${failed.join(", ")}`);
  return failed.length === 0 ? 0 : 1;
}

/** @param {readonly string[]} args */
function parse(args) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        peers: { type: "boolean" },
        full: { type: "boolean" },
        json: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { values: undefined, positionals: [] };
  }
}

function benchmarks() {
  return ["packages", "apps"].flatMap((parent) =>
    readdirSync(join(root, parent)).flatMap((name) => {
      const folder = join(root, parent, name, "bench");
      if (!existsSync(folder)) return [];
      return readdirSync(folder)
        .filter((file) => file.endsWith(".bench.ts"))
        .map((file) => join(folder, file));
    }),
  );
}

/** @param {{ full?: boolean | undefined }} values */
function benchEnvironment(values) {
  return {
    ...(values.full ? { HERMES_BENCH_FULL: "1" } : {}),
    ...(existsSync(peersFolder) ? { HERMES_BENCH_PEERS: peersFolder } : {}),
  };
}

/**
 * @param {string} file
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ code: number, figures: unknown[] }>}
 */
function runBenchmark(file, env) {
  return new Promise((resolve) => {
    const child = spawn(node, ["--conditions=@hermes/source", "--expose-gc", file], {
      cwd: root,
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const figures = [];
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (!line.startsWith('{"figure"')) return;
      const figure = JSON.parse(line);
      figures.push(figure);
      console.error(`  ${figure.figure}: ${formatNumber(figure.value)} ${figure.unit}`);
    });
    child.once("close", (code) => resolve({ code: code ?? 1, figures }));
  });
}
