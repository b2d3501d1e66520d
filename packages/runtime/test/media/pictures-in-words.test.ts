import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scripted } from "@hermes/models";
import type { ScriptedModel, UserPart } from "@hermes/models";
import { startScriptedServer } from "@hermes/models/testing";
import type { ScriptedServer, ServerFunction } from "@hermes/models/testing";
import { expect, test } from "vitest";
import { madePng, widthOfPng } from "../support/made-png.ts";
import { runtimeIn } from "../support/scripted-runtime.ts";
import { temporaryPlace } from "../support/temporary-place.ts";
import type { TemporaryPlace } from "../support/temporary-place.ts";

const wide = { type: "image", mediaType: "image/png", data: madePng(9_000, 30).toString("base64") } as const;

/** Names the model for pictures in the settings. */
async function withVision(place: TemporaryPlace, url: string): Promise<void> {
  await mkdir(place.home, { recursive: true });
  const vision = { base_url: url, model: "sees", api_key: "key" };
  await writeFile(join(place.home, "config.yaml"), JSON.stringify({ auxiliary: { vision } }));
}

async function visionServer(script: ServerFunction): Promise<ScriptedServer> {
  return await startScriptedServer({ script });
}

function blind(): ScriptedModel {
  return scripted(() => ({ text: "Done." }), { abilities: { images: false } });
}

function picturesIn(model: ScriptedModel): readonly UserPart[] {
  const messages = model.requests.at(-1)?.messages ?? [];
  return messages.flatMap((message) =>
    message.role === "user" ? message.content.filter(({ type }) => type === "image") : [],
  );
}

test("a model that sees none gets the words of the one for pictures, once, and the picture stays", async () => {
  await using place = await temporaryPlace();
  await using server = await visionServer(() => ({ text: "A black bar." }));
  await withVision(place, server.openaiUrl);
  const model = blind();
  await using runtime = await runtimeIn(place, { model });
  await using session = await runtime.openSession();

  await session.agent.chat([{ type: "text", text: "What?" }, wide]);
  await session.agent.chat("And now?");

  expect(server.requests).toHaveLength(1);
  const [, sent = ""] = /data:image\/png;base64,([^"]+)/.exec(JSON.stringify(server.requests[0]?.body)) ?? [];
  expect(widthOfPng(sent)).toBe(2_048);
  expect(picturesIn(model)).toMatchObject([{ mediaType: "image/png", asText: "A black bar." }]);
});

test("where the model for pictures fails, the person is answered all the same, and the model knows why", async () => {
  await using place = await temporaryPlace();
  await using server = await visionServer(() => ({ status: 401 }));
  await withVision(place, server.openaiUrl);
  const model = blind();
  await using runtime = await runtimeIn(place, { model });
  await using session = await runtime.openSession();

  const answer = await session.agent.chat([{ type: "text", text: "What?" }, wide]);

  expect(answer).toBe("Done.");
  expect(picturesIn(model)).toMatchObject([{ asText: expect.stringContaining("Nobody could look at it") }]);
});

test("a model that sees is asked itself, and nobody else", async () => {
  await using place = await temporaryPlace();
  await using server = await visionServer(() => ({ text: "A black bar." }));
  await withVision(place, server.openaiUrl);
  const model = scripted([{ text: "Done." }], { abilities: { images: true } });
  await using runtime = await runtimeIn(place, { model });
  await using session = await runtime.openSession();

  await session.agent.chat([{ type: "text", text: "What?" }, wide]);

  expect(server.requests).toEqual([]);
  expect(picturesIn(model)).toEqual([expect.not.objectContaining({ asText: expect.anything() })]);
});
