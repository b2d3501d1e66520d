import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installTarballs, packPackages } from "../src/pack/index.js";
import { program, projectEnvironment, root } from "../src/paths.js";

const run = promisify(execFile);
const examples = readdirSync(join(root, "examples")).filter((name) =>
  existsSync(join(root, "examples", name, "package.json")),
);
/** MB at most. */
const sizes: readonly (readonly [string, number])[] = [
  ["@hermes/agent-loop", 20],
  ["@hermes/state", 40],
  ["@hermes/memory", 20],
  ["@hermes/sandbox", 20],
  ["@hermes/ui", 20],
];
const compilerOptions = {
  strict: true,
  skipLibCheck: false,
  noEmit: true,
  target: "es2023",
  types: ["node"],
};

// Minutes: everything is built, packed and installed as a user would.
describe.skipIf(!process.env["HERMES_TEST_LONG"])("what an empty project gets from the tarballs", () => {
  let work = "";
  let tarballs: Awaited<ReturnType<typeof packPackages>>;

  beforeAll(async () => {
    work = mkdtempSync(join(tmpdir(), "hermes-tarballs-"));
    tarballs = await packPackages(join(work, "tarballs"), process.env);
  }, 300_000);
  afterAll(() => rmSync(work, { recursive: true, force: true }));

  test("types of every entry point hold under nodenext and bundler, with the libraries checked too", async () => {
    const folder = join(work, "types");
    const names = [...tarballs.keys()];
    await installTarballs(
      folder,
      [...names, "@types/node@^24", "@opentelemetry/api@^1.9.0"],
      tarballs,
      process.env,
    );
    const entries = names.flatMap((name) => entryPointsOf(folder, name));
    const imports = entries.map((entry, index) => `export * as e${index} from ${JSON.stringify(entry)};`);
    writeFileSync(join(folder, "entries.ts"), `${imports.join("\n")}\n`);

    const [nodenext, bundler] = await Promise.all([
      typesOf(folder, "nodenext", { module: "nodenext", moduleResolution: "nodenext" }),
      typesOf(folder, "bundler", { module: "esnext", moduleResolution: "bundler" }),
    ]);

    expect(entries.length).toBeGreaterThan(names.length);
    expect(nodenext).toBe("");
    expect(bundler).toBe("");
  });

  test.each(sizes)("an install is small and brings no SDK of a vendor: %s", async (name, mostMb) => {
    const folder = join(work, name.replace("/", "-"));
    const { mb } = await installTarballs(folder, [name], tarballs, process.env);

    expect(mb).toBeLessThanOrEqual(mostMb);
    for (const sdk of ["openai", "@anthropic-ai/sdk"])
      expect(existsSync(join(folder, "node_modules", sdk))).toBe(false);
  });

  test.each(examples)(
    "the example %s has right types and passes its tests",
    async (name) => {
      const folder = join(work, name);
      const isSource = (path: string): boolean =>
        !/\/(node_modules|\.next)(\/|$)/.test(path.slice(root.length));
      cpSync(join(root, "examples", name), folder, { recursive: true, filter: isSource });
      await installTarballs(folder, [], tarballs, process.env);

      const types = await outputOf(program("tsc"), ["-p", "."], folder);
      const tests = await outputOf("npm", ["test", "--silent"], folder);

      expect(types).toBe("");
      // What needs a browser or a database is skipped where there is none.
      expect(tests).toMatch(/^. (?:pass|skipped) [1-9]\d*$/m);
      expect(tests).toMatch(/^. fail 0$/m);
    },
    600_000,
  );
});

/** Specifiers of a package as its manifest has them. */
function entryPointsOf(folder: string, name: string): readonly string[] {
  const manifest = JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8"));
  return Object.keys(manifest.exports)
    .filter((path) => path !== "./package.json")
    .map((path) => `${name}${path.slice(1)}`);
}

/** What the compiler has to say; empty when nothing is wrong. */
async function typesOf(folder: string, name: string, options: object): Promise<string> {
  const project = join(folder, `tsconfig.${name}.json`);
  writeFileSync(
    project,
    JSON.stringify({ compilerOptions: { ...compilerOptions, ...options }, files: ["entries.ts"] }),
  );
  return await outputOf(program("tsc"), ["-p", project], folder);
}

/** All that a program prints; that it failed can be read there. */
async function outputOf(command: string, args: readonly string[], cwd: string): Promise<string> {
  const env = projectEnvironment({ ...process.env, NEXT_TELEMETRY_DISABLED: "1" });
  return await run(command, [...args], { cwd, env, maxBuffer: 1e8 }).then(
    ({ stdout, stderr }) => stdout + stderr,
    ({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) => stdout + stderr,
  );
}
