import { execFile } from "node:child_process";
import { chmod, chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { attempts, some } from "./support/attempts.ts";

const run = promisify(execFile);
const user = 54_321; // A number needs no account.
const program = fileURLToPath(new URL("support/other-user.ts", import.meta.url));
const missing = await whyNot();

describe.skipIf(missing !== undefined)(`as another user (${missing ?? "there is one"})`, () => {
  test(
    "a jail made by a normal user holds back the attempts, and limits processes and memory",
    { timeout: 120_000 },
    async () => {
      const home = await mkdtemp(join(tmpdir(), "hermes-home-"));
      await chmod(home, 0o700);
      await chown(home, user, user);
      try {
        const { stdout } = await asUser([process.execPath, "--conditions=@hermes/source", program], home);

        expect(JSON.parse(stdout)).toMatchObject({
          user,
          level: "jail",
          tried: some(attempts).length,
          escapes: [],
          touched: [],
          bomb: expect.stringMatching(/^at most 1[0-2]\d\n$/),
          memory: expect.stringContaining("MemoryError"),
          script: expect.stringMatching(/memory|allocation/i),
        });
      } finally {
        await rm(home, { recursive: true, force: true });
      }
    },
  );
});

/** Why it can't be tried as another user, who must be able to read this program and to make a jail. */
async function whyNot(): Promise<string | undefined> {
  if (process.platform !== "linux") return "needs Linux";
  if (process.getuid?.() !== 0)
    return "needs root to become another user; as a normal user the other tests show it";
  const steps = [
    [
      "bwrap",
      ["bwrap", "--unshare-user", "--ro-bind", "/", "/", "true"],
      "needs bubblewrap that works for normal users",
    ],
    ["python3", ["/usr/bin/python3", "-c", ""], "needs /usr/bin/python3"],
    [
      "node",
      [process.execPath, "-e", `require("fs").readFileSync(${JSON.stringify(program)})`],
      "needs a checkout that others can read",
    ],
  ] as const;
  for (const [, command, reason] of steps) {
    const works = await asUser(command, "/").then(
      () => true,
      () => false,
    );
    if (!works) return reason;
  }
  return undefined;
}

async function asUser(command: readonly string[], home: string): Promise<{ readonly stdout: string }> {
  const become = [`--reuid=${user}`, `--regid=${user}`, "--clear-groups", "--"];
  return await run("setpriv", [...become, ...command], {
    env: { PATH: "/usr/bin:/bin", HOME: home, HERMES_TEST_LONG: process.env["HERMES_TEST_LONG"] },
    maxBuffer: 1e7,
  });
}
