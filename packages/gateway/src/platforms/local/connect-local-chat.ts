import { randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import { HermesError } from "@hermes/registry";
import { readLines, writeLine } from "./json-lines.ts";
import { type LocalEvent, type LocalMessage, type LocalRequest, localEvent } from "./local-protocol.ts";

export interface ConnectLocalChatOptions {
  /** Path of the gateway's socket. */
  readonly socket: string;
  /** As whom to speak: letters, digits, `.`, `_` and `-`. @default "me" */
  readonly as?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A local chat with the gateway of this home. */
export interface LocalChat {
  readonly as: string;
  /** The last messages of the gateway, as they were when it connected. */
  readonly messages: readonly LocalMessage[];
  /** Everything that the gateway says from then on, until it or this end closes. To be read once. */
  readonly events: AsyncIterable<LocalEvent>;
  /**
   * Resolves once it is in the gateway's store.
   *
   * @param options.id For what may have been said before, when the connection broke. @default a new one
   * @returns The id of the message.
   * @throws {HermesError} `PLATFORM_REFUSED`; `PLATFORM_UNREACHABLE` where the gateway went away meanwhile.
   */
  say(
    text: string,
    options?: { readonly id?: string; readonly files?: readonly string[]; readonly replyTo?: string },
  ): Promise<string>;
  edit(id: string, text: string): Promise<void>;
  press(messageId: string, data: string): Promise<void>;
  close(): void;
}

/** @throws {HermesError} `PLATFORM_UNREACHABLE` where no gateway runs */
export async function connectLocalChat({
  socket: path,
  as = "me",
  signal,
}: ConnectLocalChatOptions): Promise<LocalChat> {
  const socket = await openSocket(path, signal);
  const events: LocalEvent[] = [];
  const asked = new Map<string, (event: LocalEvent | undefined) => void>();
  let wake: (() => void) | undefined;
  let isClosed = false;
  const first = Promise.withResolvers<LocalEvent | undefined>();
  let isFirst = true;
  readLines(socket, (line) => {
    const event = localEvent.safeParse(line).data;
    if (event === undefined) return;
    if (isFirst) {
      isFirst = false;
      first.resolve(event);
    } else if ((event.type === "kept" || event.type === "refused") && asked.has(event.id ?? "")) {
      asked.get(event.id ?? "")?.(event);
    } else events.push(event);
    wake?.();
  });
  socket.once("close", () => {
    isClosed = true;
    first.resolve(undefined);
    for (const answer of asked.values()) answer(undefined);
    wake?.();
  });

  const request = async (content: LocalRequest & { readonly id: string }): Promise<void> => {
    if (isClosed) throw gone(path);
    const answer = Promise.withResolvers<LocalEvent | undefined>();
    asked.set(content.id, answer.resolve);
    writeLine(socket, content);
    const event = await answer.promise;
    asked.delete(content.id);
    if (event === undefined) throw gone(path);
    if (event.type === "refused") throw new HermesError(event.reason, { code: "PLATFORM_REFUSED" });
  };

  writeLine(socket, { type: "hello", as } satisfies LocalRequest);
  const welcome = await first.promise;
  if (welcome?.type !== "welcome") {
    socket.destroy();
    throw welcome?.type === "refused"
      ? new HermesError(welcome.reason, { code: "PLATFORM_REFUSED" })
      : gone(path);
  }
  return {
    as: welcome.as,
    messages: welcome.messages,
    events: {
      async *[Symbol.asyncIterator]() {
        for (;;) {
          for (let event = events.shift(); event !== undefined; event = events.shift()) yield event;
          if (isClosed) return;
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      },
    },
    async say(text, { id = randomUUID(), files, replyTo } = {}) {
      await request({ type: "say", id, text, files, replyTo });
      return id;
    },
    edit: (id, text) => request({ type: "say", id, text, isEdit: true }),
    press: (messageId, data) => request({ type: "press", id: randomUUID(), messageId, data }),
    close: () => socket.destroy(),
  };
}

/** One round trip with whoever listens there. @throws {HermesError} `PLATFORM_UNREACHABLE` */
export async function pingLocalChat({
  socket: path,
  signal,
}: {
  readonly socket: string;
  readonly signal: AbortSignal;
}): Promise<void> {
  const socket = await openSocket(path, signal);
  try {
    await new Promise<void>((resolve, reject) => {
      readLines(socket, () => resolve());
      socket.once("close", () => reject(gone(path)));
      writeLine(socket, { type: "ping" } satisfies LocalRequest);
    });
  } finally {
    socket.destroy();
  }
}

async function openSocket(path: string, signal: AbortSignal | undefined): Promise<Socket> {
  signal?.throwIfAborted();
  const socket = connect({ path });
  const stop = (): void => void socket.destroy();
  signal?.addEventListener("abort", stop, { once: true });
  socket.once("close", () => signal?.removeEventListener("abort", stop));
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.on("error", (cause) => reject(gone(path, cause)));
    socket.once("close", () => reject(gone(path)));
  });
  return socket;
}

function gone(path: string, cause?: unknown): HermesError {
  return new HermesError(`No gateway answers at ${path}.`, {
    code: "PLATFORM_UNREACHABLE",
    hint: "Start the gateway first.",
    data: { socket: path },
    ...(cause === undefined ? {} : { cause }),
  });
}
