import { scripted } from "@hermes/agent-loop";
import { apiRoutes, apiSchemas, errorInfo, mayAccess } from "@hermes/client/contract";
import type { Access, ApiCallName, Role } from "@hermes/client/contract";
import { expect, test } from "vitest";
import * as z from "zod";
import { serve } from "./support/serve.ts";

interface Operation {
  readonly operationId: string;
  readonly "x-hermes-access": Access;
  readonly requestBody?: object;
}

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const roles = ["owner", "user", "read-only"] as const satisfies readonly Role[];

/** What is said to each route where it is let in: bodies that are whole, for ids that there are or not. */
const bodies: Readonly<Record<string, unknown>> = {
  renameSession: { title: "A title" },
  forkSession: {},
  startRun: { input: "Hello", sessionId: "fresh" },
  steerRun: { text: "Faster" },
  answerApproval: { decision: "once" },
  answerQuestion: { answer: "Red" },
  createJob: { schedule: "every day at 09:00", prompt: "Hello" },
  previewJob: { schedule: "every day at 09:00", prompt: "Hello" },
  editJob: { name: "other" },
  writeMemory: { target: "user", content: "Likes tea." },
  setMode: { mode: "ask" },
  addRule: { effect: "allow", rule: "terminal(git status)" },
  removeRule: { effect: "allow", rule: "terminal(git status)" },
  explainPermission: { command: "ls" },
  setSetting: { value: 5 },
  inspectHub: { reference: "official:notes" },
  installHub: { reference: "official:notes", digest: "0".repeat(64) },
  approvePairing: { platform: "telegram", code: "ABCD2345" },
  revokePairing: { platform: "telegram", userId: "ada" },
  addPush: { endpoint: "https://push.example/1" },
  removePush: { endpoint: "https://push.example/1" },
  createChatCompletion: { messages: [{ role: "user", content: "Hello" }] },
  createResponse: { input: "Hello" },
};

const openAiError = z.strictObject({
  error: z.strictObject({
    message: z.string(),
    type: z.string(),
    code: z.string(),
    param: z.string().nullable(),
  }),
});
const nativeError = z.strictObject({ error: errorInfo });

const values: Readonly<Record<string, string>> = {
  target: "user",
  key: "model.default",
  name: "notes",
  id: "s",
  process: "p1",
};

test("each route lets in those roles that its row says, and answers as its schema says", async () => {
  await using served = await serve(
    scripted(() => ({ text: "Yes." })),
    {
      limits: { requestsPerMinute: 10_000 },
    },
  );
  const document = (await (await served.get("/openapi.json")).json()) as Document;
  const seen = new Set<string>();
  const misfits: string[] = [];

  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, { operationId, "x-hermes-access": access }] of Object.entries(operations)) {
      const to = path
        .replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "x")
        .replace("/learnings/s", "/learnings/1")
        .replace("/sessions/search", "/sessions/search?q=x")
        .replace(/\/hub$/, "/hub?q=x");
      for (const role of roles) {
        const body = bodies[operationId];
        const init = { method: method.toUpperCase(), as: role };
        // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure names its route
        const got = body === undefined ? await served.get(to, init) : await served.post(to, body, init);
        const place = `${role}: ${method} ${path}`;
        // A user that may come in is refused for what is not its own alone.
        const fits = mayAccess(role, access)
          ? [200, 400, 404, 409, ...(role === "user" ? [403] : [])].includes(got.status)
          : got.status === 403;
        if (!fits) misfits.push(`${place}: ${got.status}`);
        // oxlint-disable-next-line no-await-in-loop
        const text = await got.text();
        const schema =
          got.status === 200
            ? operationId in apiSchemas
              ? apiSchemas[operationId as ApiCallName].response
              : undefined
            : path.startsWith("/v1/")
              ? openAiError
              : nativeError;
        if (schema?.safeParse(JSON.parse(text)).success === false) misfits.push(`${place}: ${text}`);
      }
      seen.add(operationId);
    }

  expect(misfits).toEqual([]);
  expect([...seen]).toEqual(expect.arrayContaining(Object.keys(apiRoutes)));
});

test("what changes the home is for owners alone", () => {
  const changing = Object.entries(apiRoutes).filter(([, { method }]) => method !== "GET");
  const own = changing.filter(([, { access }]) => access === "own").map(([name]) => name);
  const speak = changing.filter(([, { access }]) => access === "speak").map(([name]) => name);

  expect(own.length + speak.length).toBe(changing.length);
  expect(speak.toSorted()).toEqual([
    "answerApproval",
    "answerQuestion",
    "deleteSession",
    "forkSession",
    "renameSession",
    "startRun",
    "steerRun",
    "stopRun",
  ]);
});

test("the document names every route, and every reference in it leads somewhere", async () => {
  await using served = await serve(scripted(() => ({ text: "Yes." })));

  const text = await (await served.get("/openapi.json")).text();
  const document = JSON.parse(text) as Document & { components: { schemas: Record<string, unknown> } };

  expect(document.openapi).toBe("3.1.1");
  for (const [name, { method, path }] of Object.entries(apiRoutes))
    expect(document.paths[path]?.[method.toLowerCase()]?.operationId).toBe(name);
  const named = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name);
  expect(new Set(named)).toEqual(new Set(["Error", "OpenAiError"]));
  expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(named));
  expect(document.paths["/v1/responses"]?.["post"]?.requestBody).toMatchObject({
    required: true,
    content: { "application/json": { schema: { required: ["input"] } } },
  });
});
