import { randomUUID } from "node:crypto";
import { refused } from "../errors/refusal.ts";
import type { ResponsesPort, StoredResponse } from "../ports/responses-port.ts";
import type { Caller } from "../trust/caller.ts";
import { comesBackMs } from "./chat-endpoint.ts";
import { sessionHeader } from "./client-request.ts";
import { readItems } from "./input-items.ts";
import type { OpenAiOptions } from "./openai-options.ts";
import type { OpenAiRun } from "./openai-runs.ts";
import { wantedResponse } from "./response-request.ts";
import type { ResponseRequest } from "./response-request.ts";
import { ResponseWriter } from "./response-writer.ts";

/** An answer that is being written, or was. */
export interface ResponseRun {
  readonly id: string;
  readonly run: OpenAiRun;
  /** One that writes it from its beginning. */
  readonly writer: () => ResponseWriter;
  /** The whole of it, once it is kept. */
  readonly whole: Promise<string>;
}

/** The answers of `/v1/responses`: those that are being written, and those that are kept. */
export class ResponseRuns {
  readonly #options: OpenAiOptions;
  readonly #store: ResponsesPort;
  readonly #live = new Map<string, ResponseRun>();

  constructor(options: OpenAiOptions, store: ResponsesPort) {
    this.#options = options;
    this.#store = store;
  }

  async start(asked: ResponseRequest, request: Request, caller: Caller): Promise<ResponseRun> {
    const { runs, now } = this.#options;
    const messages = await readItems(asked.input, async (id) => await this.#item(id, caller));
    const sessionId = await this.#sessionOf(asked, request, caller);
    const comesBack = request.headers.has("idempotency-key");
    const run = await runs.start(
      {
        ...wantedResponse(asked, messages, sessionId),
        origin: { platform: "api", userId: caller.name, entryPoint: "openai-responses" },
        isOwner: caller.role === "owner",
        wait: false,
        signal: request.signal,
      },
      { aloneMs: asked.background === true ? undefined : comesBack ? comesBackMs : 0 },
    );
    const id = `resp_${randomUUID().replaceAll("-", "")}`;
    const of = { id, model: run.model, createdAt: Math.floor(now() / 1_000), request: asked };
    const stored: StoredResponse = {
      ...{ id, userId: caller.name, sessionId: run.sessionId, cursor: run.cursor, createdAt: now() },
      body: "",
    };
    return await this.#write(stored, { run, of, caller, isKept: asked.store !== false });
  }

  /** @throws {HermesError} `API_NOT_FOUND`, also where it is another's. */
  async get(id: string, caller: Caller): Promise<StoredResponse> {
    const stored = await this.#store.get(id);
    if (stored?.userId !== caller.name) throw refused("API_NOT_FOUND", `There is no response "${id}".`);
    return stored;
  }

  /** The one of this id as it is written; undefined where it is whole. */
  async live(stored: StoredResponse, caller: Caller): Promise<ResponseRun | undefined> {
    const live = this.#live.get(stored.id);
    if (live !== undefined || stored.messageCount !== undefined) return live;
    // The process that wrote it has ended: the session knows how far it came.
    const { of } = JSON.parse(stored.body) as { readonly of: RequestOf };
    const run = this.#options.runs.resume({ ...stored, model: of.model }, { aloneMs: undefined });
    return await this.#write(stored, { run, of, caller, isKept: true });
  }

  async delete(id: string): Promise<void> {
    await this.#store.delete(id);
  }

  async stop(stored: StoredResponse): Promise<void> {
    if (this.#live.has(stored.id)) await this.#options.runs.stop(stored.sessionId);
  }

  /** An item of a response that is kept: its id says which one. */
  async #item(id: string, caller: Caller): Promise<unknown> {
    const [, of = ""] = /^[a-z]+_([0-9a-f]{32})\d{4}$/.exec(id) ?? [];
    const stored = await this.#store.get(`resp_${of}`);
    const { output = [] } =
      stored?.userId === caller.name && stored.messageCount !== undefined
        ? (JSON.parse(stored.body) as { readonly output?: readonly { readonly id: string }[] })
        : {};
    const found = output.find((each) => each.id === id);
    if (found === undefined) throw refused("API_NOT_FOUND", `There is no item "${id}".`, { param: "input" });
    return found;
  }

  async #write(
    stored: StoredResponse,
    {
      run,
      of,
      caller,
      isKept,
    }: {
      readonly run: OpenAiRun;
      readonly of: RequestOf;
      readonly caller: Caller;
      readonly isKept: boolean;
    },
  ): Promise<ResponseRun> {
    const { home, now, onError } = this.#options;
    const writer = (): ResponseWriter => new ResponseWriter({ ...of, caller, now });
    // Whoever goes on with it after this process needs what was asked for.
    if (isKept) await this.#store.put({ ...stored, body: JSON.stringify({ of }) });
    const finish = async (): Promise<string> => {
      const recorder = writer();
      try {
        for await (const { event } of run.events(new AbortController().signal)) recorder.take(event);
        const body = JSON.stringify(recorder.response());
        const session = await home.sessions.get(run.sessionId);
        if (isKept) await this.#store.put({ ...stored, body, messageCount: session?.messageCount ?? 0 });
        return body;
      } finally {
        this.#live.delete(stored.id);
      }
    };
    const whole = finish();
    whole.catch((error: unknown) => onError?.(error));
    const live = { id: stored.id, run, writer, whole };
    this.#live.set(stored.id, live);
    return live;
  }

  /** The session in which it goes on; a response that is not the last of its session any more is gone on from in a copy. */
  async #sessionOf(
    { previous_response_id: id }: ResponseRequest,
    request: Request,
    caller: Caller,
  ): Promise<string | undefined> {
    const { home, sessions } = this.#options;
    const named = sessionHeader(request);
    if (id === undefined || id === null) {
      if (named !== undefined) await sessions.enter(caller, named);
      return named;
    }
    const stored = await this.get(id, caller);
    const { sessionId, messageCount } = stored;
    if (messageCount === undefined)
      throw refused("SESSION_BUSY", `The response "${id}" is still being written.`);
    const session = await sessions.see(caller, sessionId);
    if (session.messageCount === messageCount) return sessionId;
    const fork = await home.sessions.fork(sessionId, { before: messageCount, userId: caller.name });
    return fork.id;
  }
}

type RequestOf = Pick<
  ConstructorParameters<typeof ResponseWriter>[0],
  "createdAt" | "id" | "model" | "request"
>;
