import assert from "node:assert/strict";
import { test } from "node:test";
import { startScriptedServer } from "@hermes/models/testing";
import { extract } from "./extract.ts";
import { openModels } from "./models.ts";
import { invoice } from "./offline-answers.ts";

const file = new URL("invoice.pdf", import.meta.url).pathname;

test("a PDF becomes the same typed data on three wires, natively and by a forced tool", async () => {
  const { models, close } = await openModels({});
  try {
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
  const { models, close } = await openModels({});
  try {
    const { unsupported } = await extract(models["Messages"]!, file);
    const ofChat = await extract(models["Chat"]!, file);

    assert.deepEqual(unsupported, []);
    assert.deepEqual(ofChat.unsupported, ["invoice.pdf: sent as-text"]);
  } finally {
    await close();
  }
});
