import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
const conditions = "--conditions=@hermes/source";

/** A number needs no account. */
export const otherUser = 54_321;

/** Runs a program of these tests as a normal user, and gives what it prints. */
export async function asOtherUser(
  program: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  return await become([process.execPath, conditions, program], env);
}

/** Whether this process may become another user, who may read the program and make namespaces. */
export async function canBecomeOtherUser(program: string): Promise<boolean> {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const reading = `require("fs").readFileSync(${JSON.stringify(program)})`;
  try {
    await become(["bwrap", "--unshare-user", "--ro-bind", "/", "/", "true"], {});
    await become([process.execPath, "-e", reading], {});
    return true;
  } catch {
    return false; // As a normal user, the other tests show it.
  }
}

async function become(command: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const options = [`--reuid=${otherUser}`, `--regid=${otherUser}`, "--clear-groups", "--"];
  const { stdout } = await run("setpriv", [...options, ...command], {
    env: { PATH: "/usr/bin:/bin", ...env },
  });
  return stdout;
}
