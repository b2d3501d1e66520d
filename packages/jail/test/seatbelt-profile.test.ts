import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { seatbeltProfiles, seatbeltRules } from "../src/profile/seatbelt-profile.ts";

// The text only: it has not been tried on macOS.
test("a profile becomes rules of which the deepest path comes last", () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hermes-seatbelt-")));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const name of ["work/.git/hooks", 'home/.ss"h']) mkdirSync(join(root, name), { recursive: true });
  const profile = {
    writable: [join(root, "work")],
    protected: [join(root, "work/.git/hooks")],
    hidden: [join(root, 'home/.ss"h')],
    readable: [],
    network: "none",
  } as const;

  const rules = seatbeltRules(profile).split("\n");

  const places = [
    `(allow file-read* file-write* (subpath "${root}/work"))`,
    `(allow file-read* file-write* (subpath "${root}/work/.git"))`,
    `(allow file-read* (subpath "${root}/work/.git/hooks")) (deny file-write* (subpath "${root}/work/.git/hooks")) (allow file-write-data (require-all (subpath "${root}/work/.git/hooks") (vnode-type FIFO)))`,
  ];
  expect(rules.filter((rule) => places.includes(rule))).toEqual(places);
  expect(rules.indexOf("(deny file-write*)")).toBeLessThan(rules.indexOf(places[0] ?? ""));
  expect(rules).toContain(`(deny file-read* file-write* (subpath "${root}/home/.ss\\"h"))`);
  expect(rules).toContain(`(deny file-write-unlink (literal "${root}/work/.git"))`);
  expect(rules).toContain("(deny network*)");
  expect(seatbeltProfiles().enter(profile, ["ls", "-l"])).toEqual([
    "sandbox-exec",
    "-p",
    rules.join("\n"),
    "ls",
    "-l",
  ]);
  const temporary = join(root, "home");
  const withTemporary = seatbeltProfiles().enter({ ...profile, hidden: [], temporary }, ["ls"]);
  expect(withTemporary[2]).toContain(`(allow file-read* file-write* (subpath "${temporary}"))`);
  expect(withTemporary.slice(3)).toEqual(["/bin/sh", "-c", 'export TMPDIR="$0"; exec "$@"', temporary, "ls"]);
});

test("without a network the proxy's port of this machine is reached, and no other", () => {
  const profile = { writable: [], protected: [], hidden: [], readable: [], network: "none" } as const;
  const networkRules = (more: object) =>
    seatbeltRules({ ...profile, ...more })
      .split("\n")
      .filter((rule) => rule.includes("network"));

  expect(networkRules({})).toEqual(["(deny network*)"]);
  expect(networkRules({ proxyPort: 4711 })).toEqual([
    "(deny network*)",
    '(allow network-outbound (remote ip "localhost:4711"))',
    '(allow network-bind network-inbound (local ip "localhost:*"))',
  ]);
  expect(networkRules({ network: "host", proxyPort: 4711 })).toEqual([]);
});
