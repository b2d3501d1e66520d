import { expect, test } from "vitest";
import { seatbeltJail, seatbeltProfile } from "../src/seatbelt.ts";
import { defaultJailLimits } from "../src/index.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

// What macOS makes of the profile is not tried here: this tests its text.
const profile = seatbeltProfile(
  { folder: "/private/tmp/run", readable: ["/opt/python"] },
  "/private/tmp/run/work",
);

test("what is not named is refused", () => {
  expect(profile.split("\n").slice(0, 2)).toEqual(["(version 1)", "(deny default)"]);
});

test("only the scratch folder and harmless devices can be written", () => {
  expect(profile.match(/^\(allow .*file-write.*$/gm)).toEqual([
    '(allow file-read* file-write-data (literal "/dev/null") (literal "/dev/zero") (literal "/dev/random") (literal "/dev/urandom"))',
    '(allow file-read* file-write* (subpath "/private/tmp/run/work"))',
  ]);
});

test("only the system, the interpreter and the folder of the run can be read and started", () => {
  const folders = [...profile.matchAll(/^\(allow process-exec (.*)\)$/gm)].flatMap(([, list = ""]) =>
    [...list.matchAll(/\(subpath "([^"]*)"\)/g)].map(([, path]) => path),
  );

  expect(folders).toContain("/opt/python");
  expect(folders).toContain("/private/tmp/run");
  expect(
    folders.filter(
      (path) => path === "/" || /^\/(Users|Volumes|private\/etc|private\/var|private\/tmp)$/.test(path ?? ""),
    ),
  ).toEqual([]);
});

test("the only connection is that to the tools", () => {
  expect(profile.match(/^\(allow .*network.*$/gm)).toEqual([
    '(allow network-outbound (remote unix-socket (path-literal "/private/tmp/run/tools.sock")))',
  ]);
  expect(profile).not.toContain("mach-lookup");
});

test("a path can't end its text and add rules", () => {
  const path = '/opt/a") (allow default) ("\\';

  expect(seatbeltProfile({ folder: "/f", readable: [path] }, "/f/work")).toContain(
    '(subpath "/opt/a\\") (allow default) (\\"\\\\")',
  );
});

test("parentheses are balanced", () => {
  const bare = profile.replaceAll(/"[^"]*"/g, "");

  expect(bare.split("(").length).toBe(bare.split(")").length);
});

test("the command is started by sandbox-exec with the limits that its shell can set", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hermes-seatbelt-"));
  try {
    const place = seatbeltJail().reserve({ ...defaultJailLimits, fileMegabytes: 1 });
    const { command, work, cwd } = await place.enter({
      command: ["python3", "-I"],
      folder,
      readable: [],
      limitAddresses: true,
    });

    expect(command.slice(0, 2)).toEqual(["sandbox-exec", "-p"]);
    expect(command.slice(3)).toEqual([
      "/bin/sh",
      "-c",
      'ulimit -c 0; ulimit -f 2048; exec "$@"',
      "sh",
      "python3",
      "-I",
    ]);
    expect(cwd).toBe(work);
  } finally {
    await rm(folder, { recursive: true });
  }
});
