import { once } from "node:events";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, dirname, join } from "node:path";
import { scripted } from "@hermes/models";
import type { ScriptedCall, ScriptedModel } from "@hermes/models";
import type { Approver } from "@hermes/registry";
import { testContext } from "@hermes/registry/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { savePicture } from "../../src/media/save-picture.ts";
import { madePng } from "../support/made-png.ts";
import { callingModel, resultsIn, runtimeIn } from "../support/scripted-runtime.ts";
import { temporaryPlace } from "../support/temporary-place.ts";
import type { TemporaryPlace } from "../support/temporary-place.ts";

const made = madePng(8, 8);
const order: ScriptedCall = { name: "image_generate", arguments: { prompt: "a tea pot" } };
const yes: Approver = async () => ({ approved: true, scope: "once" });

interface Service {
  readonly url: string;
  /** `POST /images/generations Bearer key`, of each request. */
  readonly asked: readonly string[];
}

type Answer = (request: IncomingMessage, response: ServerResponse, url: string) => void;

async function serve(answer: Answer): Promise<Service> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push([request.method, request.url, request.headers.authorization ?? ""].join(" ").trim());
    request.resume();
    request.on("end", () => answer(request, response, url));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, "listening");
  // The address of a server that listens on a port.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, asked };
}

function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** As OpenAI gives a picture. */
const openai =
  (bytes: Buffer): Answer =>
  (_, response) =>
    json(response, { created: 1, data: [{ b64_json: bytes.toString("base64") }] });

/** As the queue of FAL does: a job that waits once and is done then; its picture is somewhere else. */
function fal(bytes: Buffer, { waits = 1 } = {}): Answer {
  let left = waits;
  return (request, response, url) => {
    const job = `${url}/fal-ai/flux-2/requests/r1`;
    const urls = { status_url: `${job}/status`, response_url: job, cancel_url: `${job}/cancel` };
    if (request.method === "POST") return json(response, { status: "IN_QUEUE", request_id: "r1", ...urls });
    if (request.method === "PUT") return json(response, { status: "CANCELLATION_REQUESTED" }, 202);
    if (request.url?.endsWith("/status") === true)
      return json(response, { status: left-- > 0 ? "IN_PROGRESS" : "COMPLETED" });
    if (request.url === "/files/out.png") return void response.end(bytes);
    return json(response, { images: [{ url: `${url}/files/out.png`, content_type: "image/png" }], seed: 1 });
  };
}

const variables = { openai: "OPENAI_API_KEY", fal: "FAL_KEY" } as const;
type Provider = keyof typeof variables;

/** Settings and the environment for a service at this address. */
async function setUp(place: TemporaryPlace, provider: Provider, { url }: Service) {
  await mkdir(place.home, { recursive: true });
  const config = {
    image_gen: { provider, base_url: url },
    // Where its pictures are: an address that a service names is no better than one of a page.
    network: { allow_private: [new URL(url).host] },
  };
  await writeFile(join(place.home, "config.yaml"), JSON.stringify(config));
  return { ...place.env, [variables[provider]]: "key-of-the-person" };
}

interface Asking {
  readonly provider: Provider;
  readonly service: Service;
  readonly approver?: Approver | undefined;
  readonly model?: ScriptedModel | undefined;
}

async function ask(
  place: TemporaryPlace,
  { provider, service, approver = yes, model = callingModel(order) }: Asking,
): Promise<Readonly<Record<string, unknown>>> {
  const env = await setUp(place, provider, service);
  await using runtime = await runtimeIn(place, { model, env, approver });
  await using session = await runtime.openSession();
  await session.agent.chat("Make one.");
  return resultsIn(model).at(-1) ?? {};
}

async function kept(place: TemporaryPlace): Promise<readonly string[]> {
  return await readdir(join(place.home, "cache", "images")).catch(() => []);
}

test.each([
  ["openai", openai(made), ["POST /images/generations Bearer key-of-the-person"]],
  [
    "fal",
    fal(made),
    [
      "POST /fal-ai/flux-2/klein/9b Key key-of-the-person",
      "GET /fal-ai/flux-2/requests/r1/status Key key-of-the-person",
      "GET /fal-ai/flux-2/requests/r1/status Key key-of-the-person",
      "GET /fal-ai/flux-2/requests/r1 Key key-of-the-person",
      "GET /files/out.png",
    ],
  ],
] as const)(
  "a picture of %s is asked about, kept for the person alone, and shown",
  async (provider, answer, lines) => {
    await using place = await temporaryPlace();
    const service = await serve(answer);
    const summaries: string[] = [];
    const approver: Approver = async ({ summary }) => {
      summaries.push(summary);
      return { approved: true, scope: "once" };
    };
    const model = scripted((request, index) => {
      if (index === 0) return { calls: [order] };
      if (index > 1) return { text: "Done." };
      const answered = request.messages.findLast(({ role }) => role === "tool");
      const { image } = JSON.parse(answered?.role === "tool" ? answered.content : "{}");
      return { calls: [{ name: "vision_analyze", arguments: { image_url: image, question: "Is it one?" } }] };
    });

    await ask(place, { provider, service, approver, model });

    expect(service.asked).toEqual(lines);
    expect(summaries).toHaveLength(1);
    const [answered, seen] = (model.requests.at(-1)?.messages ?? []).filter((each) => each.role === "tool");
    const result = JSON.parse(answered?.content ?? "{}");
    expect(result).toMatchObject({ success: true, provider, aspect_ratio: "landscape" });
    expect(result).not.toHaveProperty("agent_visible_image");
    expect(result.hint).toContain(`MEDIA:${result.image}`);
    expect(dirname(result.image)).toBe(join(place.home, "cache", "images"));
    expect(await readFile(result.image)).toEqual(made);
    expect((await stat(result.image)).mode & 0o777).toBe(0o600);
    expect(seen?.images).toMatchObject([{ data: made.toString("base64") }]);
  },
);

test("it costs money: without a yes of the person, or a rule of theirs, nothing is sent", async () => {
  await using place = await temporaryPlace();
  const service = await serve(openai(made));
  const env = await setUp(place, "openai", service);
  const no: Approver = async () => ({ approved: false, reason: "Too dear." });
  const alone = async () => {
    await using runtime = await runtimeIn(place, { env });
    return await (await runtime.tools()).dispatch("image_generate", { prompt: "a" }, testContext());
  };

  const refused = await ask(place, { provider: "openai", service, approver: no });
  const unasked = await alone();
  const before = service.asked.length;
  await writeFile(join(place.home, "permissions.yaml"), "rules:\n  image.generate: allow\n");
  const allowed = await alone();

  expect(refused["error"]).toContain("Too dear.");
  expect(unasked).toMatchObject({ isError: true, notRun: "refused" });
  expect(before).toBe(0);
  expect(allowed.content).toContain('"success":true');
});

const policy = "Your request was rejected by the safety system.";

test.each([
  ["openai", 400, { error: { message: policy, code: "moderation_blocked" } }, policy, "no such picture"],
  ["fal", 422, { detail: [{ msg: policy, type: "content_policy_violation" }] }, policy, "no such picture"],
  [
    "openai",
    401,
    { error: { message: "Incorrect API key: key-of-the-person" } },
    "401: Incorrect API key: …",
    "key for OpenAI",
  ],
  ["fal", 401, { detail: "No user found for key-of-the-person" }, "401: No user found for …", "key for FAL"],
  ["openai", 429, { error: { message: "Rate limit reached" } }, "429: Rate limit reached", "Try again later"],
  ["fal", 429, { detail: "Too many requests" }, "429: Too many requests", "Try again later"],
] as const)(
  "%s answers %i: the model learns why and what can be done, and never the key",
  async (provider, status, body, words, hint) => {
    await using place = await temporaryPlace();
    const service = await serve((_, response) => json(response, body, status));

    const result = await ask(place, { provider, service });

    expect(result).toEqual({ error: expect.stringContaining(words), hint: expect.stringContaining(hint) });
    expect(JSON.stringify(result)).not.toContain("key-of-the-person");
    expect(service.asked).toHaveLength(1);
    expect(await kept(place)).toEqual([]);
  },
);

const noPictures: readonly (readonly [Provider, Answer, string])[] = [
  ["openai", openai(Buffer.from("<html>Sorry</html>")), "no picture"],
  ["fal", fal(Buffer.from("<html>Sorry</html>")), "no picture"],
  ["openai", (_, response) => json(response, { data: [] }), "without what was asked for"],
];

test.each(noPictures)(
  "an answer of %s that is none is an error, and nothing is kept",
  async (provider, answer, words) => {
    await using place = await temporaryPlace();

    const result = await ask(place, { provider, service: await serve(answer) });

    expect(result["error"]).toContain(words);
    expect(await kept(place)).toEqual([]);
  },
);

test.each(["openai", "fal"] as const)(
  "an interrupt ends the wait for %s at once, and its work",
  async (provider) => {
    await using place = await temporaryPlace();
    let left = false;
    const endless = fal(made, { waits: Infinity });
    const service = await serve((request, response, url) => {
      response.on("close", () => {
        left ||= !response.writableFinished;
      });
      // OpenAI keeps one waiting.
      if (provider === "fal") endless(request, response, url);
    });
    const env = await setUp(place, provider, service);
    const model = callingModel(order);
    await using runtime = await runtimeIn(place, { model, env, approver: yes });
    await using session = await runtime.openSession();
    const stop = new AbortController();

    const turn = session.agent.chat("Make one.", { signal: stop.signal });
    await vi.waitFor(() => expect(service.asked.length).toBeGreaterThan(provider === "fal" ? 2 : 0), 20_000);
    stop.abort();

    await expect(turn).rejects.toThrow();
    await vi.waitFor(() => {
      if (provider === "openai") expect(left).toBe(true);
      else expect(service.asked.at(-1)).toContain("PUT /fal-ai/flux-2/requests/r1/cancel");
    }, 20_000);
    expect(model.requests).toHaveLength(1);
    expect(await kept(place)).toEqual([]);
  },
);

async function offered(
  place: TemporaryPlace,
  config: object,
  env: object,
): Promise<readonly [boolean, string]> {
  await mkdir(place.home, { recursive: true });
  await writeFile(join(place.home, "config.yaml"), JSON.stringify(config));
  await using runtime = await runtimeIn(place, { env: { ...place.env, ...env }, approver: yes });
  const tools = await runtime.tools();
  const names = (await tools.available()).map(({ name }) => name);
  const { content } = await tools.dispatch("image_generate", { prompt: "a" }, testContext({ approve: yes }));
  return [names.includes("image_generate"), content];
}

test("a model of FAL is never asked for at OpenAI, and without a key it is told which one is missing", async () => {
  await using place = await temporaryPlace();
  const elsewhere = await serve(openai(made));
  const keys = { OPENAI_API_KEY: "k", OPENAI_BASE_URL: elsewhere.url };

  const ofFal = await offered(place, { image_gen: { model: "fal-ai/flux-2/klein/9b" } }, keys);
  const none = await offered(place, {}, {});

  expect(ofFal).toEqual([false, expect.stringContaining("FAL_KEY")]);
  expect(none).toEqual([false, expect.stringContaining("FAL_KEY or OPENAI_API_KEY")]);
  expect(elsewhere.asked).toEqual([]);
});

test("the key of OpenAI goes to the server that OPENAI_BASE_URL names, and no other", async () => {
  await using place = await temporaryPlace();
  const own = await serve(openai(made));

  const [isOffered, content] = await offered(
    place,
    {},
    { OPENAI_API_KEY: "k", OPENAI_BASE_URL: `${own.url}/v1` },
  );

  expect(isOffered).toBe(true);
  expect(content).toContain('"success":true');
  expect(own.asked).toEqual(["POST /v1/images/generations Bearer k"]);
});

test("a picture whose address is in the private network is not fetched", async () => {
  await using place = await temporaryPlace();
  const service = await serve(fal(made));
  const env = await setUp(place, "fal", service);

  const [, content] = await offered(place, { image_gen: { provider: "fal", base_url: service.url } }, env);

  expect(content).toContain("can't be fetched");
  expect(service.asked).not.toContain("GET /files/out.png");
});

test("where commands run elsewhere, a copy is there; without that place the person has the picture all the same", async () => {
  await using place = await temporaryPlace();
  const written = new Map<string, Uint8Array | string>();
  const container = {
    kind: "docker",
    writeFile: async (path: string, bytes: Uint8Array | string) => void written.set(path, bytes),
  };
  const gone = async () => {
    throw new Error("no container");
  };

  const kept = await savePicture(made, testContext(), { home: place.home, backend: async () => container });
  const alone = await savePicture(made, testContext(), { home: place.home, backend: gone });

  expect(kept.copy).toBe(`/tmp/${basename(kept.path)}`);
  expect(written).toEqual(new Map([[kept.copy, made]]));
  expect(alone).toEqual({ path: expect.stringContaining(join(place.home, "cache", "images")) });
  expect(await readFile(alone.path)).toEqual(made);
});
