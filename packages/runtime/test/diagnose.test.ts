import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scripted } from "@hermes/models";
import { expect, test } from "vitest";
import type { Diagnosis } from "../src/index.ts";
import { runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace } from "./support/temporary-place.ts";

const find = (diagnoses: readonly Diagnosis[], name: string): Diagnosis => {
  const found = diagnoses.find((diagnosis) => diagnosis.name === name);
  if (found === undefined) throw new Error(`Nothing was said about ${name}.`);
  return found;
};

test("on a fresh machine everything but the model is well, and how to get one is said", async () => {
  await using place = await temporaryPlace();
  await using runtime = await runtimeIn(place, { flags: { provider: "openrouter" } });

  const diagnoses = await runtime.diagnose();

  expect(diagnoses.filter(({ status }) => status === "failed").map(({ name }) => name)).toEqual(["model"]);
  expect(find(diagnoses, "model").hint).toContain("OPENROUTER_API_KEY");
  expect(find(diagnoses, "node").message).toContain(process.versions.node);
  expect(find(diagnoses, "store").message).toBe("will be made with the first conversation");
  expect(find(diagnoses, "tools").message).toContain("terminal");
  expect(find(diagnoses, "bash")).toMatchObject({ status: "ok" });
});

test("the model is named with the source of its key, and the key itself is nowhere", async () => {
  await using place = await temporaryPlace();
  const key = "sk-or-FAKE-1234567890";
  await using runtime = await runtimeIn(place, {
    env: { ...place.env, OPENROUTER_API_KEY: key },
    flags: { model: "x/y" },
  });

  const diagnoses = await runtime.diagnose();

  expect(find(diagnoses, "model")).toMatchObject({
    status: "ok",
    message: expect.stringMatching(/x\/y.*openrouter\.ai.*OPENROUTER_API_KEY/),
  });
  expect(JSON.stringify(diagnoses)).not.toContain(key);
});

test("a store is opened and its SQLite named; one that is no database is a failure with a reason", async () => {
  await using place = await temporaryPlace();
  await using first = await runtimeIn(place, { model: scripted([]) });
  await using _ = await first.openSession();
  const broken = {
    ...place,
    home: join(place.root, "broken"),
    env: { ...place.env, HERMES_HOME: join(place.root, "broken") },
  };
  await mkdir(broken.home);
  await writeFile(join(broken.home, "hermes.db"), "not a database at all, not even nearly".repeat(100));
  await using second = await runtimeIn(broken, { loaded: await place.settings(broken.env) });

  expect(find(await first.diagnose(), "store")).toMatchObject({
    status: "ok",
    message: expect.stringMatching(/SQLite 3\.\d+/),
  });
  expect(find(await second.diagnose(), "store")).toMatchObject({
    status: "failed",
    message: expect.stringContaining("hermes.db"),
  });
});

test("warnings of the settings, context files and missing programs are listed", async () => {
  await using place = await temporaryPlace();
  await mkdir(place.home);
  await writeFile(join(place.home, "config.yaml"), "agnet:\n  max_turns: 3\n");
  await writeFile(join(place.project, "AGENTS.md"), "Rules.");
  await using runtime = await runtimeIn(place, { env: { ...place.env, PATH: join(place.root, "empty") } });

  const diagnoses = await runtime.diagnose();

  expect(find(diagnoses, "settings")).toMatchObject({
    status: "warning",
    message: expect.stringContaining("agnet"),
  });
  expect(find(diagnoses, "context files").message).toBe("AGENTS.md (6 characters)");
  expect(find(diagnoses, "git")).toMatchObject({ status: "warning", hint: expect.any(String) });
  expect(find(diagnoses, "rg")).toMatchObject({ status: "warning", hint: expect.any(String) });
  expect(find(diagnoses, "bash")).toMatchObject({ status: "failed" });
});

test("a home that can't be made is a failure", async () => {
  await using place = await temporaryPlace();
  await writeFile(join(place.root, "file"), "");
  await using runtime = await runtimeIn(place, {
    loaded: await place.settings({ HERMES_HOME: join(place.root, "file", "home") }),
  });

  expect(find(await runtime.diagnose(), "home")).toMatchObject({
    status: "failed",
    hint: expect.stringContaining("HERMES_HOME"),
  });
});

test("the isolation level of scripts is reported, with what is missing and how to get it", async () => {
  await using place = await temporaryPlace();
  await using best = await runtimeIn(place, { model: scripted([]) });
  await mkdir(place.home, { recursive: true });
  await writeFile(join(place.home, "config.yaml"), "code_execution:\n  isolation: process\n");
  await using plain = await runtimeIn(place, { model: scripted([]), loaded: await place.settings() });

  const inForce = find(await best.diagnose(), "code");
  const chosen = find(await plain.diagnose(), "code");

  // Where there is no jail, the person hears why and what to install.
  const says = /scripts run in a jail|scripts run as ordinary processes: .+/;
  expect(inForce.message).toMatch(says);
  expect(inForce.message.includes("in a jail") || inForce.hint !== undefined).toBe(true);
  expect(chosen).toMatchObject({
    status: "warning",
    message: "scripts run as ordinary processes: code_execution.isolation is process",
  });
});
