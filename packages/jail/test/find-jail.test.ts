import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findJail, findProfileJail } from "../src/index.ts";

/** A folder that holds a program of that name only. */
async function programs(script?: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "hermes-programs-"));
  onTestFinished(async () => await rm(folder, { recursive: true }));
  if (script !== undefined) {
    await writeFile(join(folder, "bwrap"), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, "bwrap"), 0o755);
  }
  return folder;
}

const onLinux = process.platform === "linux";

test.skipIf(!onLinux)("without bubblewrap the person is told to install it (on Linux)", async () => {
  const path = await programs();
  for (const search of [await findJail({ path }), await findProfileJail({ path })])
    expect(search).toMatchObject({
      jail: undefined,
      reason: expect.stringContaining("bubblewrap is not installed"),
      hint: expect.stringContaining("apt-get install bubblewrap"),
    });
});

test.skipIf(!onLinux).each([
  ["echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1", "may not make namespaces", "AppArmor"],
  [
    "echo 'bwrap: No permissions to create new namespace' >&2; exit 1",
    "may not make namespaces",
    "unprivileged_userns_clone",
  ],
  [
    "echo 'bwrap: execvp setpriv: No such file or directory' >&2; exit 1",
    "setpriv or prlimit is missing",
    "util-linux",
  ],
  ["echo 'bwrap: something new' >&2; exit 1", "bwrap: something new", "bwrap --ro-bind"],
])("a failing bubblewrap is explained (on Linux): %s", async (script, reason, hint) => {
  const search = await findJail({ path: await programs(script) });

  expect(search).toMatchObject({
    reason: expect.stringContaining(reason),
    hint: expect.stringContaining(hint),
  });
});

test.skipIf(!onLinux)("a jail is found with the kinds of network that work in it (on Linux)", async () => {
  // Namespaces of networks are refused in some containers.
  const path = await programs(
    'case "$*" in *--unshare-net*) echo "bwrap: loopback: Failed" >&2; exit 1;; esac',
  );

  const search = await findProfileJail({ path: `${path}:/usr/bin:/bin` });

  expect(search).toMatchObject({ networks: ["host"], jail: { name: "bubblewrap" } });
  search.jail?.close();
});

test("a system without a jail says so", async () => {
  expect(await findJail({ platform: "freebsd" })).toMatchObject({
    jail: undefined,
    reason: "There is no jail for freebsd.",
  });
});
