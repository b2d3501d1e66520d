import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { enforceIsolation } from "../src/index.ts";
import { codeSession } from "./support/code-session.ts";
import type { CodeSession } from "./support/code-session.ts";
import { expectNothingLeft } from "./support/leftovers.ts";
import { loopbackRegistry } from "./support/loopback-registry.ts";
import { denoFolder, lacksDeno, withoutJail } from "./support/real-deno.ts";
import { echo } from "./support/tools.ts";

const missing = lacksDeno !== undefined;
const version = "2.9.0";
const name = "@deno/some-system";
const code = 'import { search } from "hermes-tools"; console.log((await search({ text: "a" })).text)';
/** The real one, in a package of a few bytes. */
const program = `#!/bin/sh\nexec ${denoFolder}/deno "$@"\n`;
let folder: string;

beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "hermes-fetch-"))));
afterEach(async () => {
  await rm(folder, { recursive: true });
  await expectNothingLeft();
});

interface Fetching {
  readonly integrity: string;
  readonly registry: string;
  readonly path?: string;
}

function sessionWithoutDeno({
  integrity,
  registry,
  path = process.env["PATH"] ?? "",
}: Fetching): CodeSession {
  const isolation = enforceIsolation("prefer-jail", { chooseIsolation: withoutJail });
  return codeSession({
    tools: [echo("search")],
    level: "deno",
    isolation: () => isolation,
    programs: join(folder, "programs"),
    denoRelease: { version, packages: { [`${process.platform}-${process.arch}`]: { name, integrity } } },
    env: {
      PATH: path,
      HOME: folder,
      npm_config_registry: registry,
      npm_config_cache: join(folder, "cache"),
    },
  });
}

test.skipIf(missing)("Deno is fetched with the first script, once, and nobody is asked", async () => {
  await using registry = await loopbackRegistry({ name, version, program, folder });
  const said: string[] = [];
  const progress = ({ text }: { readonly text: string }) => void said.push(text);
  await using first = sessionWithoutDeno({ ...registry, registry: registry.url });
  const tool = first.registry.get("execute_code");

  const result = await first.run({ code }, { progress });
  await using second = sessionWithoutDeno({ ...registry, registry: "http://127.0.0.1:1" });
  const again = await second.run({ code }, { progress });

  expect([result, again]).toMatchObject([{ output: "a\n" }, { output: "a\n" }]);
  expect(said.filter((text) => text.includes("fetches"))).toEqual([
    `execute_code fetches Deno ${version} from npm, once (about 40 MB)`,
  ]);
  expect(readdirSync(join(folder, "programs"))).toEqual([`deno-${version}`]);
  expect(existsSync(join(folder, "ran"))).toBe(false);
  expect(tool?.description).toMatch(/JavaScript in Deno.*Python is refused/);
  expect(tool?.parameters()).toMatchObject({ properties: { language: { default: "javascript" } } });
});

test.skipIf(missing).for([
  [
    "differs from its hash",
    "Integrity checksum failed",
    async () => {
      await using registry = await loopbackRegistry({ name, version, program, folder });
      await using session = sessionWithoutDeno({
        integrity: `sha512-${btoa("x".repeat(64))}`,
        registry: registry.url,
      });
      return await session.run({ code });
    },
  ],
  [
    "can't be reached",
    "could not be fetched with npm",
    async () => {
      await using session = sessionWithoutDeno({ integrity: "sha512-x", registry: "http://127.0.0.1:1" });
      return await session.run({ code });
    },
  ],
  [
    "is asked without npm",
    "there is no npm on PATH",
    async () => {
      await using session = sessionWithoutDeno({
        integrity: "sha512-x",
        registry: "http://127.0.0.1:1",
        path: folder,
      });
      return await session.run({ code });
    },
  ],
  [
    "has a program that does not start",
    "does not start",
    async () => {
      await using registry = await loopbackRegistry({
        name,
        version,
        program: "#!/bin/sh\nexit 127\n",
        folder,
      });
      await using session = sessionWithoutDeno({ ...registry, registry: registry.url });
      return await session.run({ code });
    },
  ],
] as const)(
  "a registry that %s gives an error that says what to do, and leaves nothing",
  async ([, says, run]) => {
    const result = await run();

    expect(result["error"]).toMatch(new RegExp(says));
    expect(result["hint"]).toContain("`deno` is found on PATH");
    const left = existsSync(join(folder, "programs")) ? readdirSync(join(folder, "programs")) : [];
    expect(left.filter((each) => each.startsWith("."))).toEqual([]);
  },
);
