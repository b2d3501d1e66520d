import { once } from "node:events";
import type { SocketMessage } from "@hermes/client/contract";
import { WebSocket } from "ws";
import { tokens } from "./serve.ts";

/** A client of the WebSocket that keeps what it gets. */
export interface SocketClient {
  readonly ws: WebSocket;
  readonly messages: readonly SocketMessage[];
  /** @returns The reply. */
  ask(request: object): Promise<Extract<SocketMessage, { readonly type: "reply" }>>;
  /** The first message, of those that came or come, that is meant. */
  until<Found extends SocketMessage>(isMeant: (message: SocketMessage) => message is Found): Promise<Found>;
  until(isMeant: (message: SocketMessage) => boolean): Promise<SocketMessage>;
  close(): Promise<void>;
}

export async function connect(
  url: string,
  { as = "owner" }: { readonly as?: keyof typeof tokens } = {},
): Promise<SocketClient> {
  const ws = new WebSocket(`${url.replace("http", "ws")}/ws`, {
    headers: { authorization: `Bearer ${tokens[as]}` },
  });
  const messages: SocketMessage[] = [];
  const listeners = new Set<() => void>();
  ws.on("message", (data: Buffer) => {
    messages.push(JSON.parse(data.toString("utf8")) as SocketMessage);
    for (const listener of listeners) listener();
  });
  await once(ws, "open");
  let last = 0;
  const until = async (isMeant: (message: SocketMessage) => boolean): Promise<SocketMessage> => {
    for (;;) {
      const found = messages.find(isMeant);
      if (found !== undefined) return found;
      const { promise, resolve } = Promise.withResolvers<void>();
      listeners.add(resolve);
      await promise;
      listeners.delete(resolve);
    }
  };
  return {
    ...{ ws, messages },
    until: until as SocketClient["until"],
    async ask(request) {
      const id = ++last;
      ws.send(JSON.stringify({ id, ...request }));
      return (await until((message) => message.type === "reply" && message.id === id)) as Extract<
        SocketMessage,
        { readonly type: "reply" }
      >;
    },
    async close() {
      const closed = once(ws, "close");
      ws.close();
      await closed;
    },
  };
}
