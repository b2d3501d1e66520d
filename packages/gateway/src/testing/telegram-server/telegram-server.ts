import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { BotError, createBotMethods } from "./bot-methods.ts";
import { Faults } from "./faults.ts";
import { createPeople, type TelegramPeople } from "./people.ts";
import { readParameters } from "./request-parameters.ts";
import { TelegramWorld, type WorldUser } from "./telegram-world.ts";
import { postUpdates } from "./post-updates.ts";

export interface TelegramServerOptions {
  /** @default 0, any that is free */
  readonly port?: number | undefined;
  /** The only one that is known. */
  readonly token?: string | undefined;
  readonly bot?: WorldUser | undefined;
}

/** A server on loopback that behaves as the Bot API does, with the side of the people who talk to the bot. */
export interface TelegramServer extends TelegramPeople {
  /** For `TELEGRAM_API_ROOT`. */
  readonly root: string;
  readonly token: string;
  readonly bot: WorldUser;
  readonly world: TelegramWorld;
  /** What goes wrong with the next requests. */
  readonly faults: Faults;
  /** Methods that were called, in order. */
  readonly calls: readonly string[];
  /** Resolves once the method was called so many times in all. */
  called(method: string, count: number): Promise<void>;
  /** From now on the token is unknown. */
  revokeToken(): void;
  /** Breaks every connection, and answers nothing more. */
  close(): Promise<void>;
}

/** From the published description of the Bot API: what the adapter uses of it. @see https://core.telegram.org/bots/api */
export async function openTelegramServer(options: TelegramServerOptions = {}): Promise<TelegramServer> {
  const {
    token = "123456:for-tests",
    bot = { id: 123_456, first_name: "Hermes", username: "hermes_test_bot" },
  } = options;
  const world = new TelegramWorld();
  const faults = new Faults();
  const calls: string[] = [];
  const listeners = new Set<() => void>();
  let isRevoked = false;
  const methods = createBotMethods(world, bot);
  const byName = new Map(Object.entries(methods).map(([name, method]) => [name.toLowerCase(), method]));

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "/", "http://telegram");
    const [, isFile, given, name = ""] = /^\/(file\/)?bot([^/]+)\/(.+)$/.exec(url.pathname) ?? [];
    const parameters = await readParameters(request, url);
    if (given !== token || isRevoked)
      return error(
        response,
        new BotError(given === undefined ? 404 : 401, given === undefined ? "Not Found" : "Unauthorized"),
      );
    if (isFile !== undefined) return file(response, name);
    calls.push(name);
    for (const listener of listeners) listener();
    const fault = faults.take(name);
    if (fault?.kind === "drop") return void request.socket.destroy();
    if (fault?.kind === "hang") return;
    if (fault?.kind === "delay") await delay(fault.delayMs, undefined, { ref: false });
    if (fault?.kind === "rate-limit") {
      const { retryAfterS } = fault;
      return error(
        response,
        new BotError(429, `Too Many Requests: retry after ${retryAfterS}`, { retry_after: retryAfterS }),
      );
    }
    if (fault?.kind === "answer") return error(response, new BotError(fault.code, fault.description));
    try {
      const result = await resultOf(name, parameters);
      if (fault?.kind === "accept-then-drop") return void request.socket.destroy();
      send(response, 200, { ok: true, result });
    } catch (thrown) {
      if (!(thrown instanceof BotError)) throw thrown;
      error(response, thrown);
    }
  };

  async function resultOf(name: string, parameters: Readonly<Record<string, unknown>>): Promise<unknown> {
    if (name.toLowerCase() !== "getupdates") {
      const method = byName.get(name.toLowerCase());
      if (method === undefined) throw new BotError(404, "Not Found: method not found");
      const result = await method(parameters);
      postUpdates(world);
      return result;
    }
    if (world.webhook !== undefined)
      throw new BotError(
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      );
    const { offset, limit = 100, timeout = 0 } = parameters;
    const poll = await world.queue.poll(
      offset === undefined ? undefined : Number(offset),
      Number(limit),
      Number(timeout) * 1_000,
    );
    if (poll === "taken-over")
      throw new BotError(
        409,
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
      );
    return poll.updates;
  }

  function file(response: ServerResponse, path: string): void {
    const found = world.files.get(path.replace(/^documents\//, ""));
    if (found === undefined) return error(response, new BotError(404, "Not Found"));
    response.writeHead(200, { "content-type": "application/octet-stream" }).end(found.bytes);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((thrown: unknown) =>
      error(response, new BotError(500, `Internal Server Error: ${String(thrown)}`)),
    );
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...createPeople(world, bot),
    root: `http://127.0.0.1:${port}`,
    token,
    bot,
    world,
    faults,
    calls,
    async called(method, count) {
      const isEnough = (): boolean =>
        calls.filter((name) => name.toLowerCase() === method.toLowerCase()).length >= count;
      while (!isEnough())
        await new Promise<void>((resolve) => {
          const listener = (): void => {
            listeners.delete(listener);
            resolve();
          };
          listeners.add(listener);
        });
    },
    revokeToken: () => {
      isRevoked = true;
      world.queue.close();
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      world.queue.close();
      await closed;
    },
  };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function error(response: ServerResponse, { code, message, parameters }: BotError): void {
  if (!response.headersSent)
    send(response, code, { ok: false, error_code: code, description: message, parameters });
}
