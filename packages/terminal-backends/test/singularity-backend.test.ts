import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lacks } from "@hermes/tooling/prerequisites";
import { describe, expect, test } from "vitest";
import { createSingularityBackend } from "../src/singularity/singularity-backend.ts";
import type { SingularityBackendOptions } from "../src/singularity/singularity-backend.ts";
import { backendContract } from "../src/testing/index.ts";
import type { BackendPlace } from "../src/testing/index.ts";
import { countProcesses } from "./local-place.ts";
import { thirdOfContract } from "./third-of-contract.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";

// Records its arguments and runs what it is given with the shell of this machine: it shows how the program is called,
// and nothing about what the program does.
const stub = `#!/bin/sh
here=\${0%/*}
if [ "$1" = exec ]; then
  [ -e "$here/instance" ] || { echo "FATAL: no instance found with name x" >&2; exit 255; }
  shift 2
  TMPDIR=$here/tmp exec "$@"
fi
printf '%s\\n' "$*" >>"$here/calls"
case "$1 $2" in
  "instance start") touch "$here/instance";;
  "instance stop") rm -f "$here/instance";;
esac
`;

async function openStub(
  options: Partial<SingularityBackendOptions> = {},
): Promise<BackendPlace & { readonly root: string }> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "singularity-test-")));
  const binary = join(root, "apptainer");
  await writeFile(binary, stub);
  await chmod(binary, 0o755);
  await mkdir(join(root, "tmp"));
  const folder = join(root, "work");
  const backend = createSingularityBackend({
    image: "image.sif",
    env: process.env,
    binary,
    cwd: folder,
    ...options,
    // The last word of a real instance would end this machine's first process.
    cleanup: "",
  });
  return {
    backend,
    folder,
    root,
    countProcesses,
    leftovers: async () => [
      ...(await readdir(join(root, "tmp"))),
      ...(await readdir(root)).filter((name) => name === "instance"),
    ],
    async [Symbol.asyncDispose]() {
      await backend.dispose();
      await rm(root, { recursive: true, force: true });
    },
  };
}

describe.concurrent("singularity, a recording stub", () => {
  backendContract({
    // The stub starts the local shell, which has the whole contract.
    test: thirdOfContract(1),
    open: () => openStub(),
    quickCalls: isLong ? 100 : 20,
    isSlow: !isLong,
    endsDetachedProcesses: process.platform === "linux",
  });

  test("an instance is started fenced in, and stopped", async () => {
    await using place = await openStub({ memoryMb: 512, cpus: 2, volumes: ["/data:/data:ro"] });
    await place.backend.exec("true", { taskId: "task" });
    await place.backend.dispose();
    const [start = "", stop = ""] = (await readFile(join(place.root, "calls"), "utf8")).split("\n");
    const name = /hermes-\w+$/.exec(start)?.[0];

    expect(start).toBe(
      `instance start --containall --no-home --writable-tmpfs --cpus 2 --memory 512M --bind /data:/data:ro image.sif ${name}`,
    );
    expect(stop).toBe(`instance stop ${name}`);
    expect(place.backend.mounts).toEqual([{ host: "/data", inside: "/data", writable: false }]);
  });

  test("an instance that is gone is started anew, and the result says so", async () => {
    await using place = await openStub();
    await place.backend.exec("export A=1", { taskId: "task" });
    await rm(join(place.root, "instance"));
    const { output, notice } = await place.backend.exec('echo "${A-none}"', { taskId: "task" });

    expect(output).toBe("none\n");
    expect(notice).toMatch(/instance was gone/);
  });
});

const image = process.env["HERMES_TEST_SINGULARITY_IMAGE"];

describe.skipIf(lacks("apptainer") !== undefined || image === undefined)(
  "singularity (needs apptainer and HERMES_TEST_SINGULARITY_IMAGE)",
  () => {
    test("a command runs in a real instance", { timeout: 120_000 }, async () => {
      const backend = createSingularityBackend({ image: image ?? "", env: process.env });
      const { output } = await backend.exec("echo in", { taskId: "task" });
      await backend.dispose();

      expect(output).toBe("in\n");
    });
  },
);

test("without the program the backend says what to install, and runs nothing", () => {
  expect(() => createSingularityBackend({ image: "x", env: {}, binary: "no-such-apptainer" })).toThrow(
    /no no-such-apptainer here/,
  );
});
