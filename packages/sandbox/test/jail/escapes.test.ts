import { readFile } from "node:fs/promises";
import { chooseIsolation } from "@hermes/jail";
import { needsLanguage } from "../support/needs-language.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandbox } from "../../src/index.ts";
import { attempts, some, tableOfAttempts } from "./support/attempts.ts";
import { plant } from "./support/planted.ts";
import type { Planted } from "./support/planted.ts";
import { tryAttempt } from "./support/try-attempt.ts";

const env = { PATH: process.env["PATH"] };
const found = await chooseIsolation("jail");
const missing = "refused" in found ? `needs a jail: ${found.refused}` : undefined;
const isRoot = process.getuid?.() === 0;

describe.skipIf(missing !== undefined)(`in the jail (${missing ?? "there is one"})`, () => {
  const sandbox = createSandbox({ chooseIsolation, isolation: "jail", env });
  let planted: Planted;
  beforeAll(async () => void (planted = await plant()));
  afterAll(async () => {
    await planted[Symbol.asyncDispose]();
    await sandbox[Symbol.asyncDispose]();
  });

  test.concurrent.for(attempts)("$language does not reach: $name", async (attempt, context) => {
    needsLanguage(context, attempt.language);
    const { expect } = context;
    const escape = await tryAttempt(sandbox, attempt, planted);

    expect(escape).toBeUndefined();
    expect(await planted.touched()).toEqual([]);
  });
});

describe.skipIf(process.platform !== "linux")("as an ordinary process", () => {
  const sandbox = createSandbox({ chooseIsolation, isolation: "process", env });
  let planted: Planted;
  beforeAll(async () => void (planted = await plant()));
  afterAll(async () => {
    await planted[Symbol.asyncDispose]();
    await sandbox[Symbol.asyncDispose]();
  });

  const reached = some(attempts.filter(({ process: level }) => level === "succeeds"));
  test.concurrent.for(reached)(
    "$language reaches, as the page about the sandbox says: $name",
    async (attempt, context) => {
      needsLanguage(context, attempt.language);
      const { expect } = context;
      expect(await tryAttempt(sandbox, attempt, planted)).toContain("ESCAPED");
    },
  );

  const refused = attempts.filter(({ process: level }) => level === "fails" || (level === "root" && !isRoot));
  test.concurrent.for(some(refused))(
    "$language does not reach, as the page says: $name",
    async (attempt, context) => {
      needsLanguage(context, attempt.language);
      const { expect } = context;
      expect(await tryAttempt(sandbox, attempt, planted)).toBeUndefined();
    },
  );
});

test("there are at least 60 attempts, each with a name of its own, and the page about the sandbox lists them", async () => {
  const page = await readFile(new URL("../../../../docs/sandbox.md", import.meta.url), "utf8");

  const names = attempts.map(({ language, name }) => `${language} ${name}`);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(60);
  expect(page).toContain(tableOfAttempts());
});
