import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { LocalWall } from "@hermes/terminal-backends";
import type { WallParts } from "./open-wall.ts";

const answerMs = 10_000;

/**
 * Runs a command behind a wall as every later one runs, to see that commands work there and are held: they write to temporary files,
 * and neither to the home of Hermes nor to a server of this machine.
 */
export async function commandsAreHeld(
  wall: LocalWall,
  { cwd, homedir, home, env }: Pick<WallParts, "cwd" | "homedir" | "home" | "env">,
): Promise<boolean> {
  const { createLocalBackend } = await import("@hermes/terminal-backends");
  const folder = await mkdtemp(join(existsSync(home) ? home : homedir, ".wall-"));
  let reached = false;
  const server = createServer((socket) => {
    reached = true;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // It listens on a port.
  const { port } = server.address() as AddressInfo;
  const backend = createLocalBackend({ cwd, env, wall });
  const word = randomBytes(8).toString("hex");
  const command = `
: 2>/dev/null >"$wall_probe/escaped" && echo wrote
curl -s --noproxy '*' --max-time 2 http://127.0.0.1:${port}/ >/dev/null 2>&1
[ -n "$TMPDIR" ] && echo ${word} >"$TMPDIR/held" && cat "$TMPDIR/held"`;
  try {
    const result = await backend.exec(command, {
      taskId: "wall",
      timeoutMs: answerMs,
      env: { wall_probe: folder },
    });
    return result.exitCode === 0 && result.output === `${word}\n` && !reached;
  } catch {
    return false;
  } finally {
    await backend.dispose();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true, force: true });
  }
}
