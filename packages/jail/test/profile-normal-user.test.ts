import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const user = 54_321; // A number needs no account.
const program = fileURLToPath(new URL("support/profile-as-other-user.ts", import.meta.url));

async function asUser(command: readonly string[]): Promise<string> {
  const become = [`--reuid=${user}`, `--regid=${user}`, "--clear-groups", "--"];
  return (await run("setpriv", [...become, ...command], { env: { PATH: "/usr/bin:/bin" } })).stdout;
}

async function canBecome(): Promise<boolean> {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const reading = `require("fs").readFileSync(${JSON.stringify(program)})`;
  try {
    await asUser(["bwrap", "--unshare-user", "--ro-bind", "/", "/", "true"]);
    await asUser([process.execPath, "-e", reading]);
    return true;
  } catch {
    return false; // As a normal user, the other tests show it.
  }
}

const possible = await canBecome();

test.skipIf(!possible)(
  "a profile holds for a normal user, in a namespace of users (needs root to become one)",
  async () => {
    const stdout = await asUser([process.execPath, "--conditions=@hermes/source", program]);

    expect(JSON.parse(stdout)).toEqual({
      stdout: `${user}\nwritten\nCapEff:\t0000000000000000\n`,
      code: 0,
      hook: "as it was\n",
      home: [".hermes", ".ssh", ".ssh/id_ed25519"],
    });
  },
);
