import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { loadSettings } from "@hermes/config";
import { createRuntime } from "@hermes/runtime";
import { describe, expect, onTestFinished, test } from "vitest";

const page = readFileSync(new URL("../../../docs/permissions.md", import.meta.url), "utf8");

/** The rows of the table of examples: call, without a wall, behind the wall. */
const rows = [...page.matchAll(/^\| `(.+?)` +\| (runs|asks|refused) +\| (runs|asks|refused) +\|$/gm)].map(
  ([, call = "", open = "", held = ""]) => ({ call: call.replace("\\|", "|"), open, held }),
);

const words = { allow: "runs", ask: "asks", deny: "refused" } as const;

/** What `hermes permissions explain` says about the calls in a workspace below a folder; undefined where there is no wall. */
async function explained(
  below: string,
  wall: "open" | "workspace",
): Promise<readonly { readonly call: string; readonly said: string }[] | undefined> {
  const [person, project] = [temporaryFolder(elsewhere), temporaryFolder(below)];
  const home = join(person, ".hermes");
  for (const folder of [home, join(project, "src"), join(project, "dist")])
    mkdirSync(folder, { recursive: true });
  for (const file of ["notes.txt", "src/a.ts", "dist/a.js", ".env", "made"])
    writeFileSync(join(project, file), "text\n");
  execFileSync("git", ["init", "-q"], { cwd: project });
  const env = { PATH: process.env["PATH"] ?? "", HOME: person, HERMES_HOME: home, TERMINAL_WALL: wall };
  const loaded = await loadSettings({ env });
  await using runtime = createRuntime({
    loaded,
    cwd: project,
    env: loaded.env,
    platform: "cli",
    onWarning: () => undefined,
  });
  const permissions = await runtime.permissions();
  const isHeld = (await permissions.explain("true", {})).wall !== undefined;
  if (wall === "workspace" && !isHeld) return undefined;
  return await Promise.all(
    rows.map(async ({ call }) => ({ call, said: words[(await permissions.explain(call, {})).verdict] })),
  );
}

function temporaryFolder(below: string): string {
  const folder = realpathSync(mkdtempSync(join(below, "hermes-page-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

// The workspace of most people is not where anything may be written; a checkout can be.
const checkout = realpathSync(join(import.meta.dirname, ".."));
const isScratch = /^\/(private\/)?(tmp|var\/tmp|var\/folders|dev\/shm)\//.test(checkout);
const elsewhere = isScratch ? homedir() : checkout;

describe.each([
  ["elsewhere", elsewhere],
  ["below /tmp", "/tmp"],
])("in a workspace %s", (_, below) => {
  test("what the page says is asked about is what the guard asks about, without a wall", async () => {
    expect(await explained(below, "open")).toEqual(rows.map(({ call, open }) => ({ call, said: open })));
  });

  test("what the page says is asked about is what the guard asks about, behind the wall", async (context) => {
    const said = await explained(below, "workspace");
    if (said === undefined) return context.skip("there is no wall here");

    expect(said).toEqual(rows.map(({ call, held }) => ({ call, said: held })));
  });
});

test("the page has examples of each answer", () => {
  expect(rows.length).toBeGreaterThan(20);
  expect(new Set(rows.map(({ open }) => open))).toEqual(new Set(["runs", "asks", "refused"]));
});
