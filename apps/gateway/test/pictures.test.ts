import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { connectLocalChat } from "@hermes/gateway";
import { scripted } from "@hermes/models";
import type { ImagePart, ScriptedModel, UserMessage } from "@hermes/models";
import { startScriptedServer } from "@hermes/models/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { gatewayPaths } from "../src/index.ts";
import { madePng } from "./made-png.ts";
import { newPerson, serve, waiting } from "./support.ts";
import type { Person } from "./support.ts";

/** Sends a picture in the chat of this machine. @returns What the model was sent. */
async function show(person: Person, model: ScriptedModel, picture: Buffer): Promise<UserMessage> {
  const path = join(person.home, "shot.png");
  writeFileSync(path, picture);
  const gateway = serve(person, model);
  await gateway.line("local: ready");
  const chat = await connectLocalChat({ socket: gatewayPaths(person.home).socket });
  onTestFinished(() => chat.close());
  await chat.say("What is this?", { files: [path] });
  await vi.waitFor(() => expect(model.requests).toHaveLength(1), waiting);
  const last = model.requests[0]?.messages.at(-1);
  if (last?.role !== "user") throw new Error("The model was sent no words.");
  return last;
}

function picturesIn({ content }: UserMessage): readonly ImagePart[] {
  return content.flatMap((part) => (part.type === "image" ? [part] : []));
}

test("a large picture of a chat reaches a model that sees, made smaller, and where it is kept", async () => {
  const model = scripted([{ text: "Noise." }], { abilities: { images: true } });

  const message = await show(newPerson(), model, madePng(2_300, 2_300));

  const [picture] = picturesIn(message);
  expect(picture?.data?.length).toBeGreaterThan(1_000);
  expect(picture?.data?.length).toBeLessThanOrEqual(4_000_000);
  expect(message.notes?.[0]).toMatch(/^The image "shot\.png" is kept at .+\/cache\/images\/img_/);
});

test("for a model that sees none the model for pictures says what a picture of a chat shows", async () => {
  const server = await startScriptedServer({ script: () => ({ text: "Nothing but noise." }) });
  onTestFinished(() => server.close());
  const person = newPerson();
  person.configure(`auxiliary: {vision: {base_url: "${server.openaiUrl}", model: sees, api_key: key}}`);
  const model = scripted([{ text: "Noise." }], { abilities: { images: false } });

  const message = await show(person, model, madePng(64, 64));

  expect(picturesIn(message)).toMatchObject([{ asText: "Nothing but noise." }]);
  expect(JSON.stringify(server.requests[0]?.body)).toContain("data:image/");
});
