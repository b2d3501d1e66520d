import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { modes } from "../../src/index.ts";
import { always, no, once, personWho, session } from "./support/temporary-place.ts";
import { becomes, run, walledPlace, wallOf } from "./support/walled-place.ts";

test("a question about leaving says what would be reached, and the model's words as its words", async () => {
  await using walled = await walledPlace();
  const person = personWho(once);

  const verdict = await run(
    walled.permissions,
    { command: "npm run seed", hosts: ["LOCALHOST:5432", "db.example"], why: 'Seeds "it".\nAll fine.' },
    { approve: person.approve },
  );

  expect(verdict).toMatchObject({ wall: { profile: "workspace", hosts: ["db.example", "localhost:5432"] } });
  expect(
    person.requests.map(({ findings }) => findings?.map(({ id, reason }) => `${id}: ${reason}`)),
  ).toEqual([
    [
      'wall.host: It would reach db.example, which is not open to commands. The model says why: "Seeds \\"it\\".\\nAll fine."',
      'wall.host: It would reach localhost:5432, which is not open to commands. The model says why: "Seeds \\"it\\".\\nAll fine."',
    ],
  ]);
});

test("a host that is open to all is not asked about", async () => {
  await using walled = await walledPlace();

  expect(
    await becomes(walled.permissions, { command: "npm ci", hosts: ["registry.npmjs.org:443"], why: "x" }),
  ).toEqual({
    asked: [],
    runs: "workspace",
  });
});

test("a host is opened once, for the session, or by a rule for good", async () => {
  await using walled = await walledPlace();
  const { permissions, place } = walled;
  const hostsOf = async (sessionId: string) => wallOf(await run(permissions, "make", { sessionId })).hosts;
  const ask = async (host: string, answer: typeof once, sessionId = "one") => {
    const person = personWho(answer);
    const args = { command: "make", hosts: [host], why: "x" };
    await run(permissions, args, { approve: person.approve, sessionId });
    return person.requests.map(({ rule }) => rule);
  };

  expect(await ask("once.example", once)).toEqual(["network.connect(once.example)"]);
  expect(await hostsOf("one")).toBeUndefined();
  await ask("session.example:81", session);
  expect(await hostsOf("one")).toEqual(["session.example:81"]);
  expect(await hostsOf("two")).toBeUndefined();
  expect(await ask("session.example:81", no)).toEqual([]);
  await ask("always.example", always);
  expect(await readFile(place.rulesPath, "utf8")).toContain("network.connect(always.example): allow");
  expect(await hostsOf("two")).toEqual(["always.example"]);
  permissions.forget("one");
  expect(await hostsOf("one")).toEqual(["always.example"]);
});

test("rules open hosts, with a star where they are named, and close those that are open to all", async () => {
  await using walled = await walledPlace({
    section: {
      "network.connect(db.example:5432)": "allow",
      "network.connect(*.internal.example)": "allow",
      "network.connect(secret.internal.example)": "ask",
      "network.connect(github.com)": "deny",
    },
  });
  const { permissions } = walled;
  const wants = async (...hosts: string[]) =>
    await becomes(permissions, { command: "make", hosts, why: "x" }, no);

  expect(wallOf(await run(permissions, "make"))).toEqual({
    profile: "workspace",
    hosts: ["db.example:5432"],
    closedHosts: ["github.com"],
  });
  expect(wallOf(await run(permissions, "curl https://a.internal.example/x")).hosts).toContain(
    "a.internal.example",
  );
  expect(await wants("db.example:5432", "b.internal.example:80")).toEqual({ asked: [], runs: "workspace" });
  expect(await wants("db.example:22")).toMatchObject({ asked: ["wall.host"] });
  expect(await wants("secret.internal.example")).toMatchObject({ runs: "refused" });
  expect(await wants("github.com:443")).toEqual({ asked: [], runs: "refused" });
  expect(await becomes(permissions, "git clone https://github.com/a/b x; curl https://github.com/y")).toEqual(
    {
      asked: [],
      runs: "refused",
    },
  );
});

test("outside for the session holds for this very command, asked for in this very way", async () => {
  await using walled = await walledPlace();
  const leave = (command: string) => ({ command, outside: true, why: "x" });

  expect(await becomes(walled.permissions, leave("make deploy"), session)).toEqual({
    asked: ["wall.outside"],
    runs: "open",
  });
  expect(await becomes(walled.permissions, leave("make deploy"), no)).toEqual({ asked: [], runs: "open" });
  expect(await becomes(walled.permissions, "make deploy", no)).toEqual({ asked: [], runs: "workspace" });
  expect(await becomes(walled.permissions, leave("make other"), no)).toEqual({
    asked: ["wall.outside"],
    runs: "refused",
  });
});

test("a yes to what runs behind the wall is none to the same outside, nor where there is no wall", async () => {
  await using walled = await walledPlace();
  const { permissions, place } = walled;
  const { approve } = personWho(always);
  await run(permissions, "rm -rf src", { approve });

  expect(await becomes(permissions, "rm -rf src", no)).toEqual({ asked: [], runs: "workspace" });
  expect(await becomes(permissions, { command: "rm -rf src", outside: true, why: "x" }, no)).toMatchObject({
    runs: "refused",
  });
  expect(await becomes(place.open(), "rm -rf src", no)).toMatchObject({ runs: "refused" });
});

test("an allow rule lets a command run, and answers where it asks to leave", async () => {
  await using walled = await walledPlace({
    section: { "terminal(make deploy)": "allow", "terminal(git push origin HEAD)": "allow" },
  });

  expect(await becomes(walled.permissions, "make deploy")).toEqual({ asked: [], runs: "workspace" });
  expect(await becomes(walled.permissions, "git push origin HEAD")).toEqual({ asked: [], runs: "open" });
  expect((await run(walled.permissions, { command: "make deploy", outside: true, why: "x" })).allow).toBe(
    true,
  );
  expect(wallOf(await run(walled.permissions, { command: "make deploy", outside: true, why: "x" }))).toEqual({
    profile: "open",
  });
});

test.each(modes)("in the mode %s nothing leaves the wall without a person or a rule", async (mode) => {
  await using walled = await walledPlace({ mode, classifier: async () => "allow" });
  const { permissions } = walled;

  const outside = await run(permissions, { command: "make deploy", outside: true, why: "x" });
  const host = await run(permissions, { command: "make", hosts: ["a.example"], why: "x" });
  const push = await run(permissions, "git push origin main");

  expect(outside).toMatchObject({ allow: false });
  expect(host).toMatchObject({ allow: false });
  if (mode !== "plan")
    expect(JSON.stringify([outside, host])).toMatch(/nothing leaves the wall but by a rule/);
  expect(push.allow ? wallOf(push).profile : "refused").toBe(
    mode === "yolo" || mode === "auto" ? "workspace" : "refused",
  );
});
