import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const packageFolder = fileURLToPath(new URL("../..", import.meta.url));

/** The sources beside what they cannot do without, and none of the packages of services. */
async function withoutKits(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "no-kits-"));
  await cp(join(packageFolder, "src"), join(root, "src"), { recursive: true });
  await cp(join(packageFolder, "package.json"), join(root, "package.json"));
  for (const name of ["@hermes/registry", "unbash", "zod"]) {
    const link = join(root, "node_modules", name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(await realpath(join(packageFolder, "node_modules", name)), link);
  }
  return root;
}

test("a package that is not installed is said with the command that installs it, and nothing runs here", async () => {
  const root = await withoutKits();
  const program = `
    const { openBackend, checkBackend } = await import(${JSON.stringify(join(root, "src/index.ts"))});
    for (const kind of ["modal", "daytona", "vercel-sandbox"]) {
      const backend = await openBackend(kind, { hostFolder: "/", env: {} });
      const error = await backend.exec("echo ran >&2", { taskId: "a" }).catch((reason) => reason);
      await backend.dispose();
      const found = await checkBackend(kind, { hostFolder: "/", env: {} });
      console.log([error.code, error.hint, found.status, found.hint === error.hint].join(" | "));
    }`;
  const args = ["--conditions=@hermes/source", "--input-type=module", "--eval", program];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  await rm(root, { recursive: true, force: true });

  const said = (name: string): string =>
    `BACKEND_PROGRAM_MISSING | Install it: npm install ${name} (with --global where Hermes is). | failed | true`;
  expect([stdout, stderr]).toEqual([
    `${said("modal@0.11.1")}\n${said("@daytona/sdk@0.216")}\n${said("@vercel/sandbox@3")}\n`,
    "",
  ]);
});
