import { scripted } from "@hermes/models";
import type { ScriptedModel } from "@hermes/models";
import { expect, test } from "vitest";
import { madePng, widthOfPng } from "../support/made-png.ts";
import { temporaryPlace } from "../support/temporary-place.ts";
import { all, eventsOf, jsonOf, serveApi } from "./support.ts";

const data = madePng(9_000, 30).toString("base64");
const url = `data:image/png;base64,${data}`;
const chatPart = { type: "image_url", image_url: { url } };

function widthsIn(model: ScriptedModel): readonly number[] {
  const messages = model.requests.at(-1)?.messages ?? [];
  const parts = messages.flatMap((message) => (message.role === "user" ? message.content : []));
  return parts.flatMap((part) =>
    part.type === "image" && part.data !== undefined ? [widthOfPng(part.data)] : [],
  );
}

test.each([
  ["Chat Completions", "/v1/chat/completions", { messages: [{ role: "user", content: [chatPart] }] }],
  [
    "a history that the client brings",
    "/v1/chat/completions",
    {
      messages: [
        { role: "user", content: [chatPart] },
        { role: "assistant", content: "A bar." },
        { role: "user", content: "Of what colour?" },
      ],
    },
  ],
  [
    "Responses",
    "/v1/responses",
    { input: [{ role: "user", content: [{ type: "input_image", image_url: url }] }] },
  ],
])("a picture of %s reaches the model as large as it takes it", async (_, path, body) => {
  await using place = await temporaryPlace();
  const model = scripted([{ text: "Black." }]);
  await using served = await serveApi(place, { model });

  const response = await served.send(path, { model: "hermes", ...body });

  expect(response.status).toBe(200);
  expect(widthsIn(model)).toEqual([2_048]);
});

test("a picture that the page sends reaches the model as large as it takes it", async () => {
  await using place = await temporaryPlace();
  const model = scripted([{ text: "Black." }]);
  await using served = await serveApi(place, { model });
  const input = [
    { type: "text", text: "What?" },
    { type: "image", mediaType: "image/png", data },
  ];

  const started = await jsonOf(served.send("/api/runs", { input }));
  await all(eventsOf(served, started.sessionId, { cursor: started.cursor }));

  expect(widthsIn(model)).toEqual([2_048]);
});
