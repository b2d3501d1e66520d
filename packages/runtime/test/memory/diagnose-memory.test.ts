import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startHonchoServer } from "@hermes/memory/testing";
import { expect, test } from "vitest";
import type { Diagnosis } from "../../src/index.ts";
import { runtimeIn } from "../support/scripted-runtime.ts";
import { temporaryPlace, type TemporaryPlace } from "../support/temporary-place.ts";

async function diagnosisOf(place: TemporaryPlace, memory: string): Promise<Diagnosis | undefined> {
  await mkdir(place.home, { recursive: true });
  await writeFile(join(place.home, "config.yaml"), `memory: ${memory}\n`);
  await using runtime = await runtimeIn(place);
  return (await runtime.diagnose()).find(({ name }) => name === "external memory");
}

test("hermes doctor says whether there is an external memory, and whether it answers", async () => {
  await using place = await temporaryPlace();
  await using server = await startHonchoServer();
  const honcho = (url: string) => `{provider: honcho, honcho: {base_url: "${url}"}}`;

  expect(await diagnosisOf(place, "{}")).toMatchObject({
    status: "ok",
    message: expect.stringMatching(/^off/),
  });
  expect(await diagnosisOf(place, honcho(server.url))).toMatchObject({
    status: "ok",
    message: "honcho answers",
  });
  expect(await diagnosisOf(place, "{provider: honcho}")).toMatchObject({
    status: "failed",
    message: expect.stringContaining("HONCHO_API_KEY is not set"),
    hint: expect.stringContaining(".env"),
  });
  server.behaviour = () => "hangs";
  expect(await diagnosisOf(place, honcho(server.url))).toMatchObject({
    status: "warning",
    message: "honcho can't be used: no answer within 2 seconds",
  });
  await server.kill();
  expect(await diagnosisOf(place, honcho(server.url))).toMatchObject({
    status: "warning",
    message: expect.stringMatching(/^honcho can't be used: /),
    hint: expect.stringContaining("go on without it"),
  });
  expect(server.messages).toEqual([]);
});
