import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { modes } from "../../src/index.ts";
import type { Mode, Permissions } from "../../src/index.ts";
import { propertyRuns } from "./property-runs.ts";
import { call, no, once, personWho, session, temporaryPlace } from "./support/temporary-place.ts";

const commands = readFileSync(new URL("../fixtures/closed-hostile.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "" && !line.startsWith("#"))
  .concat("ls", "git status", "npm test", "rm -rf build", "git push", "touch a", "curl https://a.example");

const paths = ["a.txt", "secret/a.txt", "../a.txt", "/etc/hosts", "~/.bashrc", "~/.ssh/id_rsa"];

const calls = fc.oneof(
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
      ...(!verdict.allow && { why: verdict.reason }),
    };
  };

  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 12 }), async (sequence) => {
      const [alone, family] = [place.open({ section }), place.open({ section })];
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
    }),
    propertyRuns(12),
  );
});

type Call = Exclude<typeof steps extends fc.Arbitrary<infer Step> ? Step : never, { readonly mode: Mode }>;

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
