import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { startScriptedServer } from "@hermes/models/testing";
import { extract } from "./extract.ts";
import { offlineModels, openModels } from "./models.ts";
import { answer, invoice } from "./offline-answers.ts";

const file = new URL("invoice.pdf", import.meta.url).pathname;

test("a PDF becomes the same typed data on three wires, natively and by a forced tool", async () => {
  const { models, close } = await openModels({});
  try {
    const native = Object.entries(models).filter(([, model]) => model.takesOutputSchemas);
    assert.deepEqual(
      native.map(([name]) => name),
      ["Responses", "Messages"],
    );
    for (const [name, model] of Object.entries(models)) {
      const extracted = await extract(model, file);

      assert.deepEqual(extracted.invoice, invoice, name);
      assert.ok((extracted.usage.costUsd ?? 0) > 0, name);
    }
  } finally {
    await close();
  }
});

test("the PDF is sent as it is where the model takes it, and as its text where it does not", async () => {
  const server = await startScriptedServer({ script: answer });
  const { models, close } = offlineModels(server);
  const pdf = (await readFile(file)).toString("base64");
  const sent = (): string => server.requests.at(-1)!.raw.toString();
  try {
    const ofMessages = await extract(models.Messages, file);
    const native = sent();
    const ofChat = await extract(models.Chat, file);
    const asText = sent();

    assert.deepEqual(ofMessages.unsupported, []);
    assert.ok(native.includes(pdf));
    assert.match(ofChat.unsupported.join(), /invoice\.pdf.*sent as-text/);
    assert.ok(asText.includes("Supplier: Nordwind Cables") && !asText.includes(pdf));
  } finally {
    await close();
  }
});
