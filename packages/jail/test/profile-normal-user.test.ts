import { execFile, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const user = 54_321; // A number needs no account.
const become = [`--reuid=${user}`, `--regid=${user}`, "--clear-groups", "--"];
const program = fileURLToPath(new URL("support/profile-as-other-user.ts", import.meta.url));
const readable = `require("fs").readFileSync(${JSON.stringify(program)})`;
const steps = [
  ["bwrap", "--unshare-user", "--ro-bind", "/", "/", "true"],
  [process.execPath, "-e", readable],
];
// As a normal user, the other tests show it.
const canBecome =
  process.getuid?.() === 0 && steps.every((step) => spawnSync("setpriv", [...become, ...step]).status === 0);

test.skipIf(!canBecome)(
  "a profile holds for a normal user, in a namespace of users (needs root to become one)",
  async () => {
    const command = [process.execPath, "--conditions=@hermes/source", program];
    const { stdout } = await promisify(execFile)("setpriv", [...become, ...command], {
      env: { PATH: "/usr/bin:/bin" },
    });

    expect(JSON.parse(stdout)).toEqual({
      stdout: `${user}\nwritten\nCapEff:\t0000000000000000\n`,
      code: 0,
      hook: "as it was\n",
      home: [".hermes", ".ssh", ".ssh/id_ed25519"],
    });
  },
);
