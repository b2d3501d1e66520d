import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { modes } from "../../src/index.ts";
import type { Mode, Permissions } from "../../src/index.ts";
import { propertyRuns } from "./property-runs.ts";
import { wallAround } from "./support/walled-place.ts";
import { call, no, once, personWho, session, temporaryPlace } from "./support/temporary-place.ts";

const commands = readFileSync(new URL("../fixtures/closed-hostile.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "" && !line.startsWith("#"))
  .concat("ls", "git status", "npm test", "rm -rf build", "git push", "touch a", "curl https://a.example");

const paths = ["a.txt", "secret/a.txt", "../a.txt", "/etc/hosts", "~/.bashrc", "~/.ssh/id_rsa"];

const hosts = fc.subarray(["a.example", "db.example:5432"]);

const calls = fc.oneof(
  hosts.map((named) => ["terminal", { command: "make", hosts: named, why: "x" }] as const),
  fc.constantFrom(...commands).map((command) => ["terminal", { command }] as const),
  fc.constantFrom(...paths).map((path) => ["write_file", { path, content: "" }] as const),
  fc.constantFrom(...paths).map((path) => ["read_file", { path }] as const),
);

const steps = fc.oneof(
  { weight: 1, arbitrary: fc.record({ mode: fc.constantFrom(...modes) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      by: fc.constantFrom("person", "child", "grandchild"),
      call: calls,
      answer: fc.constantFrom(no, once, session, undefined),
    }),
  },
);

test("a call is decided for a child as for its parent, whoever of them was asked before, in each mode", async () => {
  await using place = await temporaryPlace();
  const section = { deny: ["file.write(secret/**)"], allow: ["terminal.run(git push)"] };
  const decide = async (permissions: Permissions, sessionId: string, step: Call): Promise<unknown> => {
    const {
      answer,
      call: [name, args],
    } = step;
    const person = answer && personWho(answer);
    const verdict = await call(permissions, name, args, { sessionId, approve: person?.approve });
    return {
      allow: verdict.allow,
      asked: person?.requests.length,
      wall: verdict.allow ? verdict.wall : undefined,
      ...(!verdict.allow && { why: verdict.reason }),
    };
  };

  await fc.assert(
    fc.asyncProperty(
      fc.array(steps, { minLength: 1, maxLength: 12 }),
      fc.boolean(),
      async (sequence, walled) => {
        const open = () => place.open({ section, wall: walled ? wallAround(place) : undefined });
        const [alone, family] = [open(), open()];
        family.inherit("child", { parentId: "person" });
        family.inherit("grandchild", { parentId: "child" });
        for (const step of sequence) {
          if ("mode" in step) {
            for (const each of [alone, family]) each.setMode(step.mode, { sessionId: "person" });
            continue;
          }
          // oxlint-disable-next-line no-await-in-loop -- each step depends on those before it
          expect(await decide(family, step.by, step)).toEqual(await decide(alone, "person", step));
        }
      },
    ),
    propertyRuns(16),
  );
});

type Call = Exclude<typeof steps extends fc.Arbitrary<infer Step> ? Step : never, { readonly mode: Mode }>;

test("a host that was opened for a child is open for all of its tree", async () => {
  await using place = await temporaryPlace();
  const permissions = place.open({ wall: wallAround(place) });
  permissions.inherit("child", { parentId: "person" });
  permissions.inherit("sibling", { parentId: "person" });
  const person = personWho(session);
  const asked = { command: "make", hosts: ["a.example"], why: "x" };
  const { approve } = person;
  await call(permissions, "terminal", asked, { sessionId: "child", approve });
  const walls = await Promise.all(
    ["person", "sibling", "stranger"].map(async (sessionId) => {
      const verdict = await call(permissions, "terminal", { command: "make test" }, { sessionId, approve });
      return verdict.allow ? verdict.wall?.hosts : verdict.reason;
    }),
  );

  expect(person.requests).toHaveLength(1);
  expect(walls).toEqual([["a.example"], ["a.example"], undefined]);
});

test("what is forgotten of a child stays for its parent, and what is forgotten of the parent is gone for both", async () => {
  await using place = await temporaryPlace();
  const permissions = place.open();
  permissions.inherit("child", { parentId: "person" });
  const asks = async (sessionId: string): Promise<boolean> => {
    const person = personWho(session);
    await call(permissions, "terminal", { command: "git push" }, { sessionId, approve: person.approve });
    return person.requests.length > 0;
  };

  expect([await asks("child"), await asks("person")]).toEqual([true, false]);
  permissions.setMode("plan", { sessionId: "child" });
  expect(permissions.mode("person")).toBe("plan");
  permissions.forget("child");
  expect([permissions.mode("person"), permissions.mode("child")]).toEqual(["plan", "ask"]);
  permissions.forget("person");
  expect([permissions.mode("person"), await asks("person")]).toEqual(["ask", true]);
});
