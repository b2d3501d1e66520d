import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chooseIsolation } from "@hermes/jail";
import { lacks, needs } from "@hermes/tooling/prerequisites";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createSandbox } from "../../src/index.ts";
import { bestIsolation } from "../support/best-isolation.ts";
import { expectNothingLeft } from "../support/leftovers.ts";
import { groupsOf } from "./support/leftovers-of-jails.ts";

const found = await chooseIsolation("jail");
const missing = "refused" in found ? `needs a jail: ${found.refused}` : lacks("python3");
const canLimitTogether = !("refused" in found) && found.jail.gaps.length === 0;
const env = { PATH: process.env["PATH"] };
/** What is mounted for runs; other programs mount what they like meanwhile. */
const mounts = (): readonly string[] =>
  readFileSync("/proc/self/mountinfo", "utf8")
    .split("\n")
    .filter((line) => /hermes-run|bwrap|newroot|oldroot/.test(line));

describe.skipIf(missing !== undefined)(`with a jail (${missing ?? "there is one"})`, () => {
  test("a run leaves no folder, process, mount or control group", async () => {
    const sandbox = createSandbox({ chooseIsolation, isolation: "jail", env });

    await sandbox.run("import subprocess\nsubprocess.Popen(['sleep', '1000'])");

    await expectNothingLeft();
    await vi.waitFor(async () => expect(await groupsOf()).toEqual([]), { timeout: 30_000 });
    expect(mounts()).toEqual([]);
  });

  test.skipIf(!canLimitTogether)(
    "control groups of a killed program are removed at the next start (needs control groups)",
    async () => {
      const program = fileURLToPath(new URL("support/group-keeping-parent.ts", import.meta.url));
      const parent = spawn(process.execPath, ["--conditions=@hermes/source", program], {
        env,
        stdio: ["ignore", "pipe", "inherit"],
      });
      onTestFinished(() => void parent.kill("SIGKILL"));
      await once(parent.stdout, "data");
      expect((await groupsOf(parent.pid)).length).toBeGreaterThan(0);

      parent.kill("SIGKILL");
      await once(parent, "exit");
      // The jail ends by itself; what is left of it are empty groups and a folder.
      await vi.waitFor(
        async () => {
          await createSandbox({ chooseIsolation, isolation: "jail", env }).run("print(1)");
          expect(await groupsOf(parent.pid)).toEqual([]);
          await expectNothingLeft(parent.pid);
        },
        { timeout: 30_000, interval: 200 },
      );
    },
  );

  test("the tools of a run can't be reached by a later one", async () => {
    const sandbox = createSandbox({ chooseIsolation, isolation: "jail", env });
    const place = await sandbox.run(
      "import os\nprint(os.environ['HERMES_TOOLS_SOCKET'], os.environ['HERMES_TOOLS_TOKEN'])",
    );
    const [path = "", token = ""] = place.output.trim().split(" ");
    expect(token.length).toBeGreaterThan(20);

    const later = await sandbox.run(
      `import socket\ns = socket.socket(socket.AF_UNIX)\ns.connect(${JSON.stringify(path)})\nprint("connected", ${JSON.stringify(token)})`,
    );

    expect(later.output).toBe("");
    expect(later.errors).toContain("No such file or directory");
  });
});

test("what code writes in one run is not there in the next one", async (context) => {
  needs(context, "python3");
  const sandbox = createSandbox({ chooseIsolation, isolation: bestIsolation, env });

  const { output } = await sandbox.run("import os\nopen('kept', 'w').close()\nprint(os.listdir('.'))");
  const next = await sandbox.run("import os\nprint(os.listdir('.'))");

  expect(output).toBe("['kept']\n");
  expect(next.output).toBe("[]\n");
});

test.for(["jail", "process"] as const)(
  "a descriptor that this program was started with does not get into a run at the level %s",
  async (level, context) => {
    needs(context, "python3");
    context.skip(level === "jail" && missing !== undefined, missing);
    const folder = await mkdtemp(join(tmpdir(), "hermes-inherited-"));
    onTestFinished(async () => await rm(folder, { recursive: true }));
    await writeFile(join(folder, "secret"), "canary");
    // Node itself keeps back the first ones.
    const secret = openSync(join(folder, "secret"), "r");
    const program = fileURLToPath(new URL("support/inheriting-parent.ts", import.meta.url));
    const stdio = [
      "ignore",
      "pipe",
      "inherit",
      ...Array.from({ length: 37 }, () => "ignore" as const),
      secret,
    ] as const;

    const parent = spawn(process.execPath, ["--conditions=@hermes/source", program, level], {
      env,
      stdio: [...stdio],
    });
    closeSync(secret);
    let output = "";
    parent.stdout?.on("data", (chunk) => (output += String(chunk)));
    await once(parent, "close");

    expect(parent.exitCode).toBe(0);
    expect(output).not.toContain("canary");
  },
);
