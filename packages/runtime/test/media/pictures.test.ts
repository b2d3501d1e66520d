import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { scripted } from "@hermes/models";
import type { Model, ScriptedCall, ScriptedModel } from "@hermes/models";
import { startScriptedServer } from "@hermes/models/testing";
import { defineTool, ToolRegistry, withImages } from "@hermes/registry";
import { testContext } from "@hermes/registry/testing";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { fitPictures } from "../../src/media/fit-pictures.ts";
import { SessionSight } from "../../src/media/session-sight.ts";
import { madePng, widthOfPng } from "../support/made-png.ts";
import { resultsIn, runtimeIn } from "../support/scripted-runtime.ts";
import { temporaryPlace } from "../support/temporary-place.ts";
import type { TemporaryPlace } from "../support/temporary-place.ts";

const small = madePng(6, 4);
const wide = madePng(9_000, 30);
/** Says that it has 2.5 thousand million pixels. */
const bomb = Buffer.from(small);
bomb.writeUInt32BE(50_000, 16);
bomb.writeUInt32BE(50_000, 20);
const cut = wide.subarray(0, Math.floor(wide.length / 2));

async function configure(place: TemporaryPlace, config: object): Promise<void> {
  await mkdir(place.home, { recursive: true });
  await writeFile(join(place.home, "config.yaml"), JSON.stringify(config));
}

/** Has a model make a call beside this file. */
async function call(
  place: TemporaryPlace,
  bytes: Buffer,
  { name = "a.png", ...of }: { model: Model; name?: string },
): Promise<string> {
  await writeFile(join(place.project, name), bytes);
  await using runtime = await runtimeIn(place, of);
  await using session = await runtime.openSession();
  return await session.agent.chat("Look.");
}

function looking(one: ScriptedCall, images = true): ScriptedModel {
  return scripted([{ calls: [one] }, { text: "Done." }], { abilities: { images } });
}

function imagesIn(model: ScriptedModel): readonly { readonly mediaType: string; readonly data: string }[] {
  return (model.requests.at(-1)?.messages ?? []).flatMap((message) =>
    message.role === "tool" ? (message.images ?? []) : [],
  );
}

const reading = (path = "a.png"): ScriptedCall => ({ name: "read_file", arguments: { path } });
const analyzing = (image_url: string): ScriptedCall => ({
  name: "vision_analyze",
  arguments: { image_url, question: "What colour?" },
});
const inCall = (bytes: Buffer): string => `data:image/png;base64,${bytes.toString("base64")}`;

const calls = (bytes: Buffer) =>
  [
    ["read_file", reading()],
    ["vision_analyze of a path", analyzing("a.png")],
    ["vision_analyze of a data: URL", analyzing(inCall(bytes))],
  ] as const;

test.each(calls(small))("a model that sees gets the picture as it is: %s", async (_, one) => {
  await using place = await temporaryPlace();
  const model = looking(one);

  await call(place, small, { model });

  expect(imagesIn(model)).toMatchObject([{ mediaType: "image/png", data: small.toString("base64") }]);
});

test.each([
  ["openai-chat", "v1", 2_048],
  ["anthropic", "", 1_568],
])("what is sent to %s is as large as its models see", async (provider, path, width) => {
  await using place = await temporaryPlace();
  await using server = await startScriptedServer({ script: [{ calls: [reading()] }, { text: "Done." }] });
  const base_url = `${server.url}/${path}`;
  await configure(place, { model: { provider, default: "gpt-5.2", base_url, api_key: "key" } });
  await writeFile(join(place.project, "a.png"), wide);
  await using runtime = await runtimeIn(place);
  await using session = await runtime.openSession();

  await session.agent.chat("Look.");

  const [sent = ""] = /iVBORw0KGgo[\w+/=]+/.exec(JSON.stringify(server.requests[1]?.body)) ?? [];
  expect(widthOfPng(sent)).toBe(width);
});

test("a model that sees none learns from read_file what kind of file it is", async () => {
  await using place = await temporaryPlace();
  const model = looking(reading(), false);

  await call(place, small, { model });

  expect(imagesIn(model)).toEqual([]);
  expect(resultsIn(model)).toMatchObject([
    { error: expect.stringMatching(/^a\.png is not text: .*PNG image/) },
  ]);
});

test.each(calls(small).slice(1))("and from %s that there is no other one", async (_, one) => {
  await using place = await temporaryPlace();
  const model = looking(one, false);

  await call(place, small, { model });

  expect(imagesIn(model)).toEqual([]);
  expect(resultsIn(model)).toMatchObject([
    {
      error: "The model of this conversation sees no pictures, and there is no other one for them.",
      hint: expect.stringContaining("auxiliary.vision"),
    },
  ]);
});

test.each(calls(wide))(
  "where the settings name one, that one is shown the picture and asked: %s",
  async (_, one) => {
    await using place = await temporaryPlace();
    await using server = await startScriptedServer({ script: () => ({ text: "Black." }) });
    await configure(place, {
      auxiliary: { vision: { base_url: server.openaiUrl, model: "sees", api_key: "key" } },
    });
    const model = looking(one, false);

    await call(place, wide, { model });

    const body = JSON.stringify(server.requests[0]?.body);
    const [, sent = ""] = /data:image\/png;base64,([^"]+)/.exec(body) ?? [];
    expect(widthOfPng(sent)).toBe(2_048);
    expect(body).toContain(one.name === "read_file" ? "What does the picture show?" : "What colour?");
    expect(imagesIn(model)).toEqual([]);
    const words = one.name === "read_file" ? { picture_in_words: "Black." } : { analysis: "Black." };
    expect(resultsIn(model)).toMatchObject([words]);
  },
);

test.each([
  ["a bomb of pixels", bomb, "too large: 50000 × 50000 pixels"],
  ["a file that is cut off", cut, "can't be read: it is cut off"],
])("%s is an error in words for every tool, and the turn goes on", async (_, bytes, words) => {
  for (const [, one] of calls(bytes)) {
    // oxlint-disable-next-line no-await-in-loop -- one place after another
    await using place = await temporaryPlace();
    const model = looking(one);
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect(await call(place, bytes, { model })).toBe("Done.");
    expect(imagesIn(model)).toEqual([]);
    expect(resultsIn(model)).toMatchObject([{ error: expect.stringContaining(words) }]);
  }
});

test("the bytes say what a file is, whatever it is called", async () => {
  await using place = await temporaryPlace();
  const named = looking(reading("a.jpg"));
  const text = looking(analyzing("b.png"));

  await call(place, small, { model: named, name: "a.jpg" });
  await call(place, Buffer.from("Hello"), { model: text, name: "b.png" });

  expect(imagesIn(named)).toMatchObject([{ mediaType: "image/png" }]);
  expect(resultsIn(text)).toMatchObject([{ error: "This is no picture that is known here." }]);
});

test("a file that is not there, and one that may not be read, are told so", async () => {
  await using place = await temporaryPlace();
  await mkdir(join(place.homedir, ".ssh"));
  const [missing, kept] = [looking(analyzing("none.png")), looking(analyzing("~/.ssh/id_rsa"))];
  await writeFile(join(place.homedir, ".ssh", "id_rsa"), small);

  await call(place, small, { model: missing });
  await call(place, small, { model: kept });

  expect(resultsIn(missing)).toMatchObject([{ error: expect.stringContaining("none.png") }]);
  expect(imagesIn(kept)).toEqual([]);
  expect(resultsIn(kept)).toMatchObject([{ error: expect.stringContaining("id_rsa") }]);
});

async function site(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  // The address of a server that listens on a port.
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("a picture of the web is shown with its source; an address of the private network is not fetched", async () => {
  await using place = await temporaryPlace();
  const host = await site((request, response) =>
    request.url === "/a.png" ? response.end(small) : response.writeHead(404).end(),
  );
  const look = async (path: string) => {
    await using runtime = await runtimeIn(place);
    const tools = await runtime.tools();
    return await tools.dispatch(
      "vision_analyze",
      analyzing(`http://${host}${path}`).arguments,
      testContext(),
    );
  };

  const refused = await look("/a.png");
  await configure(place, { network: { allow_private: [host] } });
  const shown = await look("/a.png");
  const missing = await look("/b.png");

  expect(refused).toMatchObject({ isError: true, content: expect.stringContaining("network.allow_private") });
  expect(shown.images).toEqual([{ mediaType: "image/png", data: small.toString("base64") }]);
  expect(shown.provenance).toEqual([{ source: "web", name: host }]);
  expect(missing).toMatchObject({ isError: true, content: expect.stringContaining("404") });
});

test("a script gets words, also where the model sees: pictures are for a model alone", async () => {
  await using place = await temporaryPlace();
  await using server = await startScriptedServer({ script: () => ({ text: "Black." }) });
  await configure(place, {
    auxiliary: { vision: { base_url: server.openaiUrl, model: "sees", api_key: "key" } },
  });
  await using runtime = await runtimeIn(place);
  const tools = await runtime.tools();
  const context = testContext({ origin: { platform: "cli", entryPoint: "sandbox" } });

  const result = await tools.dispatch("vision_analyze", analyzing(inCall(small)).arguments, context);

  expect(result).toMatchObject({ content: '{"success":true,"analysis":"Black."}', isError: false });
  expect(result.images).toBeUndefined();
});

const part = (bytes: Buffer) =>
  ({ type: "image", mediaType: "image/png", data: bytes.toString("base64") }) as const;

test("pictures of a message are fitted; those that nobody can take are left out, and the turn goes on", async () => {
  await using place = await temporaryPlace();
  const model = scripted(() => ({ text: "Done." }));
  await using runtime = await runtimeIn(place, { model });
  await using session = await runtime.openSession();

  const first = await session.agent.chat([
    { type: "text", text: "What?" },
    part(cut),
    part(wide),
    part(bomb),
  ]);
  const second = await session.agent.chat("And now?");

  expect([first, second]).toEqual(["Done.", "Done."]);
  const [message] = (model.requests[1]?.messages ?? []).filter(({ role }) => role === "user");
  if (message?.role !== "user") throw new Error("no message of the person was sent");
  const widths = message.content.flatMap((each) =>
    each.type === "image" && each.data ? [widthOfPng(each.data)] : [],
  );
  expect(widths).toEqual([2_048]);
  expect(message.notes).toEqual([
    expect.stringMatching(/left out.*cut off/),
    expect.stringMatching(/left out.*too large/),
  ]);
});

test("of several pictures of a tool the good ones stay, and of each other it is told why", async () => {
  const hook = fitPictures(new SessionSight());
  const images = [cut, small, bomb].map((bytes) => ({
    mediaType: "image/png",
    data: bytes.toString("base64"),
  }));
  const tool = defineTool({
    name: "pages",
    toolset: "test",
    description: "Gives pictures.",
    input: z.object({}),
    execute: () => withImages({ pages: 3 }, images),
  });
  const registry = new ToolRegistry({
    guard: async () => ({ allow: true }),
    hooks: [{ name: hook.name, after: hook.afterToolCall }],
  });
  registry.register(tool);
  const noJson = { content: "no JSON", isError: false, images };

  const told = await registry.dispatch("pages", {}, testContext());
  const odd = await hook.afterToolCall?.({ tool, args: {}, result: noJson, durationMs: 1 }, testContext());

  const pictures_left_out = [expect.stringContaining("cut off"), expect.stringContaining("too large")];
  expect(told.images).toEqual([{ mediaType: "image/png", data: small.toString("base64") }]);
  expect(JSON.parse(told.content)).toEqual({ pages: 3, pictures_left_out });
  expect(odd?.value).toMatchObject({ value: { result: "no JSON", pictures_left_out } });
});
