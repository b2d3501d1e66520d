import { createClient } from "@hermes/client";
import type { HermesClient, HermesSocket } from "@hermes/client";

/** The home that has served this page. The cookie of the link says who is here. */
export const client: HermesClient = createClient({ baseUrl: new URL(".", location.href) });

let socket: HermesSocket | undefined;

/** The one WebSocket of this page, made when it is first needed. */
export function theSocket(): HermesSocket {
  socket ??= client.connect();
  return socket;
}
