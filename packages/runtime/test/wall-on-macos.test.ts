import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lacks } from "@hermes/tooling/prerequisites";
import { createLocalBackend } from "@hermes/terminal-backends";
import { expect, onTestFinished, test } from "vitest";
import { openWall } from "../src/backend/open-wall.ts";
import type { WallParts } from "../src/backend/open-wall.ts";
import { temporaryPlace } from "./support/temporary-place.ts";

// Not on macOS: what Seatbelt makes of the rules is not tried here. A program in its place keeps the rules, and starts what it is
// given with or without anything around it.
const missing = process.platform === "linux" ? lacks("bwrap", "curl") : "needs Linux";

async function macWith(around: (home: string) => string) {
  const place = await temporaryPlace();
  onTestFinished(() => place[Symbol.asyncDispose]());
  const programs = join(place.root, "programs");
  const rules = join(place.root, "rules");
  await mkdir(programs);
  await mkdir(place.home, { recursive: true });
  await writeFile(
    join(programs, "sandbox-exec"),
    `#!/bin/sh\n[ "$1" = -p ] || exit 64\nprintf %s "$2" >'${rules}'\nshift 2\nexec ${around(place.home)} "$@"\n`,
    { mode: 0o755 },
  );
  const { settings } = await place.settings({ TERMINAL_WALL: "workspace" });
  const parts: WallParts = {
    ...{ settings: settings.terminal, kind: "local", cwd: place.project, homedir: place.homedir },
    ...{ home: place.home, env: place.env, platform: "darwin" },
    path: `${programs}:/usr/bin:/bin`,
  };
  return { place, parts, rules: async () => await readFile(rules, "utf8") };
}

test.skipIf(missing !== undefined)(
  "on macOS commands run behind Seatbelt, told where temporary files and the proxy are",
  async () => {
    const { place, parts, rules } = await macWith(
      (home) => `bwrap --dev-bind / / --tmpfs '${home}' --unshare-net`,
    );
    const wall = await openWall(parts);
    const backend = createLocalBackend({ cwd: place.project, env: place.env, wall: wall?.local });
    onTestFinished(async () => {
      await backend.dispose();
      await wall?.close();
    });
    const { output, exitCode } = await backend.exec('echo "$HTTPS_PROXY $TMPDIR"; echo x >"$TMPDIR/a"', {
      taskId: "t",
    });
    const scratch = await backend.scratch({ taskId: "t" });

    const [proxy = "", temporary = ""] = output.trim().split(" ");
    const text = await rules();
    expect(exitCode).toBe(0);
    expect(await wall?.guard()).toMatchObject({ network: "listed" });
    expect(text).toContain(`(allow network-outbound (remote ip "localhost:${new URL(proxy).port}"))`);
    expect(text.indexOf("(deny network*)")).toBeLessThan(text.indexOf("(allow network-outbound"));
    expect(text).toContain(`(allow file-read* file-write* (subpath "${temporary}"))`);
    expect(text).toContain(`(allow file-read* file-write* (subpath "${place.project}"))`);
    expect(text).toContain(`(deny file-read* file-write* (subpath "${place.home}"))`);
    // It is no other folder inside.
    expect(scratch.startsWith(temporary)).toBe(true);
  },
);

test.skipIf(missing !== undefined)(
  "on macOS a sandbox behind which nothing works, or that holds nothing, is no wall",
  async () => {
    const [broken, open] = await Promise.all([macWith(() => "false"), macWith(() => "env")]);

    expect(await openWall(broken.parts)).toBeUndefined();
    expect(await openWall(open.parts)).toBeUndefined();
    expect(await openWall({ ...open.parts, platform: "freebsd" })).toBeUndefined();
  },
);
