import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { falImages, openaiImages } from "../src/images/index.ts";
import type { PictureFetch } from "../src/images/index.ts";

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const never = new AbortController().signal;
const order = { prompt: "a tea pot", aspectRatio: "portrait", signal: never } as const;

interface Seen {
  readonly line: string;
  readonly key: string | undefined;
  readonly body: string;
}

async function service(answer: (seen: Seen, response: ServerResponse, base: string) => void) {
  const seen: Seen[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const each = { line: `${request.method} ${request.url}`, key: request.headers.authorization, body };
      seen.push(each);
      answer(each, response, base);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const base = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  return {
    ...{ base, seen },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const plainFetch: PictureFetch = async (
  url,
  { method = "GET", headers = {}, body = null, signal = null } = {},
) => await fetch(url, { method, headers, body, signal });

test("OpenAI is asked for a size, and gives Base64", async () => {
  await using openai = await service((_, response) =>
    response.end(JSON.stringify({ data: [{ b64_json: pixel.toString("base64") }] })),
  );
  const maker = openaiImages({ key: "sk-1", fetch: plainFetch, baseUrl: `${openai.base}/v1/` });
  expect(Buffer.from(await maker.make(order))).toEqual(pixel);
  expect(openai.seen).toMatchObject([{ line: "POST /v1/images/generations", key: "Bearer sk-1" }]);
  expect(JSON.parse(openai.seen[0]?.body ?? "")).toMatchObject({
    prompt: "a tea pot",
    size: "1024x1536",
    n: 1,
  });
});

test.each([
  [401, '{"error":"bad key sk-secret"}', /OpenAI answered 401/],
  [400, '{"error":{"message":"content policy"}}', /content policy/],
  [200, "<html>", /without what was asked for/],
])("an answer %i of OpenAI is told, and never the key", async (status, body, message) => {
  await using openai = await service((_, response) => response.writeHead(status).end(body));
  const maker = openaiImages({ key: "sk-secret", fetch: plainFetch, baseUrl: openai.base });
  const failed = await maker.make(order).catch((error: unknown) => error);
  expect(failed).toMatchObject({ code: "IMAGE_NOT_MADE", message: expect.stringMatching(message) });
  expect(String(failed)).not.toContain("sk-secret");
});

function falAnswers(polls: number, status = "COMPLETED") {
  let left = polls;
  return ({ line }: Seen, response: ServerResponse, base: string): void => {
    const job = `${base}/fal-ai/flux-2/requests/r1`;
    if (line.startsWith("POST"))
      response.end(
        JSON.stringify({ status_url: `${job}/status`, response_url: job, cancel_url: `${job}/cancel` }),
      );
    else if (line.endsWith("/status"))
      response.end(JSON.stringify({ status: left-- > 0 ? "IN_QUEUE" : status }));
    else if (line.endsWith("/out.png")) response.end(pixel);
    else response.end(JSON.stringify({ images: [{ url: `${base}/out.png` }] }));
  };
}

test("FAL's queue is followed until the picture is there, which is fetched without the key", async () => {
  await using fal = await service(falAnswers(2));
  const maker = falImages({ key: "k", fetch: plainFetch, baseUrl: fal.base, pollMs: 1 });
  expect(Buffer.from(await maker.make(order))).toEqual(pixel);
  expect(fal.seen[0]).toMatchObject({ line: "POST /fal-ai/flux-2/klein/9b", key: "Key k" });
  expect(fal.seen.at(-1)).toMatchObject({ line: "GET /out.png", key: undefined });
});

test("a job that is interrupted is cancelled at FAL", async () => {
  await using fal = await service(falAnswers(Infinity));
  const stop = new AbortController();
  const maker = falImages({ key: "k", fetch: plainFetch, baseUrl: fal.base, pollMs: 1 });
  const made = maker.make({ ...order, signal: stop.signal });
  await expect.poll(() => fal.seen.length).toBeGreaterThan(2);
  stop.abort(new Error("stopped"));
  await expect(made).rejects.toThrow();
  expect(fal.seen.at(-1)?.line).toBe("PUT /fal-ai/flux-2/requests/r1/cancel");
});

test("a job whose addresses are elsewhere gets no key", async () => {
  await using other = await service((_, response) => response.end("{}"));
  await using fal = await service((_, response) => {
    const [status_url, response_url, cancel_url] = [other.base, other.base, other.base];
    response.end(JSON.stringify({ status_url, response_url, cancel_url }));
  });
  const maker = falImages({ key: "k", fetch: plainFetch, baseUrl: fal.base, pollMs: 1 });
  await expect(maker.make(order)).rejects.toMatchObject({ message: expect.stringContaining("another host") });
  expect(other.seen).toEqual([]);
});
